// swift-tools-version: 6.1
import PackageDescription

// Suites that use the conventions of older frameworks, ported as the pages on porting describe it: a
// target for each framework. Some of their examples fail, as they would have there.

let exemplar = Target.Dependency.product(name: "Exemplar", package: "exemplar")

let package = Package(
  name: "Originals",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "exemplar", path: "../../..")],
  targets: [
    .testTarget(
      name: "ECUnitTestsPort", dependencies: [exemplar],
      exclude: [
        "PriceTests.plist", "GreetingTests.plist", "PageTests.testsuite", "Quotes.testsuite",
      ]),
    .testTarget(name: "KiwiPort", dependencies: [exemplar]),
    .testTarget(name: "PTKTestKitPort", dependencies: [exemplar], exclude: ["Details.json"]),
    .testTarget(name: "SubliminalPort", dependencies: [exemplar]),
  ],
  swiftLanguageModes: [.v6]
)
