import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The reporters of a host inside a test process: it prints the events, or, as a worker, streams
/// them to the process that started it.
package struct HostReporter: Sendable {
  /// Whether another process reads the events and reports for this one.
  package let isWorker: Bool
  /// Errors in requested reports, if only the events can report them.
  let mistakes: [ExemplarCore.Issue]
  let warnings: [ExemplarCore.Issue]
  let orders: WorkerOrders?
  private let reporters: [any Reporter]
  private let verdicts = PendingVerdicts()
  /// The logs among them, which also describe the running examples.
  private let logs: [EventLogWriter]

  /// Throws if a report cannot be written to its file. Ends the process if a tool of a version that does not fit has
  /// started it.
  ///
  /// - Parameters:
  ///   - suffix: A suffix of file names, for a host that may not be the only one to write them.
  ///   - prints: Whether there is a console report.
  ///   - rerun: The rerun line, if it is not one of `swift test`.
  ///   - reportOption: The name in errors of the option that requests reports.
  package init(
    environment: [String: String], console: ConsoleSettings, suffix: String = "",
    prints: Bool = true,
    rerun: (@Sendable ([ExampleID], UInt64?) -> String)? = nil,
    reportOption: String = EnvironmentOption.report.rawValue
  ) throws {
    _ = TestingIssues.workingDirectory
    AttachmentFolder.use(environment)
    let isWorker = Self.isWorker(environment)
    if let tool = environment[EnvironmentOption.tool.rawValue],
      let problem = ExemplarVersion.problem(ofTool: tool)
    {
      StandardStream.error.print("\(problem)\n")
      _exit(ExemplarVersion.refusalStatus)
    }
    var mistakes: [ExemplarCore.Issue] = []
    var reports = try ReportRequest.requests(in: environment, option: reportOption)
    // The process that reads the events of a worker writes the others.
    if isWorker { reports.removeAll { $0.customName == nil } }
    for index in reports.indices { reports[index].path = reports[index].path?.withSuffix(suffix) }
    let isReplaced = reports.contains(where: \.replacesConsole)
    for (option, format) in [(EnvironmentOption.events, ReportFormat.jsonLines), (.log, .log)] {
      if let path = environment[option.rawValue], !path.isEmpty {
        reports.append(ReportRequest(format, path: path.withSuffix(suffix)))
      }
    }
    if let path = BazelTest.warnings { reports.append(ReportRequest(.warnings, path: path)) }
    var context = ReportContext.standardOutput(
      environment: environment, console: console, rerun: rerun)
    context.verdicts = verdicts
    try BazelTest.confirmShard()
    var files = CommandFiles()
    try files.read((try? RunOptions(environment: environment))?.durationFiles ?? [])
    var reporters = try ReportRequest.reporters(for: reports, context, among: files) { name, path in
      do {
        return try customReporter(named: name, path: path)
      } catch  where isWorker {
        mistakes.append(Issue(String(describing: error), phase: .planning))
        return NoReport()
      }
    }
    logs = reporters.compactMap { $0 as? EventLogWriter }
    var orders: WorkerOrders?
    if isWorker, let path = environment[EnvironmentOption.worker.rawValue] {
      WorkerLife.endWithReader(of: path)
      if let pipe = environment[EnvironmentOption.orders.rawValue] {
        orders = WorkerOrders(path: pipe, answers: path)
        if orders == nil { throw UsageError("The pipe \(pipe) cannot be opened.") }
      }
    }
    self.orders = orders
    if isWorker {
      if let mutants = try ReachedMutants(environment) { reporters.append(mutants) }
      Self.markOutput(in: logs)
      AuthorStep.follow { [logs] title in logs.forEach { $0.record(step: title) } }
    }
    if !isWorker, prints, !isReplaced { reporters.append(ConsoleReporter(context)) }
    self.isWorker = isWorker
    self.mistakes = mistakes
    warnings = isWorker ? [] : EnvironmentOption.warnings(aboutIgnored: environment)
    self.reporters = reporters
  }

  /// Makes logs record which part of the output belongs to which example, if the output is a file.
  private static func markOutput(in logs: [EventLogWriter]) {
    #if !os(Windows)
      var status = stat()
      guard fstat(1, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
      // A copy of its own, since an example may put something else in the place of the standard output.
      let copy = fcntl(1, F_DUPFD_CLOEXEC, 200)
      if copy >= 0 { logs.forEach { $0.markOutput(through: copy) } }
    #endif
  }

  /// Whether the environment is one that the tool gave to a worker.
  static func isWorker(_ environment: [String: String]) -> Bool {
    [EnvironmentOption.worker, .log].allSatisfy { environment[$0.rawValue]?.isEmpty == false }
  }

  /// The pipe that the parent process holds open, if it is the tool and runs the specs elsewhere,
  /// so that this process must run everything else.
  package static func pipeOfToolWithoutSpecs(_ environment: [String: String]) -> String? {
    guard let pipe = environment[EnvironmentOption.worker.rawValue], !pipe.isEmpty else {
      return nil
    }
    return isWorker(environment) ? nil : pipe
  }

  /// Removes the variables of a worker from the environment of child processes: a program with
  /// specs would treat itself as a worker too, and write its events among those of this one.
  func keepFromChildren() {
    guard isWorker else { return }
    BazelTest.keepFromChildren()
    #if !os(Windows)
      for option in EnvironmentOption.allCases where option != .slot { unsetenv(option.rawValue) }
      // The tool needs crash reports of this process only: an example may expect its children to
      // crash.
      if let own = getenv("_EXEMPLAR_BACKTRACE").map({ String(cString: $0) }) {
        if own.isEmpty { unsetenv("SWIFT_BACKTRACE") } else { setenv("SWIFT_BACKTRACE", own, 1) }
        unsetenv("_EXEMPLAR_BACKTRACE")
      }
    #endif
  }

  /// Receives the steps of running examples; `nil` if no log follows them.
  package var follow: (@Sendable (ExampleStep) -> Void)? {
    guard !logs.isEmpty else { return nil }
    return { [logs] step in logs.forEach { $0.follow(step) } }
  }

  /// Receives the next event. Callers have checked that this is not a forked copy of the process,
  /// which would cost a system call here.
  package func report(_ event: Event) {
    var index = 0
    while index < reporters.count {
      reporters[index].report(event)
      index += 1
    }
  }

  /// Passes the events of a finished run to the reports that code of the program defines.
  func replay(logAt path: String) {
    if let mistake = mistakes.first { return ExitGuard.fail(mistake.message) }
    let reports = reporters.filter { !($0 is EventLogWriter) }
    do {
      let log = try EventLog(path: path)
      while let batch = log.nextBatch() {
        batch.forEach { event in reports.forEach { $0.report(event) } }
      }
    } catch {
      ExitGuard.fail("\(error)")
    }
  }

  /// Reports that the process ends while specs are made and planned. A report without events would look like
  /// one of a run in which nothing failed; the reader of a worker's events knows by itself.
  func endInPlanning(_ reason: String?) {
    if !isWorker {
      let issue = Issue(
        reason ?? "The process ended while its specs were made and planned.", phase: .planning,
        cause: .endOfProcess)
      report(.issueRecorded(IssueRecorded(id: nil, issue: issue)))
    }
    finish()
    conclude(nil)
  }

  package func finish() {
    ExitGuard.endIfForked()
    reporters.forEach { $0.finish() }
    // Its status is all that is heard of a worker now.
    if isWorker, !isComplete { ExitGuard.fail("A report could not be written.") }
  }

  /// Prints the verdict, after everything else.
  ///
  /// - Parameter verdict: The verdict, if it does not follow from the events and their reports.
  func conclude(_ verdict: Verdict?) {
    verdicts.print(verdict ?? (isComplete ? nil : .failed(nil)))
  }

  /// Whether everything has been written.
  package var isComplete: Bool { reporters.allSatisfy(\.isComplete) }
}

/// Stands for a report that cannot be made.
private struct NoReport: Reporter {
  func report(_ event: Event) {}
}

extension String {
  /// A path with something in addition before the extension of its last part.
  fileprivate func withSuffix(_ suffix: String) -> String {
    let name = lastIndex(of: "/").map { index(after: $0) } ?? startIndex
    let end = self[name...].lastIndex(of: ".") ?? endIndex
    return self[..<end] + suffix + self[end...]
  }
}
