// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Library",
  dependencies: [
    .package(name: "exemplar", path: "../..")
  ],
  targets: [
    .executableTarget(name: "library-server"),
    .testTarget(
      name: "LibrarySpecs",
      dependencies: ["library-server", .product(name: "Exemplar", package: "exemplar")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
