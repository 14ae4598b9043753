// swift-tools-version: 6.3

import PackageDescription

// A package of its own: SwiftPM builds all tests of a package, and all that they use, a second time
// for the host as soon as one of them depends on a macro.
let package = Package(
  name: "macro-tests",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"700.0.0")
  ],
  targets: [
    // A library here, so that it is built for tests. `Tests/MacroTests/run` makes the link to its sources.
    .target(
      name: "ExemplarMacros",
      dependencies: [.product(name: "SwiftSyntaxMacros", package: "swift-syntax")],
      exclude: ["Plugin.swift"],
      swiftSettings: [.define("Macros")]),
    .testTarget(
      name: "ExemplarMacrosTests",
      dependencies: [
        "ExemplarMacros",
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
      ],
      exclude: ["Corpus"],
      swiftSettings: [.define("Macros")]),
  ],
  swiftLanguageModes: [.v6]
)
