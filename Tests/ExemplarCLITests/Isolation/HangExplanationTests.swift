import ExemplarCore
import ExemplarLog
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// The reason of a hang, from the threads of processes that hung in `Tests/Fixtures/Workers`.
struct HangExplanationTests {
  private static let recorded: [String: HangingProcess] = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("hangs.json")
    return try! JSONDecoder().decode([String: HangingProcess].self, from: Data(contentsOf: file))
  }()

  private func text(
    _ process: HangingProcess?, package: String = "/shop", running: [RunningExample] = [],
    output: String = "", isWhole: Bool = false
  ) throws -> String {
    HangExplanation(
      process: try #require(process), package: package, running: running, output: output
    )
    .text(isWhole: isWhole)
  }

  private static let lost =
    "No task runs, and no thread waits for one: the example awaits something that does not happen, such as a "
    + "continuation that nothing resumes, a task that awaits itself, or an actor that is busy."

  /// The first line, and the number of lines with calls.
  @Test(
    arguments: [
      (
        "waits for a semaphore on the pool",
        "All 2 threads of Swift's concurrency pool are blocked: 2 in `DispatchSemaphore.wait` "
          + "(HangSpecs.swift:27).", 2
      ),
      (
        "waits for a semaphore",
        "A thread of Swift's concurrency pool waits in `DispatchSemaphore.wait` (HangSpecs.swift:27).",
        2
      ),
      (
        "waits for a group",
        "A thread of Swift's concurrency pool waits in `DispatchGroup.wait` (HangSpecs.swift:32).",
        2
      ),
      (
        "waits in two queues",
        "A thread of Swift's concurrency pool waits in `DispatchQueue.sync` (HangSpecs.swift:21). A thread of Dispatch "
          + "waits in `DispatchQueue.sync` (HangSpecs.swift:16). Queues that wait for each other never continue.",
        6
      ),
      (
        "locks twice",
        "A thread of Swift's concurrency pool waits in `pthread_mutex_lock` (HangSpecs.swift:38).",
        2
      ),
      (
        "computes",
        "A thread of Swift's concurrency pool is still computing in `compute()` (HangSpecs.swift:43).",
        2
      ),
      (
        "waits for a child",
        "A thread of Swift's concurrency pool waits in `Process.waitUntilExit` for /bin/sleep 600 "
          + "(HangSpecs.swift:51).", 2
      ),
      (
        "fills a pipe",
        "A thread of Swift's concurrency pool waits in `write` into a full pipe, which nothing reads "
          + "(HangSpecs.swift:56).", 2
      ),
      (
        "reads a silent pipe",
        "A thread of Swift's concurrency pool waits in `read` from an empty pipe, into which nothing writes "
          + "(HangSpecs.swift:61).", 2
      ),
      ("sleeps", "A thread of Swift's concurrency pool waits in `sleep` (HangSpecs.swift:97).", 1),
      (
        "blocks the main actor",
        "The main thread waits in `DispatchSemaphore.wait` (HangSpecs.swift:112), so no code of the main actor runs.",
        2
      ),
      ("keeps a continuation", lost, 0), ("awaits itself", lost, 0),
    ] as [(String, String, Int)])
  func aHangIsExplained(name: String, sentence: String, calls: Int) throws {
    let lines = try text(Self.recorded[name]).split(separator: "\n")
    #expect(lines.first.map(String.init) == sentence)
    #expect(lines.count - 1 == calls)
  }

  /// A process that may use one processor has one thread for all of its tasks.
  @Test func aPoolOfOneThreadIsNamed() throws {
    let recorded = try #require(Self.recorded["waits for a semaphore on the pool"])
    let pool = recorded.threads.filter { thread in
      thread.frames.contains { $0.name.hasPrefix("swift_job_run") }
    }
    let narrow = HangingProcess(
      number: recorded.number, processors: 2, pool: 1,
      threads: recorded.threads.filter { thread in
        !pool.dropFirst().contains { $0.number == thread.number }
      },
      children: [])
    let sentence =
      "The only thread of Swift's concurrency pool is blocked in `DispatchSemaphore.wait` (HangSpecs.swift:27), so no "
      + "other task runs."
    #expect(try text(narrow).hasPrefix(sentence + "\n"))
  }

  @Test func theRuntimeNamesALostContinuation() throws {
    let output = """
      before
      SWIFT TASK CONTINUATION MISUSE: pay(_:) leaked its continuation without resuming it. This may cause tasks
      SWIFT TASK CONTINUATION MISUSE: pay(_:) leaked its continuation without resuming it. This may cause tasks
      """
    let process = Self.recorded["loses a continuation"]
    #expect(
      try text(process, output: output)
        == "The continuation that pay(_:) made was never resumed.")
    // It is not the reason if a thread waits.
    #expect(try text(Self.recorded["computes"], output: output).contains("pay(_:)") == false)
  }

  @Test func allCallsAreShownIfWanted() throws {
    let all = try text(Self.recorded["waits for a semaphore"], isWhole: true)
    #expect(all.contains("\n  _dispatch_worker_thread\n"))
    #expect(all.contains("\n  waitForSemaphore() at /shop/Tests/HangSpecs/HangSpecs.swift:27\n"))
  }

  /// Where callers were not found, nothing is claimed of them.
  @Test func unknownCallsAreNoReason() throws {
    var process = try #require(Self.recorded["waits for a semaphore"])
    #expect(try text(process, package: "/elsewhere") == Self.lost)
    for index in process.threads.indices {
      process.threads[index].frames = Array(process.threads[index].frames.prefix(1))
    }
    #expect(try text(process) == "")
    process.threads = []
    #expect(try text(process) == "")
  }

  /// A pool that has an idle thread, or a computing one, or fewer threads than processors, is not exhausted.
  @Test func aPoolThatCanContinueIsNotBlocked() throws {
    let recorded = try #require(Self.recorded["waits for a semaphore on the pool"])
    let idle = try #require(
      Self.recorded["waits for a semaphore"]?.threads.first { thread in
        thread.name.hasSuffix("-qos")
          && thread.frames.contains { $0.name == "_dispatch_sema4_timedwait" }
      })
    let ordinary =
      "2 threads of Swift's concurrency pool wait in `DispatchSemaphore.wait` (HangSpecs.swift:27)."
    var process = recorded
    process.threads.append(idle)
    #expect(try text(process).hasPrefix(ordinary))
    process = HangingProcess(
      number: recorded.number, processors: 8, threads: recorded.threads, children: [])
    #expect(try text(process).hasPrefix(ordinary))
    process = recorded
    let computing = try #require(
      Self.recorded["computes"]?.threads.first { $0.frames.contains { $0.name == "compute()" } })
    process.threads.append(computing)
    #expect(
      try text(process).hasPrefix(
        "A thread of Swift's concurrency pool is still computing in `compute()` (HangSpecs.swift:43). "
          + ordinary))
  }

  /// A thread of the author beside the tasks is not the reason alone.
  @Test func anotherThreadThatWaitsLeavesTheTasksOpen() throws {
    var process = try #require(Self.recorded["keeps a continuation"])
    let own = HangingProcess.Thread(
      number: 7, name: "server", isComputing: false, descriptor: "socket:[7]",
      frames: [
        HangingProcess.Frame(name: "__libc_accept", path: "", line: 0),
        HangingProcess.Frame(name: "serve()", path: "/shop/Sources/Server.swift", line: 9),
        HangingProcess.Frame(name: "start_thread", path: "", line: 0),
      ])
    process.threads.append(own)
    #expect(
      try text(process)
        == "The thread “server” waits in `accept` (Server.swift:9). \(Self.lost)\n"
        + "  serve() at Sources/Server.swift:9")
    // If its outermost calls are unknown, it may be in a task.
    process.threads[process.threads.count - 1].frames.removeLast()
    #expect(
      try text(process)
        == "The thread “server” waits in `accept` (Server.swift:9).\n"
        + "  serve() at Sources/Server.swift:9")
  }

  /// Of several examples, the one is named whose thread waits, if its code is there too.
  @Test func theExampleIsNamedIfSeveralRan() throws {
    let process = try #require(Self.recorded["waits for a semaphore"])
    let thread = try #require(
      process.threads.first { $0.frames.contains { $0.name == "waitForSemaphore()" } })
    func example(_ name: String, _ line: Int, _ thread: Int32) -> RunningExample {
      let place = Place(path: "/shop/Tests/HangSpecs/HangSpecs.swift", line: line)
      var example = RunningExample(
        ExampleID(["HangSpecs", "Hangs", name]), ExampleContext(at: place))
      example.thread = thread
      return example
    }
    let (own, other) = (example("waits", 89, thread.number), example("opens", 80, 1))
    #expect(
      try text(process, running: [other, own])
        .contains("(HangSpecs.swift:27, in “Hangs › waits”)."))
    #expect(try !text(process, running: [own]).contains("in “"))
    // An example that began in this thread, and waits in another one or nowhere.
    let moved = example("moved", 80, thread.number)
    #expect(try !text(process, running: [moved, example("waits", 89, 1)]).contains("in “"))
    #expect(try !text(process, running: [moved, own]).contains("in “"))
  }

  #if os(Linux)
    /// Without a process to examine, there is no explanation.
    @Test func aProcessThatHasExitedIsNotExamined() async {
      #expect(await HangingProcess(stopping: 0x3fff_fff0, pool: nil) == nil)
    }
  #endif
}

