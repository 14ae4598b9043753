// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Characters",
  dependencies: [
    .package(name: "exemplar", path: "../..")
  ],
  targets: [
    .testTarget(
      name: "CharacterSpecs",
      dependencies: [.product(name: "Exemplar", package: "exemplar")],
      resources: [.process("characters.csv")]
    )
  ],
  swiftLanguageModes: [.v6]
)
