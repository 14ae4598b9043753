import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// Values that are created for each example. (Semantics, section 2.)
@Suite struct GivenTests {
  @Test func `a given is made once per example, on first use, also from hooks`() async {
    let shelf = Given { () -> [String] in
      log("made")
      return []
    }
    let trace = await traced("A shelf") {
      beforeEach { info in if info.name != "untouched" { shelf.value.append("Emma") } }
      it("first") { shelf.value.append("Persuasion") }
      it("second") { expect(shelf(), equals: ["Emma"]) }
      it("untouched") {}
      it("again", .retry(1)) { expect(shelf(), equals: [], "not empty") }
      outline("row") { (_: Int) in
        expect(shelf(), equals: ["Emma"])
      } rows: {
        row("a", 1)
        row("b", 2)
      }
      afterEach { info in if info.name != "untouched" { log("\(shelf())") } }
    }
    expect(
      trace.description,
      equals: """
        A shelf
          made · ["Emma", "Persuasion"] → first: passed
          made · ["Emma"] → second: passed
          untouched: passed
          made · ! not empty (body, retried) · ["Emma"] · made · ! not empty (body) · ["Emma"] → \
        again: failed
          row
            made · ["Emma"] → a: passed
            made · ["Emma"] → b: passed
        6 executed, 1 failed ✘
        """)
  }

  @Test("KW-04: an override wins in its group and below, also for outer values that use it")
  func overrides() async {
    let title = Given { "Emma" }
    let label = Given { "\(title()), second-hand" }
    let trace = await traced("A label") {
      beforeEach { log(label()) }
      it("outside") {}
      context("shouted") {
        title.override { title().uppercased() }
        it("uses the value that it overrides") {}
        context("twice") {
          title.override { "\(title()), new" }
          it("uses the nearest") {}
          it("keeps what hooks read") { expect(title(), equals: "EMMA, new") }
        }
      }
      context("replaced") {
        it("counts wherever it stands") {}
        title.override { "Persuasion" }
        label.override { title() }
      }
      it("outside again") {}
    }
    expect(
      trace.description,
      equals: """
        A label
          Emma, second-hand → outside: passed
          shouted
            EMMA, second-hand → uses the value that it overrides: passed
            twice
              EMMA, new, second-hand → uses the nearest: passed
              EMMA, new, second-hand → keeps what hooks read: passed
          replaced › Persuasion → counts wherever it stands: passed
          Emma, second-hand → outside again: passed
        6 executed
        """)
  }

  @Test("a given outside an example is a failing issue at that line, also in hooks of a group")
  func outside() async {
    let title = Given { "Emma" }
    let line = #line
    let trace = await traced(
      describe("A label") {
        beforeAll { log(title()) }
        afterAll { log(title()) }
        it("a") { log(title()) }
      })
    expect(
      trace.description,
      equals: """
        A label
          ! A label: \(Self.outsideMessage) (beforeAll, unexpected)
          Emma
          a: blocked by A label
          ! A label: \(Self.outsideMessage) (afterAll, unexpected)
          Emma
        < A label failed
        1 blocked, 1 group failed ✘
        """)
    let lines = trace.issues.compactMap { issue in
      issue.place.map { $0.line - line }
    }
    expect(lines, equals: [3, 4])

    withKnownIssue {
      expect(title(), equals: "Emma")
    } matching: { issue in
      issue.sourceLocation?.line == #line - 2
        && issue.comments.first?.rawValue == Self.outsideMessage
    }
  }

  @Test func `an async given can fail; it is made anew for the next example`() async {
    let attempts = Counter()
    let catalog = AsyncGiven { () -> [String] in
      await Task.yield()
      log("opened")
      if attempts.next() == 1 { throw PowerCut() }
      return ["Emma"]
    }
    let trace = await traced("A catalog") {
      it("is broken") { log("never \(try await catalog())") }
      it("works") {
        log("\(try await catalog())")
        log("\(try await catalog())")
      }
      context("overridden") {
        catalog.override { try await catalog() + ["Persuasion"] }
        it("has more") { log("\(try await catalog())") }
      }
    }
    expect(
      trace.description,
      equals: """
        A catalog
          opened · ! Threw an error: PowerCut() (body, unexpected) → is broken: failed unexpectedly
          opened · ["Emma"] · ["Emma"] → works: passed
          overridden › opened · ["Emma", "Persuasion"] → has more: passed
        3 executed, 1 failed, 1 unexpected ✘
        """)
  }

  private static let outsideMessage =
    "A given was used outside an example. "
    + "Use it in the body of an example or in a hook around each example."
}

/// Several tasks of one example may ask for a value at the same time.
@Suite struct GivenInTasksTests {
  @Test func areMadeOnce() async {
    let catalog = AsyncGiven {
      log("catalog")
      try await Task.sleep(for: .milliseconds(1))
      return 7
    }
    let shelf = Given { () -> Int in
      log("shelf")
      return 3
    }
    let trace = await traced("A library") {
      it("a") {
        async let first = catalog()
        async let second = catalog()
        let sum = try await first + second
        expect(sum, equals: 14)
        await withTaskGroup(of: Int.self) { tasks in
          for _ in 0..<20 { tasks.addTask { shelf() } }
          for await value in tasks { expect(value, equals: 3) }
        }
      }
    }
    expect(
      trace.description,
      equals: """
        A library › catalog · shelf → a: passed
        1 executed
        """)
  }
}

@Suite struct EventuallyTests {
  /// An issue after the end of its attempt must not be lost with the attempt.
  @Test func keepsIssuesThatComeLate() async {
    let trace = await traced("A shelf") {
      it("fills") {
        let late = Locked<Task<Void, Never>?>(nil)
        try await eventuallyPasses {
          late.withLock { late in
            late =
              late
              ?? Task {
                try? await Task.sleep(for: .milliseconds(20))
                #expect(Bool(false), "it fell over")
              }
          }
        }
        await late.withLock { $0 }?.value
      }
      it("fills in two steps") {
        let attempts = Counter()
        try await eventuallyPasses(within: .seconds(600)) {
          let attempt = attempts.next()
          try await eventuallyPasses(within: .milliseconds(5)) { #expect(attempt > 1) }
        }
      }
    }
    expect(
      trace.description,
      equals: """
        A shelf
          ! it fell over (body) → fills: failed
          fills in two steps: passed
        2 executed, 1 failed ✘
        """)
  }
}
