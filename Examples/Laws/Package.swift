// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Laws",
  products: [
    .library(name: "Laws", targets: ["Laws"])
  ],
  dependencies: [
    .package(name: "exemplar", path: "../.."),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
  ],
  targets: [
    .target(name: "Laws", dependencies: [.product(name: "Exemplar", package: "exemplar")]),
    .testTarget(
      name: "LawsTests",
      dependencies: [
        "Laws",
        .product(name: "Collections", package: "swift-collections"),
        .product(name: "Exemplar", package: "exemplar"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
