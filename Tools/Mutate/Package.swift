// swift-tools-version: 6.3

import PackageDescription

// A package of its own, so that packages that only run specs do not build swift-syntax for it.
let package = Package(
  name: "exemplar-mutate",
  platforms: [.macOS(.v13)],
  products: [.executable(name: "exemplar-mutate", targets: ["exemplar-mutate"])],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"700.0.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  ],
  targets: [
    .target(
      name: "Mutation",
      dependencies: [
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftOperators", package: "swift-syntax"),
      ]),
    .executableTarget(
      name: "exemplar-mutate",
      dependencies: [
        "Mutation", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(
      name: "MutationTests", dependencies: ["Mutation", "exemplar-mutate"], exclude: ["Subject"]),
  ],
  swiftLanguageModes: [.v6]
)
