import ExemplarCore
import ExemplarLog
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// Decisions about processes, without any: events in, actions out.
struct DispatcherTests {
  /// The options that matter here.
  struct Setting: Sendable {
    var programs = 1
    /// The programs whose processes have answered before the run.
    var asked: [Int] = []
    var jobs = 1
    var repetitions = 1
    var failFast: Int?
    var timeout: Int?
    /// Whether other tests run after each repetition.
    var hasOthers = false
  }

  /// A dispatcher that is driven by lines, such as `1 ready`.
  private final class Pool {
    private let dispatcher: Dispatcher
    private let merger: Locked<StreamMerger>
    private let reported = Locked<[String]>([])

    init(_ setting: Setting) {
      var options = RunOptions()
      (options.seed, options.repetitions) = (1, setting.repetitions)
      (options.failFast, options.timeout) = (setting.failFast, setting.timeout.map { .seconds($0) })
      let programs = (1...setting.programs).map {
        TestProgram(url: URL(fileURLWithPath: "/shop/\($0)"), options: [:])
      }
      var settings = PoolSettings(
        programs: programs, directory: "/", run: options, jobs: setting.jobs, durationClasses: [:],
        print: { _ in })
      if setting.hasOthers { settings.betweenRepetitions = { _ in true } }
      merger = Locked(
        StreamMerger { [reported] batch in
          batch.forEach { event in
            if let text = Self.text(event) { reported.withLock { $0.append(text) } }
          }
        })
      let asked = setting.asked.map { ($0 + 1, $0) }
      dispatcher = Dispatcher(
        settings, asked: Dictionary(uniqueKeysWithValues: asked), claims: nil, merger)
    }

    private static func text(_ event: Event) -> String? {
      switch event {
      case .exampleEnded(let end): end.outcome == .passed ? "✔" : "✘"
      case .issueRecorded(let record): "“\(record.issue.message.prefix { $0 != "\n" })”"
      case .runEnded(let summary):
        summary.finished && summary.notReached == 0 ? "run over" : "run cut"
      case .runStarted, .groupStarted, .exampleStarted, .groupEnded, .hooksStarted, .hooksEnded,
        .attachmentRecorded, .exampleListed:
        nil
      }
    }

    private static func text(_ action: PoolAction) -> String {
      switch action {
      case .start(let worker, let program, _): "+\(worker) of \(program)"
      case .worker(let worker, let action): "\(worker):\(WorkerStateTests.text(action))"
      case .delayGrowth: "length?"
      case .request(let request, let worker, _): "\(request.name) for \(worker)"
      case .shutDownFixtures: "fixtures"
      case .runBetween(let repetition): "others \(repetition)"
      }
    }

