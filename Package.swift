// swift-tools-version: 6.3

import CompilerPluginSupport
import PackageDescription

/// Our own targets are built without a warning; who depends on them does not pay for a new one.
let warnings: [SwiftSetting] =
  Context.environment["EXEMPLAR_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

// On Linux, the compiler finds hiredis by itself, and SwiftPM warns about a flag in the file of pkg-config.
#if os(Linux)
  let hiredis: String? = nil
#else
  let hiredis: String? = "hiredis"
#endif

let package = Package(
  name: "exemplar",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .macCatalyst(.v16)],
  products: [
    .library(name: "Exemplar", targets: ["Exemplar"]),
    .library(name: "ExemplarXCTest", targets: ["ExemplarXCTest"]),
    .executable(name: "exemplar", targets: ["ExemplarTool"]),
  ],
  traits: [
    .trait(
      name: "Macros",
      description: "`@Spec` and `@Example`. Without it swift-syntax is not even resolved."),
    .trait(
      name: "YAML",
      description: "Rows from YAML. Without it Yams is not even resolved."),
    .trait(
      name: "Queue",
      description: "`exemplar test --queue`. Without it hiredis need not be installed."),
    .default(enabledTraits: ["Macros"]),
  ],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"700.0.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
    // No target needs it, so that packages that depend on this one do not resolve it.
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: [
    .target(name: "ExemplarCore"),
    .target(name: "ExemplarCombinations", dependencies: ["ExemplarCore"]),
    .target(
      name: "ExemplarRows",
      dependencies: [
        "ExemplarCombinations", "ExemplarCore",
        .product(name: "Yams", package: "Yams", condition: .when(traits: ["YAML"])),
      ]),
    .target(name: "ExemplarMemory"),
    .target(name: "ExemplarLog", dependencies: ["ExemplarCore", "ExemplarMemory"]),
    .target(name: "ExemplarPage", exclude: ["page"]),
    .target(
      name: "ExemplarReports", dependencies: ["ExemplarCore", "ExemplarLog", "ExemplarPage"]),
    .target(name: "ExemplarRuntime"),
    .target(
      name: "Exemplar",
      dependencies: [
        "ExemplarCombinations", "ExemplarCore", "ExemplarLog", "ExemplarRows",
        "ExemplarReports", "ExemplarRuntime",
        .target(name: "ExemplarMacros", condition: .when(traits: ["Macros"])),
      ]),
    .target(name: "ExemplarXCTest", dependencies: ["Exemplar", "ExemplarCore", "ExemplarReports"]),
    .macro(
      name: "ExemplarMacros",
      dependencies: [
        .product(
          name: "SwiftSyntaxMacros", package: "swift-syntax",
          condition: .when(traits: ["Macros"])),
        .product(
          name: "SwiftCompilerPlugin", package: "swift-syntax",
          condition: .when(traits: ["Macros"])),
      ]),
    .target(name: "ExemplarSources"),
    .systemLibrary(
      name: "ExemplarHiredis", pkgConfig: hiredis,
      providers: [.apt(["libhiredis-dev"]), .brew(["hiredis"])]),
    .executableTarget(name: "ExemplarTool", dependencies: ["ExemplarCLI"]),
    .target(
      name: "ExemplarCLI",
      dependencies: [
        "ExemplarCore", "ExemplarLog", "ExemplarReports", "ExemplarRows", "ExemplarSources",
        .target(name: "ExemplarHiredis", condition: .when(traits: ["Queue"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ]),
    .target(
      name: "TestSupport", dependencies: ["ExemplarCore"], path: "Tests/TestSupport"),
    .testTarget(
      name: "AcceptanceTests",
      dependencies: ["Exemplar", "ExemplarCore", "ExemplarRows", "TestSupport"],
      path: "Tests/Acceptance", exclude: ["Oracle/mutants.py", "details.json"]),
    .testTarget(
      name: "ExemplarCoreTests", dependencies: ["Exemplar", "ExemplarCore", "TestSupport"]),
    .testTarget(
      name: "ExemplarCombinationsTests",
      dependencies: ["ExemplarCombinations", "ExemplarCore", "TestSupport"]),
    .testTarget(
      name: "ExemplarRowsTests",
      dependencies: ["Exemplar", "ExemplarRows", "ExemplarCore", "TestSupport"],
      exclude: ["Corpus"]),
    .testTarget(name: "ExemplarSourcesTests", dependencies: ["ExemplarSources"]),
    .testTarget(
      name: "ExemplarLogTests",
      dependencies: ["Exemplar", "ExemplarCore", "ExemplarLog", "TestSupport"],
      exclude: ["Corpus"]),
    .testTarget(
      name: "ExemplarReportsTests",
      dependencies: [
        "Exemplar", "ExemplarReports", "ExemplarCore", "ExemplarLog", "TestSupport",
      ],
      exclude: ["Browser", "Readers", "Golden"]),
    .testTarget(
      name: "ExemplarTests",
      dependencies: [
        "Exemplar", "ExemplarCore", "ExemplarRows", "ExemplarReports", "TestSupport",
      ],
      exclude: [
        "Compiled/Prelude", "Conventions/PlainBooksSpec.plist", "Conventions/PoemsSpec.json",
        "Rows/divisions.csv", "Rows/divisions.json",
        "Rows/divisions.jsonl", "Rows/divisions.tsv", "Rows/divisions.yaml", "Shapes/Shapes.txt",
      ]),
    .testTarget(name: "HouseTests", dependencies: ["TestSupport"], exclude: ["API"]),
    .testTarget(
      name: "ExemplarCLITests",
      dependencies: [
        "Exemplar", "ExemplarCLI", "ExemplarLog", "ExemplarReports", "TestSupport",
      ],
      exclude: ["Golden", "Isolation/hangs.json"]),
  ],
  swiftLanguageModes: [.v6]
)

let modulesInC = ["ExemplarHiredis", "ExemplarMemory", "ExemplarPage", "ExemplarRuntime"]
for target in package.targets where !modulesInC.contains(target.name) {
  target.swiftSettings = (target.swiftSettings ?? []) + warnings
}
