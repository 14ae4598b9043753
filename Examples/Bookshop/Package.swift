// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Bookshop",
  products: [
    .library(name: "Bookshop", targets: ["Bookshop"])
  ],
  dependencies: [
    .package(name: "exemplar", path: "../..")
  ],
  targets: [
    .target(name: "Bookshop"),
    .testTarget(
      name: "BookshopSpecs",
      dependencies: [
        "Bookshop",
        .product(name: "Exemplar", package: "exemplar"),
      ],
      resources: [.process("Rows")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
