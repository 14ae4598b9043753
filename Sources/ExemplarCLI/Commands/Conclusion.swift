import ArgumentParser
import ExemplarCore
import ExemplarReports
import Foundation

/// The end of a command that shows a run: whatever happens, the last line on the standard output is the verdict, with
/// the exit status of the process.
struct Conclusion {
  let command: any ParsableArguments.Type
  let terminal: Terminal
  /// Whether a console is on the standard output; otherwise a report is.
  let hasConsole: Bool
  /// Whether a success has a verdict: a list is not a run.
  var isRun = true
  /// The result if no console has one.
  var resultOtherwise = nothingRan
  /// The consoles of the run.
  var verdicts = PendingVerdicts()

  static let nothingRan = "nothing ran"
  static let nothingIsShown = "no run is shown"

  /// Runs everything else, prints errors and the verdict, and returns the exit status.
  func status(of run: () async throws -> ExitStatus) async -> ExitStatus {
    var status: ExitStatus
    do {
      status = try await run()
    } catch {
      status = command.report(error)
    }
    terminal.clear()
    terminal.endLine()
    // A success has a result, or a reason for having none.
    if status == .fine, isRun, hasConsole, verdicts.result == nil, !verdicts.hasConsole {
      status = .didNotFinish
    }
    let printed = verdicts.print(Verdict(status), ifIncomplete: Verdict(.failed))
    if printed.verdict != Verdict(status) { status = .failed }
    if !printed.isShown, hasConsole, isRun || status != .fine,
      !CommandFiles.isOutputRead.withLock({ $0 })
    {
      let result = status == .interrupted ? "interrupted before anything ran" : resultOtherwise
      terminal.print(Verdict(status).line(verdicts.result ?? result, terminal.style))
    }
    return status == .fine && !terminal.isComplete ? .failed : status
  }

  /// Prints the verdict of a command that did not begin, if it would have shown a run on a console.
  static func print(_ status: ExitStatus, ofCommand arguments: [String]) {
    let environment = ProcessInfo.processInfo.environment
    guard status != .fine, isDue(for: arguments, environment: environment) else { return }
    let style = Style(hasColor: Style.isWanted(environment: environment))
    let result = arguments.first == "test" ? nothingRan : nothingIsShown
    Terminal.write(Verdict(status).line(result, style))
  }

  /// Whether a command line, which may have errors, is of a command that shows a run on a console.
  static func isDue(for arguments: [String], environment: [String: String]) -> Bool {
    guard let command = arguments.first, ["test", "report", "merge"].contains(command),
      !CommandFiles.isOutputRead.withLock({ $0 })
    else { return false }
    // The parser has no result for such a line.
    let given = arguments.joined(separator: "\n").matches(of: #/(?m)^--report[=\n](.+)$/#).map(\.1)
    let others = command == "test" ? environment[EnvironmentOption.report.rawValue] : nil
    return !(given + (others?.textLines ?? [])).contains {
      (try? ReportRequest(String($0), option: "--report"))?.replacesConsole == true
    }
  }
}

extension ParsableArguments {
  /// Prints an error, unless that has happened, and returns the exit status.
  ///
  /// - Parameter isRunning: Whether the command has begun; otherwise the error is one of the command line.
  static func report(_ error: any Error, isRunning: Bool = true) -> ExitStatus {
    if let status = error as? ExitStatus { return status }
    if error is BuildFailure { return .couldNotStart }
    if isRunning, exitCode(for: error) == .failure {
      // It is one of the command's own.
      let place = (error as? UsageError)?.place.map {
        "\n  at \($0.relative(to: ReportContext.directory))"
      }
      Terminal.error("\(error)\(place ?? "")")
      return .couldNotStart
    }
    // An error on the command line is a run that could not start.
    let code = exitCode(for: error)
    let text = fullMessage(for: error)
    if !text.isEmpty { Terminal.write(text + "\n", toError: !code.isSuccess) }
    return code.isSuccess ? .fine : .couldNotStart
  }
}
