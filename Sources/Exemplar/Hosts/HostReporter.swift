import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// What a host inside a test process does with events: it prints them, or as a worker it streams
/// them to the process that started it.
package struct HostReporter: Sendable {
  /// Whether another process reads the events and reports for this one.
  package let isWorker: Bool
  /// What is wrong with reports that are asked for, where only the events can tell.
  let mistakes: [ExemplarCore.Issue]
  /// What is asked for in vain.
  let warnings: [ExemplarCore.Issue]
  /// What tells this worker what to run, if something does.
  let orders: WorkerOrders?
  private let reporters: [any Reporter]
  /// Those of them that also tell what runs right now.
  private let logs: [EventLogWriter]
  /// The process whose run it is.
  private let process = ProcessInfo.processInfo.processIdentifier

  /// Throws if a report is to go to a file that cannot be written.
  ///
  /// - Parameters:
  ///   - suffix: What the names of files have in addition, for a host that may not be the only one to
  ///     write them.
  ///   - prints: Whether there is a console report.
  ///   - rerun: The line that runs examples again, if it is not one of `swift test`.
  ///   - reportOption: What a mistake names the option that asks for reports.
  package init(
    environment: [String: String], verbose: Bool, suffix: String = "", prints: Bool = true,
    rerun: (@Sendable ([ExampleID], UInt64?) -> String)? = nil,
    reportOption: String = EnvironmentOption.report.rawValue
  ) throws {
    _ = IssueExplanation.workingDirectory
    let isWorker = Self.isWorker(environment)
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
    var console = ConsoleReporter.Options.standardOutput(
      environment: environment, verbose: verbose)
    console.rerun = rerun ?? console.rerun
    var reporters = try ReportRequest.reporters(
      for: reports,
      ReportContext(
        directory: console.directory, environment: environment, style: console.style,
        verbose: verbose, rerun: console.rerun)
    ) { name, path in
      do {
        return try CustomReports.reporter(named: name, path: path)
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
        if orders == nil { throw AuthoringMistake("The pipe \(pipe) cannot be opened.") }
      }
    }
    self.orders = orders
    if isWorker { Self.markOutput(in: logs) }
    if !isWorker, prints, !isReplaced { reporters.append(ConsoleReporter(console)) }
    self.isWorker = isWorker
    self.mistakes = mistakes
    warnings = isWorker ? [] : EnvironmentOption.warnings(aboutUnheeded: environment)
    self.reporters = reporters
  }

  /// Lets logs tell which part of the output is whose, if the output is a file.
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

  /// The pipe that whoever started this process holds open, if it is the tool, which runs the specs elsewhere
  /// and wants everything else from this process.
  package static func pipeOfToolWithoutSpecs(_ environment: [String: String]) -> String? {
    guard let pipe = environment[EnvironmentOption.worker.rawValue], !pipe.isEmpty else {
      return nil
    }
    return isWorker(environment) ? nil : pipe
  }

  /// Lets the processes that examples start know nothing of what this worker was told: a program
  /// with specs would believe itself to be a worker too, and write its events among those of this one.
  func keepFromChildren() {
    guard isWorker else { return }
    // It is asked for later.
    _ = AttachmentFolder.fromEnvironment
    #if !os(Windows)
      EnvironmentOption.allCases.forEach { unsetenv($0.rawValue) }
      // What the tool wants to know of a crash of this process, it does not of others: an example may expect
      // them to crash.
      if let own = getenv("_EXEMPLAR_BACKTRACE").map({ String(cString: $0) }) {
        if own.isEmpty { unsetenv("SWIFT_BACKTRACE") } else { setenv("SWIFT_BACKTRACE", own, 1) }
        unsetenv("_EXEMPLAR_BACKTRACE")
      }
    #endif
  }

  /// What is to be told how far examples have come, if somebody wants to know.
  package var follow: (@Sendable (ExampleStep) -> Void)? {
    guard !logs.isEmpty else { return nil }
    return { [logs] step in logs.forEach { $0.follow(step) } }
  }

  /// Takes the next event. Whoever runs examples has made sure that this is no forked copy of the process,
  /// which would cost a system call here.
  package func report(_ event: Event) {
    var index = 0
    while index < reporters.count {
      reporters[index].report(event)
      index += 1
    }
  }

  /// Tells that the process ends while specs are made and planned. A report that hears nothing would look like
  /// one of a run in which nothing failed; whoever reads the events of a worker knows by itself.
  func endInPlanning() {
    if !isWorker {
      let issue = Issue(
        "The process ended while its specs were made and planned.", phase: .planning,
        cause: .endOfProcess)
      report(.issueRecorded(IssueRecorded(id: nil, issue: issue)))
    }
    finish()
  }

  package func finish() {
    endIfForked()
    reporters.forEach { $0.finish() }
    // Its status is all that is heard of a worker now.
    if isWorker, !isComplete { ExitGuard.fail("A report could not be written.") }
  }

  /// Ends a copy of the process that an example has forked, and that has come back into the run: it would
  /// tell everything a second time. None of what it inherited is written by it.
  private func endIfForked() {
    #if !os(Windows)
      guard getpid() != process else { return }
      let text =
        "error: A process that was forked in an example came back into the run, and was ended. Let it "
        + "call exec or _exit before the body is over.\n"
      try? StandardStream.error.write(text.utf8)
      _exit(ExitStatus.failed.rawValue)
    #endif
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
