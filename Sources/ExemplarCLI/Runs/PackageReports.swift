import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The reports that code of a package defines, if the package has several programs, none of which sees the whole run:
/// after the run, the programs that define them receive its events.
struct PackageReports {
  /// Receives the events of the run.
  let log: RunLog
  /// The programs, each with the reports that it writes.
  private let programs: [TestProgram]
  private let directory: String
  /// How long each of the programs may take; `nil` stands for no limit.
  private let timeout: Duration?
  private let folder: WorkerFolder

  /// - Parameter programs: The programs with specs, with their plans.
  /// - Returns: `nil` without such reports. Throws ``UsageError`` if no program defines one.
  init?(
    _ requests: [ReportRequest], of programs: [TestProgram], in directory: String,
    timeout: Duration?, _ clock: EventClock
  ) throws {
    let requests = requests.filter { $0.customName != nil }
    if requests.isEmpty { return nil }
    var reports: [Int: [String]] = [:]
    for request in requests {
      let name = request.customName ?? ""
      func named(_ program: TestProgram) -> [String] {
        program.plan?.reports.filter { $0 == name || $0.hasSuffix("." + name) } ?? []
      }
      let classes = Set(programs.flatMap(named)).sorted()
      if classes.count > 1 {
        throw UsageError(
          "Several test targets contain a report \(name): \(classes.joined(separator: ", ")). Write one with its "
            + "module.")
      }
      guard let owner = programs.firstIndex(where: { !named($0).isEmpty }) else {
        let all = programs.flatMap { $0.plan?.reports ?? [] }
          .map { $0.split(separator: ".").last.map(String.init) ?? $0 }
        let near = Suggestions.question(Suggestions.near(name, in: Set(all).sorted()))
        throw UsageError(
          "No test target with specs contains a class \(name) that is a CustomReport.\(near)")
      }
      reports[owner, default: []].append(request.text)
    }
    self.programs = reports.sorted { $0.key < $1.key }.map { index, texts in
      var program = programs[index]
      program.options[.report] = EnvironmentOption.report.value(texts)
      return program
    }
    (self.directory, self.timeout) = (directory, timeout)
    folder = try WorkerFolder()
    log = try RunLog(folder.url.appendingPathComponent("run.exlog"), clock)
  }

  /// Writes the reports of the run, which has finished or was interrupted. One that could not be written is not a
  /// success.
  func write(after status: ExitStatus, print: @escaping (Data) -> Void) async throws -> ExitStatus {
    defer { folder.remove() }
    var status = status
    for program in programs {
      let worker = try WorkerProcess(program, directory: directory, isInterruptible: false)
      defer { worker.remove() }
      let isReady = Locked(false)
      let cause = Locked<ProcessExit.Cause?>(nil)
      worker.channel.read { answer in
        if answer == nil {
          cause.withLock { $0 = .unreadableAnswer }
          worker.killGroup()
        }
        guard case .ready = answer else { return }
        isReady.withLock { $0 = true }
        worker.channel.closeOrders()
      }
      worker.channel.send(.replay(folder.url.appendingPathComponent("run.exlog").path))
      let start = EventLog.now
      var end = try await worker.run(watch: { [timeout] _ in
        let patience = Interruption.isRequested ? Interruption.patience.withLock { $0 } : nil
        guard let limit = [timeout, patience].compactMap(\.self).min(),
          EventLog.now - start > limit.seconds
        else { return }
        let seconds = limit.seconds.formattedSeconds
        cause.withLock {
          $0 = .hang("The package's own reports were not written within \(seconds).", of: nil)
        }
        worker.killGroup()
      }) { _ in }
      end.exit.cause = cause.withLock { $0 }
      worker.channel.readRest()
      if end.exit.isSuccess, isReady.withLock({ $0 }) {
        worker.output.passOn(isLast: true, print)
      } else {
        let issue = end.exit.issue(while: "while it wrote the package's own reports")
        Terminal.error(issue.message)
        if status == .fine { status = .failed }
      }
    }
    return Interruption.isRequested ? .interrupted : status
  }
}
