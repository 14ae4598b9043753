// swift-tools-version: 6.3

import PackageDescription

// A package of its own, so that users of the library do not build it.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "exemplar", path: "..", traits: [])],
  targets: [
    .target(name: "SwiftCompiler"),
    // It uses the modules that are built for the tests of the package above, with macros.
    .executableTarget(name: "CompileTime", dependencies: ["SwiftCompiler"]),
    .executableTarget(
      name: "EventLogs", dependencies: [.product(name: "Exemplar", package: "exemplar")]),
    .executableTarget(
      name: "InclusionCost",
      dependencies: ["SwiftCompiler", .product(name: "Exemplar", package: "exemplar")]),
    .executableTarget(
      name: "PublicSuites", dependencies: [.product(name: "Exemplar", package: "exemplar")]),
    .executableTarget(
      name: "ReportCost", dependencies: [.product(name: "Exemplar", package: "exemplar")]),
    .target(
      name: "ShelfSpecs", dependencies: [.product(name: "Exemplar", package: "exemplar")]),
    .executableTarget(name: "RunCost", dependencies: ["ShelfSpecs"]),
    .executableTarget(
      name: "ShownLog", dependencies: [.product(name: "Exemplar", package: "exemplar")]),
    .testTarget(name: "ShelfTests", dependencies: ["ShelfSpecs"]),
    .executableTarget(
      name: "StreamingRows", dependencies: [.product(name: "Exemplar", package: "exemplar")]),
  ],
  swiftLanguageModes: [.v6]
)
