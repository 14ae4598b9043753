import ExemplarCore
import Testing

@testable import Exemplar

/// Traits of all specs of a module.
@Suite struct ModuleTraitsTests {
  private static func location(_ line: Int, in module: String = "Shop") -> __Location {
    __Location("\(module)/Specs.swift", "/Specs.swift", line, 1)
  }

  private static func spec(_ node: SpecNode, _ line: Int, in module: String) -> __Declaration {
    .__value(node, at: location(line, in: module))
  }

  @Test func holdForEverySpecOfTheModuleAndNoOther() {
    let specs = SpecAssembly([
      Self.spec(describe("A shelf") {}, 1, in: "Shop"),
      .__value(
        ModuleTraits(.ordered, .serialized, .timeLimit(.seconds(10))), at: Self.location(2)),
      Self.spec(describe("A quick shelf", .timeLimit(.seconds(1))) {}, 3, in: "Shop"),
      Self.spec(describe("A bank") {}, 4, in: "Bank"),
    ]).specs()
    let properties = specs.map { NodeProperties($0.root.traits) }
    expect(specs.map(\.root.name), equals: ["A bank", "A shelf", "A quick shelf"])
    expect(properties.map(\.isSerialized), equals: [false, true, true])
    expect(properties.map(\.isOrdered), equals: [nil, true, true])
    expect(properties.map(\.timeLimit), equals: [nil, .seconds(10), .seconds(1)])
  }

  @Test func standOnceAndAtTheTop() async {
    let specs = SpecAssembly([
      .__value(ModuleTraits(.ordered), at: Self.location(1)),
      .__value(ModuleTraits(.serialized), at: Self.location(2)),
      .__value(ModuleTraits(.serialized), in: [Int.self], at: Self.location(3, in: "Bank")),
    ]).specs()
    var issues: [String] = []
    for spec in specs {
      guard case .group(let nodes) = spec.root.content,
        case .mistake(let mistake)? = nodes.first?.content
      else { continue }
      issues.append("\(mistake.place.map { "\($0)" } ?? ""): \(mistake)")
    }
    #expect(
      issues == [
        "/Specs.swift:3:1: Traits of a module belong at the top level of a file; on a type, write them "
          + "in @Spec.",
        "/Specs.swift:2:1: The module has traits already, at Specs.swift:1, and those are used. Put "
          + "all of them into one value.",
      ])
    await expect(Exemplar.run(specs).failed, equals: 2)
  }
}
