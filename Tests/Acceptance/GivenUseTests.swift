import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// Where givens are read, and what becomes of it. (Semantics, section 2.)
@Suite("Use of givens") struct GivenUseTests {
  @Test func `hooks, tasks and cleanups of an example read one value, whoever makes it`() async {
    let shelf = Given { () -> [String] in
      log("made")
      return []
    } cleanup: {
      log("cleared of \($0)")
    }
    let trace = await traced("A shelf") {
      beforeEach { info in if info.name == "everywhere" { shelf.value.append("set-up") } }
      it("everywhere") {
        await Task { shelf.value.append("task") }.value
        async let child: Void = shelf.value.append("child task")
        await child
        cleanup { shelf.value.append("cleanup") }
      }
      it("made in tear-down") {}
      afterEach { info in
        if info.name == "everywhere" { return shelf.value.append("tear-down") }
        if info.name == "made in tear-down" { log("\(shelf())") }
      }
      context("made in a cleanup") {
        it("last of all") { cleanup { log("\(shelf())") } }
      }
    }
    expect(
      trace.description,
      equals: """
        A shelf
          made · cleared of ["set-up", "task", "child task", "tear-down", "cleanup"] → \
        everywhere: passed
          made · [] · cleared of [] → made in tear-down: passed
          made in a cleanup › made · [] · cleared of [] → last of all: passed
        3 executed
        """)
  }

  @Test(
    "a task that outlives its example has no value of it, and what it is given is not cleaned up")
  func late() async {
    let forgotten = ForgottenTask()
    let title = Given {
      "Emma"
    } cleanup: {
      log("cleaned \($0)")
    }
    let line = #line
    let trace = await traced(
      describe("A label") {
        it("forgets a task") {
          title.value = "Persuasion"
          forgotten.start {
            log(title())
            title.value = "Sanditon"
          }
        }
        it("goes on") { await forgotten.complete() }
      })
    let late =
      "This was recorded after “A label › forgets a task” had ended: wait for the task that "
      + "recorded it."
    expect(
      trace.description,
      equals: """
        A label
          cleaned Persuasion → forgets a task: passed
          ! run: \(late) (body, unexpected) · Emma · ! run: \(late) (body, unexpected) → \
        goes on: passed
        2 executed, 2 run failed ✘
        """)
    let advice =
      "was used outside an example. Use it in the body of an example or in a hook around "
      + "each example."
    expect(
      trace.messages,
      equals: [
        "A given \(advice)\n\(late)",
        "The value of the given that is declared here \(advice)\n\(late)",
      ])
    expect(trace.places, equals: [6, -5].map { "GivenUseTests.swift:\(line + $0)" })
  }

  @Test("a making that fails is not kept: each read makes the value anew, until it is there")
  func failedMaking() async {
    let attempts = Counter()
    let catalog = AsyncGiven { () -> String in
      log("opening")
      if attempts.next() % 3 != 0 { throw PowerCut() }
      return "catalog"
    } cleanup: { _ in
      log("closed")
    }
    let trace = await traced("A catalog") {
      it("is read until it is there") {
        await #expect(throws: PowerCut.self) { try await catalog() }
        await #expect(throws: PowerCut.self) { try await catalog() }
        log(try await catalog())
        log(try await catalog())
      }
      it("fails in the body and in tear-down") { log(try await catalog()) }
      afterEach { log("tear-down with \(try await catalog())") }
    }
    expect(
      trace.description,
      equals: """
        A catalog
          opening · opening · opening · catalog · catalog · tear-down with catalog · closed → \
        is read until it is there: passed
          opening · ! Threw an error: PowerCut() (body, unexpected) · opening · \
        ! Threw an error: PowerCut() (afterEach, unexpected) → \
        fails in the body and in tear-down: failed unexpectedly
        2 executed, 1 failed, 1 unexpected ✘
        """)
  }

  @Test func `an async given that needs itself is a failing example at the given`() async {
    let line = #line
    let other = Locked<AsyncGiven<Int>?>(nil)
    let first = AsyncGiven { try await (other.withLock { $0 }?()) ?? 0 }
    other.withLock { $0 = AsyncGiven { try await first() + 1 } }
    let trace = await traced(
      describe("A circle") { it("has no end") { _ = try await first() } })
    expect(trace.messages, equals: ["A given uses itself while it is being made."])
    expect(trace.places, equals: ["GivenUseTests.swift:\(line + 2)"])
    expect(trace.summary.failed, equals: 1)
  }

  @Test("an override that needs a given that needs it is a failing issue, and ends nothing")
  func circle() async {
    let line = #line
    let title = Given { "Emma" }
    let label = Given { "label of \(title())" }
    let cover = AsyncGiven { "cover" }
    let shelf = AsyncGiven { "shelf with \(try await cover())" }
    let trace = await traced(
      describe("A circle") {
        title.override { "\(title()) with \(label())" }
        cover.override { "\(try await cover()) on \(try await shelf())" }
        it("reads") { log(title()) }
        it("reads later") { log(try await cover()) }
        context("that is broken") {
          title.override { "Persuasion" }
          it("reads") { log("\(title()), \(label())") }
        }
      })
    expect(
      trace.description,
      equals: """
        A circle
          ! A given uses itself while it is being made. (body, unexpected) · \
        Emma with label of Emma → reads: failed unexpectedly
          ! A given uses itself while it is being made. (body, unexpected) → \
        reads later: failed unexpectedly
          that is broken › Persuasion, label of Persuasion → reads: passed
        3 executed, 2 failed, 2 unexpected ✘
        """)
    expect(trace.places, equals: [1, 3].map { "GivenUseTests.swift:\(line + $0)" })
  }
}
