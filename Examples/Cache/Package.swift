// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Cache",
  dependencies: [
    .package(name: "exemplar", path: "../..")
  ],
  targets: [
    .testTarget(
      name: "CacheSpecs",
      dependencies: [.product(name: "Exemplar", package: "exemplar")]
    )
  ],
  swiftLanguageModes: [.v6]
)
