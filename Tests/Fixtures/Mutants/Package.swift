// swift-tools-version: 6.1
import PackageDescription

// A package with mutants, written by hand as exemplar-mutate writes them, for each verdict.
let package = Package(
  name: "Mutants",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "exemplar", path: "../../..")],
  targets: [
    .target(name: "Till"),
    .testTarget(
      name: "TillSpecs",
      dependencies: ["Till", .product(name: "Exemplar", package: "exemplar")]),
    .testTarget(name: "TillTests", dependencies: ["Till"]),
  ]
)
