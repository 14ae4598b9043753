import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// Examples that run side by side, and examples that must not. (Design, section 7.)
///
/// Nothing here measures time: tasks that must meet wait for each other, and tasks that must not
/// meet count each other.
@Suite struct ParallelRunTests {
  private static let wide = RunOptions.plain { $0.jobs = 4 }

  @Test func `specs run side by side up to the width, examples of one spec do not`() async {
    let rendezvous = Rendezvous(of: 2)
    let crowd = Crowd()
    func spec(_ name: String) -> SpecNode {
      describe(name) {
        it("meets") { try await rendezvous.arrive() }
        for number in 1...3 {
          it("is alone in its spec \(number)") { await crowd.visit(name) }
        }
      }
    }
    let trace = await traced(spec("shelf"), spec("till"), options: Self.wide)
    #expect(trace.summary.passed == 8 && trace.summary.isSuccess)
    #expect(crowd.largest("shelf") == 1 && crowd.largest("till") == 1)
  }

  @Test func `with a width of one, specs run one after the other`() async {
    let crowd = Crowd()
    func spec(_ name: String) -> SpecNode {
      describe(name, .parallel) {
        for number in 1...3 { it("\(number)") { await crowd.visit("shop") } }
      }
    }
    let trace = await traced(spec("shelf"), spec("till"))
    expect(trace.summary.passed, equals: 6)
    expect(crowd.largest("shop"), equals: 1)
  }

  @Test("parallel lets the examples of a spec run side by side, between its group hooks")
  func parallel() async {
    let rendezvous = Rendezvous(of: 3)
    let shelf = Given { [String]() }
    let trace = await traced("shelf", .parallel, options: Self.wide) {
      beforeAll { log("S") }
      afterAll { log("T") }
      beforeEach { info in shelf.value.append(info.name) }
      it("lends") { try await rendezvous.arrive() }
      it("sells") { try await rendezvous.arrive() }
      context("sold out") {
        it("reorders") { try await rendezvous.arrive() }
      }
      afterEach { info in expect(shelf(), equals: [info.name], "another example's value") }
    }
    expect(trace.lines.prefix(2), equals: ["> shelf", "  S"])
    expect(trace.lines.suffix(3), equals: ["  T", "< shelf", "3 executed"])
    expect(trace.executed.sorted(), equals: ["lends", "reorders", "sells"])
    #expect(trace.summary.isSuccess)
  }

  @Test func `issues of parallel examples are their own`() async {
    let rendezvous = Rendezvous(of: 4)
    let trace = await traced("shelf", .parallel, options: Self.wide) {
      for number in 1...4 {
        it("book \(number)") {
          try await rendezvous.arrive()
          await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask { #expect(number.isMultiple(of: 2), "book \(number) is missing") }
          }
        }
      }
    }
    expect(
      trace.lines.filter { $0.contains("!") || $0.contains(":") }.sorted(),
      equals: [
        "  ! book 1: book 1 is missing (body)", "  ! book 3: book 3 is missing (body)",
        "  book 1: failed", "  book 2: passed", "  book 3: failed", "  book 4: passed",
      ])
  }

  @Test func `a serialized spec runs alone`() async {
    let crowd = Crowd()
    func spec(_ name: String, _ traits: any ExampleTrait...) -> SpecNode {
      SpecNode(
        name, at: Place(path: #filePath), traits: traits,
        content: .group((1...3).map { number in it("\(number)") { await crowd.visit(name) } }))
    }
    let trace = await traced(
      spec("a"), spec("alone 1", .serialized), spec("b"), spec("alone 2", .serialized), spec("c"),
      options: Self.wide)
    expect(trace.summary.passed, equals: 15)
    #expect(crowd.companions(of: "alone 1") == [] && crowd.companions(of: "alone 2") == [])
  }

  @Test("readers of a resource overlap, a writer is alone; other resources do not matter")
  func resources() async {
    let crowd = Crowd()
    let readers = Rendezvous(of: 2)
    let others = Rendezvous(of: 2)
    func writer(_ name: String, _ meets: Bool = false) -> SpecNode {
      describe(name, .uses("stock", .write)) {
        if meets { it("meets") { try await others.arrive() } }
        for number in 1...3 { it("writes \(number)") { await crowd.visit(name) } }
      }
    }
    func reader(_ name: String) -> SpecNode {
      describe(name, .uses("stock", .read), .uses("prices", .read)) {
        it("meets") { try await readers.arrive() }
        for number in 1...3 { it("reads \(number)") { await crowd.visit(name) } }
      }
    }
    let trace = await traced(
      writer("writer 1", true), reader("reader 1"), writer("writer 2"), reader("reader 2"),
      describe("till", .uses("money")) { it("meets") { try await others.arrive() } },
      options: Self.wide)
    #expect(trace.summary.failed == 0 && trace.summary.passed == 16)
    #expect(crowd.companions(of: "writer 1") == [] && crowd.companions(of: "writer 2") == [])
  }
}

/// Visitors that notice whom they meet.
private final class Crowd: Sendable {
  private struct State {
    var inside: [String] = []
    var companions: [String: Set<String>] = [:]
    var largest: [String: Int] = [:]
  }
  private let state = Locked(State())

  /// Stays for a while, so that others have the chance to come.
  func visit(_ name: String) async {
    state.withLock { state in
      state.inside.append(name)
      state.largest[name] = max(
        state.largest[name, default: 0], state.inside.count { $0 == name })
      for visitor in state.inside {
        state.companions[visitor, default: []].formUnion(state.inside.filter { $0 != visitor })
      }
    }
    for _ in 1...5 { await Task.yield() }
    try? await Task.sleep(for: .milliseconds(2))
    state.withLock { state in
      if let index = state.inside.firstIndex(of: name) { state.inside.remove(at: index) }
    }
  }

  /// The other visitors that those of a name met.
  func companions(of name: String) -> Set<String> { state.withLock { $0.companions[name] ?? [] } }

  /// How many visitors of a name were there at once.
  func largest(_ name: String) -> Int { state.withLock { $0.largest[name] ?? 0 } }
}