    /// What follows from a line: the actions, and the reported events.
    func handle(_ line: String) -> String {
      let words = line.split(separator: " ").map(String.init)
      let worker = Int(words[0])
      let event = worker == nil ? Self.event(words) : Self.workerEvent(Array(words.dropFirst()))
      let actions = dispatcher.handle(event, of: worker ?? 0).map(Self.text)
      if dispatcher.isFinished { merger.withLock { $0.finish() } }
      let events = reported.withLock { reported in
        defer { reported = [] }
        return reported
      }
      var end = dispatcher.isFinished ? ["finished"] : []
      if let exit = dispatcher.result.exit, dispatcher.isFinished {
        end.append(exit.isEarly ? exit.issue.message : exit.issueAfterRun()?.message ?? "")
      }
      if let error = dispatcher.result.error, dispatcher.isFinished { end.append("\(error)") }
      return ([line, "→"] + [(actions + events + end).joined(separator: ", ")])
        .filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func event(_ words: [String]) -> PoolEvent {
      switch words[0] {
      case "begun": .begun
      case "grows": .growthAllowed
      case "interrupted": .interrupted
      case "others" where words[1] == "break": .betweenFailed(UsageError("They do not start."))
      case "others": .betweenEnded(goesOn: words[1] == "pass")
      case "loses": .fixtureFailed(Issue("It was lost."), lost: words[1])
      default: .fixturesShutDown
      }
    }

    private static func workerEvent(_ words: [String]) -> PoolEvent {
      let id = ExampleID(
        ["Shop"] + words.dropFirst().flatMap { $0.split(separator: "/") }.map(String.init))
      switch words[0] {
      case "plans":
        return .answered(
          .planned(
            WorkerPlan(
              demands: words.dropFirst().map { name in
                SpecDemand(
                  spec: ExampleID(["Shop", name.filter(\.isLetter)]),
                  isIsolated: name.hasSuffix("!"))
              })))
      case "ready": return .answered(.ready)
      case "babbles": return .answered(nil)
      case "hangs": return .answered(.hangs("It hangs.", nil))
      case "needs": return .answered(.needs(FixtureRequest(words[1], at: .unknown)))
      case "starts": return .logged([LoggedEvents(.runStart())])
      case "(": return .logged([LoggedEvents(.groupStart(id))])
      case "runs": return .logged([LoggedEvents(.exampleStart(id))])
      case ")": return .logged([LoggedEvents(.groupEnd(id))])
      case "passes", "fails":
        let outcome = words[0] == "passes" ? Outcome.passed : .failed(unexpected: false)
        return .logged([
          LoggedEvents(.groupStart(id.spec)), LoggedEvents(.exampleStart(id)),
          LoggedEvents(.exampleEnd(id, outcome)), LoggedEvents(.groupEnd(id.spec)),
        ])
      case "ends":
        var summary = RunSummary(seed: 1)
        summary.finished = true
        return .logged([LoggedEvents(.runEnded(summary))])
      case "takes":
        var running = RunLedgerTests.running(id)
        running.start = 0
        return .sampled(WorkerSample(running: [running], time: 100))
      case "stops":
        return .sampled(WorkerSample(running: [], time: Double(words[1])!, isStopped: true))
      case "stayed": return .timerFired(.stay)
      case "overdue": return .timerFired(.exit)
      case "cannot": return .failedToStart(UsageError("It is no program."))
      default:
        let exit = ProcessExit(way: words[1] == "0" ? .status(0) : .signal(SIGKILL))
        return .exited(WorkerProcess.End(exit: exit), output: nil)
      }
    }
  }

