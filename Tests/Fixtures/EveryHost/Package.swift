// swift-tools-version: 6.1
import PackageDescription

// The specs that the end-to-end tests run in every host.

let exemplar = Target.Dependency.product(name: "Exemplar", package: "exemplar")
let exemplarXCTest = Target.Dependency.product(name: "ExemplarXCTest", package: "exemplar")

let package = Package(
  name: "EveryHost",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "exemplar", path: "../../..")],
  targets: [
    .target(
      name: "Conformance", dependencies: [exemplar],
      exclude: ["Drawings.testsuite", "orders.json", "shelves.plist"]),
    .executableTarget(name: "conformance-program", dependencies: ["Conformance", exemplar]),
    .executableTarget(name: "mixed-program", dependencies: [exemplar]),
    .target(name: "Unreached", dependencies: [exemplarXCTest]),
    .testTarget(name: "ConformanceTests", dependencies: ["Conformance", exemplarXCTest]),
    .testTarget(
      name: "PortTests", dependencies: [exemplarXCTest],
      exclude: ["ExampleTests.plist"]),
    .testTarget(name: "MixedTests", dependencies: ["Conformance", exemplar]),
    .testTarget(name: "ListedTests", dependencies: [exemplar]),
    .testTarget(name: "XCTestTests", dependencies: ["Conformance", "Unreached", exemplarXCTest]),
  ],
  swiftLanguageModes: [.v6]
)
