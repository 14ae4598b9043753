// swift-tools-version: 6.3

import PackageDescription

// A package of its own, so that nobody who uses the library builds it.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "exemplar", path: "..", traits: [])],
  targets: [
    .executableTarget(
      name: "InclusionCost", dependencies: [.product(name: "Exemplar", package: "exemplar")]),
    .executableTarget(
      name: "PublicSuites", dependencies: [.product(name: "Exemplar", package: "exemplar")]),
    .executableTarget(
      name: "StreamingRows", dependencies: [.product(name: "Exemplar", package: "exemplar")]),
  ],
  swiftLanguageModes: [.v6]
)