  @Test(
    arguments: [
      (
        "one worker runs everything", Setting(),
        """
        begun → +1 of 0, 1:plan, 1:begin
        1 plans A B →
        1 starts →
        1 ready → 1:A in 0
        1 passes A/a → ✔
        1 ready → 1:B in 0
        1 passes B/b → ✔
        1 ready → 1:end
        1 ends → 1:close, 1:exit?
        1 exits 0 → fixtures
        shut → run over, finished
        """
      ),
      (
        "a second worker comes when the run lasts, and one that is not ready at the end is dismissed",
        Setting(jobs: 2),
        """
        begun → +1 of 0, 1:plan, 1:begin
        1 plans A B C → length?
        1 ready → 1:A in 0
        grows → +2 of 0, 2:begin
        2 ready → 2:B in 1
        1 passes A/a → ✔
        1 ready → 1:C in 0
        1 exits 9 → +3 of 0, 3:begin
        2 passes B/b → ✔
        2 ready → 2:rest of C in 0
        2 passes C/c → ✔, “The process was ended by signal 9 (killed) in C, while no example ran.”
        2 ready → 2:end, 3:close, 3:kill
        2 ends → 2:close, 3:close, 2:exit?, 3:exit?
        3 ready →
        3 exits 9 → 2:close
        2 exits 0 → fixtures
        shut → run over, finished
        """
      ),
      (
        "processes that have answered before the run take part in it, and the others are started",
        Setting(programs: 3, asked: [0, 2], jobs: 2),
        """
        begun → 1:plan, 1:begin, 3:plan, 3:begin
        1 plans A →
        1 ready → +4 of 1, 4:plan, 4:begin
        3 plans C →
        3 ready →
        4 plans B → length?, 1:A in 0
        4 ready → 3:C in 1
        1 passes A/a → ✔
        1 ready → 4:B in 0
        3 passes C/c → ✔
        3 ready →
        4 passes B/b → ✔
        4 ready → 1:end, 3:end, 4:end
        """
      ),
      (
        "a process that answered exits before the run begins", Setting(asked: [0]),
        """
        begun → 1:plan, 1:begin
        1 exits 9 → fixtures
        shut → finished, The process was ended by signal 9 (killed) before the run had finished.
        """
      ),
      (
        "a crash continues elsewhere", Setting(),
        """
        begun → +1 of 0, 1:plan, 1:begin
        1 plans A B →
        1 ready → 1:A in 0
        1 runs A/a →
        1 exits 9 → +2 of 0, 2:begin
        2 ready → 2:rest of A in 0
        2 passes A/a → ✔, “The process was ended by signal 9 (killed) in A, while no example ran.”
        2 ready → 2:B in 0
        """
      ),
      (
        "a process that was starting takes over, and has the slot of the one that crashed",
        Setting(jobs: 2),
        """
        begun → +1 of 0, 1:plan, 1:begin
        1 plans A B → length?
        1 ready → 1:A in 0
        grows → +2 of 0, 2:begin
        1 exits 9 →
        2 ready → 2:rest of A in 0, +3 of 0, 3:begin
        3 ready → 3:B in 1
        """
      ),
      (
        "three processes cannot begin", Setting(),
        """
        begun → +1 of 0, 1:plan, 1:begin
        1 plans A →
        1 starts →
        1 exits 9 → +2 of 0, 2:begin
        2 exits 9 → +3 of 0, 3:begin
        3 exits 9 → fixtures, “The process was ended by signal 9 (killed) before it could run \
        anything, as others before it did.”
        shut → run cut, finished
        """
      ),
      (
        "a process that can begin resets that count", Setting(),
        """
        begun → +1 of 0, 1:plan, 1:begin
        1 plans A →
        1 exits 9 → +2 of 0, 2:begin
        2 exits 9 → +3 of 0, 3:begin
        3 ready → 3:A in 0
        3 exits 9 → +4 of 0, 4:begin
        4 exits 9 → +5 of 0, 5:begin
        5 exits 9 → +6 of 0, 6:begin
        6 ready → 6:rest of A in 0
        """
      ),
      (
        "a process exits before it has planned", Setting(),
        """
        begun → +1 of 0, 1:plan, 1:begin
        1 exits 9 → fixtures
        shut → finished, The process was ended by signal 9 (killed) before the run had finished.
        """
      ),
      (
        "a process cannot be started", Setting(),
        """
        begun → +1 of 0, 1:plan, 1:begin
        1 cannot start → fixtures
        shut → finished, It is no program.
        """
      ),
      (
        "enough has failed", Setting(jobs: 2, failFast: 1),
        """
        begun → +1 of 0, 1:plan, 1:begin
        1 plans A B C → length?
        grows →
        1 ready → 1:A in 0, +2 of 0, 2:begin
        2 ready → 2:B in 1
        1 fails A/a → 1:stop, 2:stop, ✘
        1 ready →
        2 passes B/b → ✔
        2 ready → 1:end, 2:end
        1 ends →
        2 ends → 1:close, 2:close, 1:exit?, 2:exit?
        1 exits 0 → 2:close
        2 exits 0 → fixtures
        shut → run cut, finished
        """
      ),
      (
        "the user wants the end", Setting(),
        """
        begun → +1 of 0, 1:plan, 1:begin
        1 plans A B →
        1 ready → 1:A in 0
        interrupted → 1:stop, 1:close
        interrupted →
        1 passes A/a → ✔
        1 ready →
        grows →
        1 ends → 1:end, 1:close, 1:exit?
        1 exits 0 → fixtures
        shut → finished
        """
      ),
      (
        "a repetition ends before a worker has planned, which is asked to end it when it is ready",
        Setting(jobs: 2, repetitions: 2),
        """
        begun → +1 of 0, 1:plan, 1:begin
        1 plans A B → length?
        1 ready → 1:A in 0
        grows → +2 of 0, 2:begin
        2 ready → 2:B in 1
        1 passes A/a → ✔
        1 ready →
        2 passes B/b → ✔
        2 ready → 1:end, 2:end
        1 ends →
        2 ends → 1:plan, 1:begin, 2:begin
        1 plans A → run over
        1 ready → 1:A in 0
        1 passes A/a → ✔
        1 ready → 1:end
        1 ends →
        2 ready → 2:end
        2 ends → 1:close, 2:close, 1:exit?, 2:exit?
        1 exits 0 → 2:close
        2 exits 0 → fixtures
        shut → run over, finished
        """
      ),
      (
        "an isolated spec has a process, which stays", Setting(),
        """
        begun → +1 of 0, 1:plan, 1:begin
        1 plans A! B →
        1 ready → 1:A in 0
        1 passes A/a → ✔
        1 ready → 1:stay?, +2 of 0, 2:begin
        2 ready → 2:B in 0
        2 passes B/b → ✔
        1 stayed →
        2 ready → 1:end, 2:end
        1 ends →
        2 ends → 1:close, 2:close, 1:exit?, 2:exit?
        1 exits 9 → 2:close
        2 exits 0 → fixtures
        shut → run over, finished, The process was ended by signal 9 (killed) after its \
        examples had finished.
        """
      ),
      (
        "two programs are asked one after the other, and each runs its own specs",
        Setting(programs: 2),
        """
        begun → +1 of 0, 1:plan, 1:begin
        1 plans A →
        1 starts →
        1 ready → +2 of 1, 2:plan, 2:begin
        2 plans B →
        2 starts →
        2 ready → 1:A in 0
        1 passes A/a → ✔
        1 ready → 2:B in 0
        2 passes B/b → ✔
        2 ready → 1:end, 2:end
        1 ends →
        2 ends → 1:close, 2:close, 1:exit?, 2:exit?
        2 exits 0 → 1:close
        1 exits 0 → fixtures
        shut → run over, finished
        """
      ),
      (
        "an unreadable answer is the cause of the exit, and what was reported before counts",
        Setting(),
        """
        begun → +1 of 0, 1:plan, 1:begin
        1 plans A B →
        1 ready → 1:A in 0
        1 babbles → 1:kill
        1 babbles →
        1 ready →
        1 passes A/a → ✔
        1 exits 9 → +2 of 0, 2:begin, “The process sent an answer that cannot be read after A \
        had finished in it, so it was killed: its code has written into a descriptor that it \
        had not opened.”
        2 ready → 2:B in 0
        """
      ),
      (
        "nothing counts after a hang, and another process runs the rest", Setting(),
        """
        begun → +1 of 0, 1:plan, 1:begin
        1 plans A B →
        1 ready → 1:A in 0
        1 hangs → 1:examine
        1 takes A/a →
        1 passes A/a →
        1 overdue → 1:kill
        1 exits 9 → +2 of 0, 2:begin
        2 ready → 2:rest of A in 0
        """
      ),
      (
        "a time-out kills after an examination", Setting(timeout: 1),
        """
        begun → +1 of 0, 1:plan, 1:begin
        1 plans A →
        1 ready → 1:A in 0
        1 takes A/a → 1:examine
        1 takes A/a →
        1 exits 9 → +2 of 0, 2:begin, “It did not end within 1 s (--timeout), so its process \
        was killed.”, ✘
        """
      ),
      (
        "a stopped process is killed, and is given nothing", Setting(),
        """
        begun → +1 of 0, 1:plan, 1:begin
        1 stops 0 →
        1 stops 1000 → 1:kill
        1 ready →
        1 exits 9 → fixtures
        shut → finished, The process was stopped, as by SIGSTOP, for 2 min 0 s \
        (--planning-timeout) in 1. The process was killed.
        """
      ),
      (
        "a worker ends by itself, with its part and without", Setting(),
        """
        begun → +1 of 0, 1:plan, 1:begin
        1 plans A B →
        1 ready → 1:A in 0
        1 ends → 1:end, 1:close, 1:exit?
        1 overdue → 1:kill
        1 exits 0 → +2 of 0, 2:begin
        2 ready → 2:rest of A in 0
        2 passes A/a → ✔, “A process did not exit within 10 s in A, while no example ran \
        (--grace), so it was killed: a handler of atexit may hang.”
        2 ends → 2:end, 2:close, 2:exit?
        2 ready →
        2 exits 0 → +3 of 0, 3:begin
        3 ready → 3:B in 0
        """
      ),
      (
        "a process that does not exit is killed, also while the next repetition is planned",
        Setting(repetitions: 2),
        """
        begun → +1 of 0, 1:plan, 1:begin
        1 plans A! →
        1 ready → 1:A in 0
        1 passes A/a → ✔
        1 ready → 1:stay?, 1:end
        1 ends → +2 of 0, 2:plan, 2:begin
        2 plans A! → run over
        1 overdue → 1:kill
        1 exits 9 →
        2 ready → 2:A in 0
        2 passes A/a → ✔
        2 ready → 2:stay?, 2:end
        2 ends → 2:close, 2:exit?
        2 overdue → 2:kill
        2 exits 9 → fixtures
        shut → run over, finished, A process did not exit within 10 s after its examples had \
        finished (--grace), so it was killed: a handler of atexit may hang.
        """
      ),
      (
        "other tests run before the next repetition begins",
        Setting(repetitions: 2, hasOthers: true),
        """
        begun → +1 of 0, 1:plan, 1:begin
        1 plans A →
        1 ready → 1:A in 0
        1 passes A/a → ✔
        1 ready → 1:end
        1 ends → others 1
        others pass → 1:plan, 1:begin
        1 plans A → run over
        1 ready → 1:A in 0
        1 passes A/a → ✔
        1 ready → 1:end
        1 ends → 1:close, 1:exit?
        1 exits 0 → fixtures
        shut → run over, finished
        """
      ),
      (
        "other tests end the run, and a worker that exits meanwhile is another one's affair",
        Setting(jobs: 2, repetitions: 2, hasOthers: true),
        """
        begun → +1 of 0, 1:plan, 1:begin
        1 plans A → length?
        1 ready → 1:A in 0
        1 passes A/a → ✔
        1 ready → 1:end
        1 ends → others 1
        1 exits 9 →
        others fail → fixtures
        shut → run over, finished, The process was ended by signal 9 (killed) after its examples had finished.
        """
      ),
      (
        "other tests that cannot be run are the end of the run",
        Setting(repetitions: 3, hasOthers: true),
        """
        begun → +1 of 0, 1:plan, 1:begin
        1 plans A →
        1 ready → 1:A in 0
        1 passes A/a → ✔
        1 ready → 1:end
        1 ends → others 1
        others break → 1:close, 1:exit?
        1 exits 0 → fixtures
        shut → run over, finished, They do not start.
        """
      ),
      (
        "fixtures are asked for, and lost", Setting(),
        """
        begun → +1 of 0, 1:plan, 1:begin
        1 plans A →
        1 ready → 1:A in 0
        1 needs db → db for 1
        loses db → 1:forget("db"), “It was lost.”
        """
      ),
    ] as [(Comment, Setting, String)])
  func eventsLeadToActions(title: Comment, setting: Setting, lines: String) {
    let pool = Pool(setting)
    let inputs = lines.split(separator: "\n").map { $0.prefix { $0 != "→" }.dropLast() }
    #expect(inputs.map { pool.handle(String($0)) }.joined(separator: "\n") == lines, title)
  }
}

extension LoggedEvents {
  fileprivate init(_ event: Event) { self.init(batch: .event(event), time: 0) }
}
