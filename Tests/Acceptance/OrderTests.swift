import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

/// In which order things run. (Semantics, section 4.)
@Suite struct OrderTests {
  private static func random(_ change: (inout RunOptions) -> Void = { _ in }) -> RunOptions {
    .plain {
      $0.order = .random
      change(&$0)
    }
  }

  /// A library of many groups; `isKept` decides which examples are there.
  private static func library(
    _ traits: any ExampleTrait..., isKept: (Int) -> Bool = { _ in true }
  ) -> SpecNode {
    SpecNode(
      "library", at: Place(path: #filePath, line: #line), traits: traits,
      content: .group([
        .several(
          (1...12).filter(isKept).map { shelf in
            describe("shelf \(shelf)") {
              for book in 1...8 where isKept(book) {
                it("book \(book)") { log("\(shelf).\(book)") }
              }
            }
          })
      ]))
  }

  @Test("SL-52: run groups ascend, and one is over before the next begins", arguments: [1, 4])
  func runGroups(width: Int) async {
    let options = Self.random { $0.jobs = width }
    func spec(_ name: String, _ traits: any ExampleTrait...) -> SpecNode {
      SpecNode(
        name, at: Place(path: #filePath), traits: traits,
        content: .group([
          it("runs") {
            for _ in 1...20 { await Task.yield() }
          }
        ]))
    }
    let trace = await traced(
      spec("second a", .runGroup(2)), spec("last", .runGroup(30)), spec("first a"),
      spec("second b", .runGroup(2)), spec("zeroth", .runGroup(-1)), spec("first b", .runGroup(1)),
      spec("second c", .runGroup(2)), options: options)
    let groups = trace.lines.filter { $0.hasPrefix(">") || $0.hasPrefix("<") }
      .map { line -> String in "\(line.prefix(1))\(line.dropFirst().split(separator: " ")[0])" }
    let sizes = [("zeroth", 1), ("first", 2), ("second", 3), ("last", 1)]
    var rest = groups[...]
    for (name, size) in sizes {
      let part = rest.prefix(2 * size)
      rest = rest.dropFirst(2 * size)
      expect(
        part.sorted(),
        equals: Array(repeating: "<\(name)", count: size)
          + Array(repeating: ">\(name)", count: size))
    }
    #expect(rest.isEmpty && trace.summary.passed == 7)
  }

  @Test func `SL-53, SL-54: without a seed all orders come up; with a seed, one`() async {
    let specs = ["a", "b", "c"].map { name in describe(name) { it("runs") {} } }
    func orders(_ seed: UInt64?) async -> Set<[String]> {
      var orders: Set<[String]> = []
      for _ in 1...100 {
        var options = RunOptions()
        options.seed = seed
        options.jobs = 1
        let trace = await traced(specs[0], specs[1], specs[2], options: options)
        orders.insert(trace.order.filter { $0 != "runs" })
        expect(trace.start?.seed, equals: trace.summary.seed)
        #expect(seed == nil || trace.start?.seed == seed)
      }
      return orders
    }
    await expect(orders(nil).count, equals: 6)
    await expect(orders(7).count, equals: 1)
    await expect(orders(7), equals: orders(7))
  }

  @Test("RS-15: filtering, focusing, adding and removing nodes keeps the order of the others")
  func subsets() async {
    let all = await traced(Self.library(), options: Self.random()).executedPaths
    expect(all.count, equals: 96)
    #expect(all != all.sorted())

    let fewer = await traced(
      Self.library { !$0.isMultiple(of: 3) }, options: Self.random()
    ).executedPaths
    expect(fewer.count, equals: 8 * 6)
    expect(fewer, equals: all.filter { fewer.contains($0) })

    let filtered = await traced(
      Self.library(),
      options: Self.random { $0.selection.selectors = ["book 3", "shelf 5", "shelf 7"] }
    ).executedPaths
    expect(filtered.count, equals: 26)
    expect(filtered, equals: all.filter { filtered.contains($0) })

    let other = await traced(Self.library(), options: Self.random { $0.seed = 2 })
      .executedPaths
    #expect(other != all && other.sorted() == all.sorted())
  }

  @Test("what is outstanding begins at every level, and the rest keeps its order")
  func outstandingExamplesBegin() async throws {
    for order in Order.allCases { try await outstandingExamplesBegin(in: order) }
  }

  private func outstandingExamplesBegin(in order: Order) async throws {
    let first = ["shelf 3/book 2", "shelf 3/book 7", "shelf 9", "shelf 11/book 1"]
    let folder = try TemporaryFolder()
    let ids = first.map { "Acceptance/library/\($0)" }.joined(separator: "\n")
    let file = try folder.write(ids, to: "first.txt").path
    func paths(_ library: SpecNode, isFirst: Bool) async -> [String] {
      let options = RunOptions.plain {
        $0.order = order
        if isFirst { $0.firstFile = file }
      }
      return await traced(library, options: options).executedPaths.map {
        String($0.dropFirst("library/".count))
      }
    }
    let usual = await paths(Self.library(), isFirst: false)
    var shelves: [Substring] = []
    for path in usual {
      let shelf = path.prefix { $0 != "/" }
      if ["shelf 3", "shelf 9", "shelf 11"].contains(shelf), !shelves.contains(shelf) {
        shelves.append(shelf)
      }
    }
    func isOutstanding(_ path: String) -> Bool { shelves.contains { path.hasPrefix($0 + "/") } }
    let begin = shelves.flatMap { shelf in
      let own = usual.filter { $0.hasPrefix(shelf + "/") }
      return own.filter(first.contains) + own.filter { !first.contains($0) }
    }
    let expected = begin + usual.filter { !isOutstanding($0) }
    #expect(expected != usual && expected.count == 96 && shelves.count == 3)
    let outstanding = await paths(Self.library(), isFirst: true)
    expect(outstanding, equals: expected)
    // Ordered groups keep theirs.
    let ordered = await paths(Self.library(.ordered), isFirst: true)
    let same = await paths(Self.library(.ordered), isFirst: false)
    #expect(ordered == same && ordered.count == 96)
  }

  @Test func `ordered keeps the declared order below a node; defined keeps it everywhere`() async {
    let declared = await traced(Self.library()).order
    await expect(traced(Self.library(.ordered), options: Self.random()).order, equals: declared)
    #expect(await traced(Self.library(), options: Self.random()).order != declared)
  }

  @Test func `rows keep their order, whatever the seed`() async {
    let spec = describe("shelf") {
      outline("lends", over: Array(1...30)) { _ in }
    }
    for seed in 1...10 {
      let trace = await traced(spec, options: Self.random { $0.seed = UInt64(seed) })
      #expect(trace.executed == (1...30).map { "#\($0)" })
    }
  }

  @Test func `the seed and the order are in the first and the last event`() async {
    let trace = await traced(Self.library(), options: Self.random { $0.seed = 4_711 })
    #expect(trace.start?.seed == 4_711 && trace.start?.order == .random)
    #expect(trace.summary.seed == 4_711 && trace.summary.order == .random)
    expect(trace.events.last, equals: .runEnded(trace.summary))
  }

  @Test func `the process's own random numbers are what they would be without the run`() async {
    srandom(42)
    let expected = (1...5).map { _ in Foundation.random() }
    srandom(42)
    var numbers = [Foundation.random(), Foundation.random()]
    var options = RunOptions()
    options.jobs = 4
    _ = await traced(Self.library(), options: options)
    numbers += (1...3).map { _ in Foundation.random() }
    expect(numbers, equals: expected)
  }
}
