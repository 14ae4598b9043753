// swift-tools-version: 6.1
import PackageDescription

// What the end-to-end tests run in processes of the tool: a target for each test, built together. Examples in it end
// their processes, so each run selects a target.

let names = [
  "Attack", "Bisect", "Convention", "Dying", "Environment", "Exit", "Fixture", "Focus", "Hang",
  "Hook",
  "Isolated", "Killed", "Long", "Pool", "Quarantine", "Queue", "Scenario", "Slot", "Soak",
  "Written",
]

let exemplar = Target.Dependency.product(name: "Exemplar", package: "exemplar")

let package = Package(
  name: "Workers",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "exemplar", path: "../../..")],
  targets: names.map { .testTarget(name: "\($0)Specs", dependencies: [exemplar]) } + [
    // The same specs in a program and under Swift Testing.
    .target(name: "Contract", dependencies: [exemplar]),
    .executableTarget(name: "contract-program", dependencies: ["Contract", exemplar]),
    .testTarget(name: "ContractSpecs", dependencies: ["Contract"]),
  ]
)
