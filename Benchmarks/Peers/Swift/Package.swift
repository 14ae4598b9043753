// swift-tools-version: 6.3

import PackageDescription

// The same shelf in XCTest and in Swift Testing.
let package = Package(
  name: "SwiftPeers",
  targets: [
    // A program, since XCTest on Linux finds no tests that are made while it runs.
    .executableTarget(name: "XCTestShelf"),
    .testTarget(name: "ShelfTests"),
  ],
  swiftLanguageModes: [.v6]
)
