import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// Hooks around all specs of a module or of a run group. (Semantics, section 2.)
@Suite struct SharedHooksTests {
  private static func hooks(
    _ name: String, of scope: HookScope, _ traits: any ExampleTrait...,
    act: @escaping @Sendable (String) throws -> Void = { _ in }
  ) -> SpecNode {
    @Sendable func step(_ step: String) throws {
      log("\(step) \(name)")
      try act(step)
    }
    var node = describe(name, .hooks(of: scope)) {
      beforeAll { try step("S") }
      beforeEach { info in try step("s(\(info.name))") }
      afterEach { info in try step("t(\(info.name))") }
      afterAll {
        try step("T")
        cleanup { log("cleaned up \(name)") }
      }
    }
    node.traits += traits
    return node
  }

  private static func spec(
    _ name: String, _ runGroup: Int, _ traits: any ExampleTrait...
  )
    -> SpecNode
  {
    var node = describe(name, .runGroup(runGroup)) { it("\(name)1") { log(name) } }
    node.traits += traits
    return node
  }

  @Test("those of the module are outside those of a run group; both run once, around their specs")
  func nesting() async {
    let trace = await traced(
      Self.spec("c", 2), Self.spec("b", 2), Self.spec("a", 1),
      Self.hooks("second", of: .runGroup(2)), Self.hooks("all", of: .module))
    expect(
      trace.description,
      equals: """
        all
          S all
          a › s(a1) all · a · t(a1) all → a1: passed
          second
            S second
            c › s(c1) all · s(c1) second · c · t(c1) second · t(c1) all → c1: passed
            b › s(b1) all · s(b1) second · b · t(b1) second · t(b1) all → b1: passed
            T second · cleaned up second
          T all · cleaned up all
        3 executed
        """)
    #expect(trace.summary.isSuccess)
  }

  @Test(
    "a failing beforeAll blocks its specs alone; its afterAll runs, and a failing one fails the run"
  )
  func failures() async {
    let trace = await traced(
      Self.hooks("all", of: .module) { if $0 == "T" { throw PowerCut() } },
      Self.hooks("first", of: .runGroup(1)) { if $0 == "S" { throw PowerCut() } },
      Self.hooks("second", of: .runGroup(2)) { if $0 == "S" { throw Skip("closed") } },
      Self.spec("a", 1), Self.spec("b", 1), Self.spec("c", 2),
      Self.spec("d", 3))
    expect(
      trace.description,
      equals: """
        all
          S all
          first
            S first · ! first: Threw an error: PowerCut() (beforeAll, unexpected)
            a › a1: blocked by first
            b › b1: blocked by first
            T first · cleaned up first
          < first failed
          second
            S second
            c › c1: skipped, closed
            T second · cleaned up second
          d › s(d1) all · d · t(d1) all → d1: passed
          T all · ! all: Threw an error: PowerCut() (afterAll, unexpected)
        < all failed
        1 executed, 1 skipped, 2 blocked, 2 group failed ✘
        """)
  }

  @Test("they run only if a spec of theirs has something to run, and their own conditions hold")
  func selection() async {
    let specs = [
      Self.hooks("first", of: .runGroup(1)),
      Self.hooks("second", of: .runGroup(2)),
      Self.hooks("elsewhere", of: .module, .platforms(Platform("toaster"))),
      Self.spec("a", 1, .skipped("not yet")), Self.spec("b", 2), Self.spec("c", 3),
    ].map { Spec(module: "Acceptance", root: $0) }
    let all = await traced(specs)
    expect(
      all.description,
      equals: """
        a › a1: skipped, not yet
        second
          S second
          b › s(b1) second · b · t(b1) second → b1: passed
          T second · cleaned up second
        c › c → c1: passed
        2 executed, 1 skipped
        """)
    await expect(traced(specs, options: .selecting("c1")).order, equals: ["c", "c1"])
    // A line that runs a failure of such hooks again selects their specs.
    let again = await traced(specs, options: .selecting("Acceptance/second"))
    expect(again.order, equals: ["second", "b", "b1"])
    await expect(traced(specs, options: .selecting("second")).order, equals: ["second", "b", "b1"])
  }

  @Test("a line in the hooks selects their specs, and not the example above")
  func lines() async {
    let line = #line
    let specs = [
      describe("a") { it("a1") {} },
      describe("second", .hooks(of: .runGroup(2))) {
        beforeAll {}
        afterAll {}
      },
      describe("b", .runGroup(2)) { it("b1") {} },
      describe("c", .runGroup(2)) { it("c1") {} },
    ].map { Spec(module: "Acceptance", root: $0) }
    func chosen(_ offset: Int) async -> [String] {
      await traced(specs, options: .selecting("SharedHooksTests.swift:\(line + offset)")).executed
    }
    await expect(chosen(2), equals: ["a1"])
    for offset in 3...6 { await expect(chosen(offset), equals: ["b1", "c1"]) }
    await expect(chosen(7), equals: ["b1"])
    await expect(
      traced(specs, options: .selecting("SharedHooksTests.swift")).executed.count, equals: 3)
    // Parts of names, and globs, are those of examples.
    for selector in ["secon", "*/secon?"] {
      #expect(await traced(specs, options: .selecting(selector)).summary.nothingRan != nil)
    }
  }

