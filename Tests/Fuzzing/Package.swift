// swift-tools-version: 6.3

import PackageDescription

// A package of its own: fuzzing takes minutes, and a sanitizer that tests do without.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "exemplar", path: "../..", traits: ["YAML"])],
  targets: [
    .executableTarget(
      name: "FuzzRows", dependencies: [.product(name: "Exemplar", package: "exemplar")],
      swiftSettings: [.unsafeFlags(["-parse-as-library"])])
  ],
  swiftLanguageModes: [.v6]
)
