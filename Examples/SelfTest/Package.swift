// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "SelfTest",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "exemplar", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "till",
      dependencies: [.product(name: "Exemplar", package: "exemplar")])
  ],
  swiftLanguageModes: [.v6]
)
