import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// Discovered specs, and results of runs from code, as programs receive them. (Semantics, section 5.)
@Suite struct RunAsDataTests {
  private static let specs = [
    describe("shelf", .runGroup(2), .tags("slow")) {
      beforeAll {}
      it("fills") {}
      it("fills") { #expect(Bool(false), "a book is left") }
      outline("sells", over: ["Emma", "Persuasion"]) { (_: String) in }
      pending("glows")
      context("inner") {
        beforeAll { throw PowerCut() }
        itBehavesLike("a lamp")
        it("a/b") {}
      }
    },
    sharedExamples("a lamp") { it("shines") {} },
    describe("warm", .hooks(of: .module)) { beforeAll {} },
  ].map { Spec(module: "Shop", root: $0) }

  private static func lines(_ nodes: [DiscoveredNode], indent: String = "") -> [String] {
    nodes.flatMap { node in
      ["\(indent)\(node.kind) \(node.name) = \(node.id)"]
        + lines(node.children, indent: indent + "  ")
    }
  }

  @Test("nodes have the names and ids of the run, inclusions as groups, and no hooks")
  func nodes() throws {
    let nodes = discoveredNodes(of: Self.specs)
    expect(
      Self.lines(nodes).joined(separator: "\n"),
      equals: """
        group shelf = Shop/shelf
          example fills = Shop/shelf/fills
          example fills (2) = Shop/shelf/fills (2)
          outline sells = Shop/shelf/sells
          pending glows = Shop/shelf/glows
          group inner = Shop/shelf/inner
            group behaves like a lamp = Shop/shelf/inner/behaves like a lamp
              example shines = Shop/shelf/inner/behaves like a lamp/shines
            example a/b = Shop/shelf/inner/a%2Fb
        """)
    let shelf = try #require(nodes.first)
    #expect(shelf.properties.runGroup == 2 && shelf.properties.tags == ["slow"])
    expect(shelf.location.fileName, equals: "RunAsDataTests.swift")
    let lines = shelf.children.map { $0.location.line - shelf.location.line }
    expect(lines, equals: [2, 3, 4, 5, 6])
  }

  @Test("a record has the outcome of each example and row by its id, and the issues")
  func record() async {
    let record = await recordRun(of: Self.specs, .plain())
    expect(
      record.outcomes,
      equals: [
        "Shop/shelf/fills": .passed, "Shop/shelf/fills (2)": .failed(unexpected: false),
        "Shop/shelf/sells/#1": .passed, "Shop/shelf/sells/#2": .passed,
        "Shop/shelf/glows": .pending(reason: nil),
        "Shop/shelf/inner/behaves like a lamp/shines": .blocked(
          by: ExampleID(["Shop", "shelf", "inner"])),
        "Shop/shelf/inner/a%2Fb": .blocked(by: ExampleID(["Shop", "shelf", "inner"])),
      ])
    expect(Set(record.issues.keys), equals: ["Shop/shelf/fills (2)", "Shop/shelf/inner"])
    #expect(record.result.executed == 4 && record.result.failed == 1 && record.result.blocked == 2)
    // The run came to its end, although a set-up failed.
    #expect(record.result.finished && !record.result.isSuccess)
  }

  @Test("each id of a node selects exactly that node")
  func selection() async {
    func leaves(_ nodes: [DiscoveredNode]) -> [DiscoveredNode] {
      nodes.flatMap { $0.kind == .group ? leaves($0.children) : [$0] }
    }
    for node in leaves(discoveredNodes(of: Self.specs)) {
      let record = await recordRun(of: Self.specs, .selecting(node.id))
      let isOutline = node.kind == .outline
      #expect(
        record.outcomes.keys.allSatisfy {
          $0 == node.id || isOutline && $0.hasPrefix(node.id + "/")
        })
      expect(record.outcomes.count, equals: isOutline ? 2 : 1)
    }
  }

  @Test("of repetitions, the record is that of the first that failed")
  func repetitions() async {
    let runs = Counter()
    let spec = describe("shelf") { it("fills") { #expect(runs.next() != 2) } }
    var options = RunOptions.plain()
    options.repetitions = 3
    let record = await recordRun(of: [Spec(module: "Shop", root: spec)], options)
    expect(runs.value, equals: 3)
    expect(record.outcomes, equals: ["Shop/shelf/fills": .failed(unexpected: false)])
    #expect(record.issues["Shop/shelf/fills"]?.count == 1 && record.result.failed == 1)
  }

  @Test("what was discovered is the default")
  func discovered() {
    #expect(
      discoveredNodes().contains { $0.id == "AcceptanceTests/Harbor" && $0.children.count == 2 })
  }
}