  @Test("specs side by side wait for hooks that begin once", arguments: [1, 4])
  func sideBySide(width: Int) async {
    let begun = Counter()
    let opened = Locked(false)
    let early = Counter()
    let hooks = describe("all", .hooks(of: .module)) {
      beforeAll {
        begun.next()
        for _ in 0..<100 { await Task.yield() }
        opened.withLock { $0 = true }
      }
      afterAll { opened.withLock { $0 = false } }
    }
    let specs = (1...8).map { number in
      describe("spec \(number)") { it("runs") { if !opened.withLock({ $0 }) { early.next() } } }
    }
    let trace = await traced(
      (specs + [hooks]).map { Spec(module: "Acceptance", root: $0) },
      options: .plain {
        $0.jobs = width
        $0.order = .random
      })
    #expect(trace.summary.isSuccess && trace.summary.executed == 8)
    #expect(begun.value == 1 && early.value == 0)
  }

  @Test("each process runs them around its own parts, and those that ended a process have failed")
  func parts() async {
    let specs = [
      Self.hooks("first", of: .runGroup(1)), Self.hooks("second", of: .runGroup(2)),
      Self.spec("a", 1), Self.spec("b", 1), Self.spec("c", 2),
    ].map { Spec(module: "M", root: $0) }
    let plan = Plan(specs, PlanOptions(seed: 1, order: .defined))
    let ids = plan.demands.map(\.spec)
    expect(ids.map(\.name), equals: ["a", "b", "c"])
    let parts = Locked([
      PlanPart(spec: ids[0]),
      PlanPart(spec: ids[2], failedGroups: [ExampleID(["M", "second"])], isRest: true),
    ])
    var configuration = RunConfiguration()
    configuration.nextPart = { parts.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    let trace = await traced(Run(plan, configuration))
    expect(
      trace.description,
      equals: """
        first
          S first
          a › s(a1) first · a · t(a1) first → a1: passed
          T first · cleaned up first
        second
          c › c1: blocked by second
          T second · cleaned up second
        < second failed
        1 executed, 1 blocked, 1 group failed, 1 not reached ✘
        """)
  }

  @Test func `a failing example stops the run, and the hooks that have begun still end`() async {
    let trace = await traced(
      Self.hooks("all", of: .module) { if $0 == "s(a1)" { throw PowerCut() } },
      Self.hooks("second", of: .runGroup(2)), Self.spec("a", 1), Self.spec("b", 2),
      options: .plain { $0.failFast = 1 })
    expect(
      trace.description,
      equals: """
        all
          S all
          a › s(a1) all · ! Threw an error: PowerCut() (beforeEach, unexpected) · t(a1) all → a1: failed unexpectedly
          T all · cleaned up all
        1 executed, 1 failed, 1 unexpected, 1 not reached ✘
        """)
  }

  @Test func `a failed afterAll is run again with the specs of its hooks`() {
    let specs = [
      Self.hooks("second", of: .runGroup(2)), Self.spec("a", 1), Self.spec("b", 2),
    ].map { Spec(module: "M", root: $0) }
    let plan = Plan(
      specs, PlanOptions(seed: 1, order: .defined, rerun: [ExampleID(["M", "second"])]))
    expect(plan.demands.map(\.spec), equals: [ExampleID(["M", "b"])])
  }

  private static let idle =
    " Give that to the specs. (Set-up on an instance, such as setUpTest(), implies .sharedInstance: "
    + "make it static.)"

  @Test func `a declaration that cannot apply is a failing example at its line`() async {
    let line = #line
    let trace = await traced(
      describe("empty", .hooks(of: .module)) {},
      describe("mixed", .hooks(of: .module)) {
        beforeAll { log("never") }
        it("is lost") { log("never") }
      },
      describe("focused", .hooks(of: .module), .timeLimit(.seconds(1)), .focused) {
        beforeAll { log("never") }
      },
      describe("shared", .hooks(of: .module), .sharedInstance) { beforeAll { log("never") } },
      describe("nobody", .hooks(of: .runGroup(5))) { beforeAll { log("never") } },
      describe("one", .hooks(of: .module)) { afterAll { log("T") } },
      describe("two", .hooks(of: .module)) { beforeAll { log("never") } },
      describe("outer", .runGroup(2)) {
        describe("inner", .hooks(of: .module)) { beforeAll { log("never") } }
        it("runs") {}
      })
    let issues = trace.issues.filter(\.isFailure).map {
      "\(($0.place?.line ?? 0) - line): \($0.message)"
    }
    expect(
      issues,
      equals: [
        "2: “empty” has no hooks. Add some, or remove .hooks(of:).",
        "3: “mixed” has hooks of several specs, so its examples do not run. Move them to a spec without "
          + ".hooks(of:).",
        "7: Hooks of several specs do not honor .focused, .timeLimit.\(Self.idle)",
        "10: Hooks of several specs do not honor .sharedInstance.\(Self.idle)",
        "11: Acceptance has no spec in run group 5, so these hooks never run. Remove them.",
        "13: The hooks of the module are declared already, at SharedHooksTests.swift:\(line + 12), and "
          + "those run. Put all of them into one declaration.",
        "15: Hooks of several specs do not belong inside of one. Move them out of it.",
      ])
    #expect(trace.executed.count == 8 && trace.summary.failed == 7)
    let alone = await traced(
      describe("alone", .hooks(of: .module)) { beforeAll { log("never") } })
    expect(alone.summary.failed, equals: 1)
    #expect(!(trace.lines + alone.lines).contains("  never"))
  }

  @Test func `hooks of a type run on an instance of its own for each example`() async {
    let specs = discoveredSpecs().filter {
      ["OpenedPort", "Harbor", "Quay"].contains($0.root.name)
    }
    let trace = await traced(specs)
    expect(
      trace.description,
      equals: """
        OpenedPort
          port opened
          Harbor
            berths · 1 ship: berths → berths: passed
            loads · 1 ship: loads → loads: passed
          Quay
            craned once · 1 ship: cranes → cranes: passed
            craned twice · 1 ship: cranesAgain → cranesAgain: passed
          port closed
        4 executed
        """)
  }
}