extension FixturePackageTests {
  /// Each example of the fixture hangs for another reason; the report names it.
  @Test func theReasonOfAHangIsNamed() async throws {
    let junit = try temporaryFolder().appendingPathComponent("hangs.xml")
    let result = try await Fixture.workers.test([
      "HangSpecs", "--jobs", "4", "--timeout", "3s",
      "--report", "junit=\(junit.path)",
    ])
    result.expect(1, counts: "14 examples: 14 failed (14 unexpectedly) ")
    #if os(Linux)
      let report = try String(contentsOf: junit, encoding: .utf8)
      let text = [("&#10;", "\n"), ("&apos;", "'"), ("&#39;", "'")].reduce(report) {
        $0.replacing($1.0, with: $1.1)
      }
      let failures = result.output.components(separatedBy: "\n\n")
      let reasons = [
        ("waits for a semaphore on the pool", "threads of Swift's concurrency pool are blocked"),
        ("waits for a semaphore on the pool", "All "),
        ("waits for a semaphore on the pool", "in `DispatchSemaphore.wait` (HangSpecs.swift:27)"),
        ("waits for a semaphore", "waits in `DispatchSemaphore.wait` (HangSpecs.swift:27)"),
        ("waits for a semaphore", "waitForSemaphore() at Tests/HangSpecs/HangSpecs.swift:27\n"),
        ("waits for a group", "waits in `DispatchGroup.wait` (HangSpecs.swift:32)"),
        ("waits in two queues", "waits in `DispatchQueue.sync` (HangSpecs.swift:21)"),
        ("waits in two queues", "waits in `DispatchQueue.sync` (HangSpecs.swift:16)"),
        ("waits in two queues", "Queues that wait for each other never continue."),
        ("locks twice", "waits in `pthread_mutex_lock` (HangSpecs.swift:38)"),
        // In any of its instructions, of which some belong to no line.
        ("computes", "is still computing in `compute()` (HangSpecs.swift:4"),
        ("waits for a child", "waits in `Process.waitUntilExit` for /bin/sleep 600 "),
        ("fills a pipe", "waits in `write` into a full pipe, which nothing reads "),
        ("reads a silent pipe", "waits in `read` from an empty pipe, into which nothing writes "),
        ("sleeps", "waits in `sleep` (HangSpecs.swift:104)"),
        (
          "loses a continuation", "The continuation that loseContinuation() made was never resumed."
        ),
        ("keeps a continuation", "No task runs, and no thread waits for one"),
        ("awaits itself", "No task runs, and no thread waits for one"),
        ("blocks the main actor", "The main thread waits in `DispatchSemaphore.wait` "),
      ]
      for (name, reason) in reasons {
        let failure = failures.first { $0.contains(" › \(name)\n") }
        #expect(failure?.contains(reason) == true, "\(name): \(failure ?? result.output)")
        #expect(failure?.contains("within 3 s (--timeout)") == true)
        #expect(text.contains(reason), "\(name)")
      }
    #endif
  }
}
