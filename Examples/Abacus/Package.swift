// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Abacus",
  dependencies: [
    .package(name: "exemplar", path: "../..")
  ],
  targets: [
    .target(name: "Abacus"),
    .testTarget(
      name: "AbacusSpecs",
      dependencies: ["Abacus", .product(name: "Exemplar", package: "exemplar")],
      resources: [.copy("Programs.testsuite")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
