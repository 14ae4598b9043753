// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Failing",
  dependencies: [.package(name: "exemplar", path: "../..")],
  targets: [
    .testTarget(
      name: "FailingSpecs",
      dependencies: [.product(name: "Exemplar", package: "exemplar")],
      resources: [.process("Rows")])
  ],
  swiftLanguageModes: [.v6]
)
