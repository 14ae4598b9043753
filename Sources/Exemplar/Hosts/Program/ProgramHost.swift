import ExemplarCore
import ExemplarReports
import Foundation

/// Runs the specs that are linked into this program, and ends it.
///
/// ```swift
/// switch CommandLine.arguments.dropFirst().first {
/// case "self-test": await Exemplar.main(Array(CommandLine.arguments.dropFirst(2)))
/// default: sell()
/// }
/// ```
///
/// Failing expectations of `#expect` and `#require` are handed over by Swift's interoperability
/// library, which is looked up while the program runs; where it is missing, they would pass unseen,
/// so nothing runs and the program fails.
///
/// The exit status is 0 if all is fine, 1 if something failed, 2 if the run could not start, 3 if a
/// focus was left in on CI, 4 if nothing ran, 5 if the run did not finish, 130 if it was interrupted.
///
/// Awaited before anything else in an asynchronous `main`, it keeps the main thread in its run loop, whose
/// timers examples may need.
///
/// The arguments are options and paths as `exemplar test` takes them; `--help` prints them.
public func main(
  _ arguments: [String] = Array(CommandLine.arguments.dropFirst()),
  isolation: isolated (any Actor)? = #isolation
) async -> Never {
  // Here, the main thread has not been given up yet if the caller is the `main` of the program.
  MainThread.keep()
  await ProgramHost.run(arguments).exit()
}

struct ProgramHost: SpecHost {
  private let hasFailed = Locked(false)

  /// No other library shows issues here.
  var passesIssuesOn: Bool { false }

  /// The summary reports the failure; the flag determines the status.
  func fail(_ message: String) { hasFailed.withLock { $0 = true } }

  var nameOfVerdict: String? { "program" }

  static func run(_ arguments: [String]) async -> ExitStatus {
    let guardian = ExitGuard()
    defer { guardian.disarm() }
    let program = beginning(before: arguments)
    do {
      let commandLine = try CommandLineOptions(arguments)
      if commandLine.wantsHelp {
        print(CommandLineOptions.help(program: program.joined(separator: " ")), terminator: "")
        return .fine
      }
      BazelTest.begin()
      try EnvironmentOption.refuseEmptyValues(in: ProcessInfo.processInfo.environment)
      let environment = try BazelTest.addingOptions(
        to: ProcessInfo.processInfo.environment.merging(commandLine.environment) { $1 })
      let options = try RunOptions(environment: environment) {
        commandLine.environment[$0.rawValue] == nil ? BazelTest.name(of: $0) : $0.commandLineName
      }
      guard options.isListing || InteropIssues.install() else {
        throw UsageError(
          "Swift's interoperability library was not found, so a failing #expect would pass unseen. "
            + "Install lib_TestingInterop beside libTesting, where the program finds its libraries."
        )
      }
      let reporter = try HostReporter(
        environment: environment, console: options.console,
        rerun: {
          Rerun.program(
            program, for: $0, seed: $1, platform: environment[EnvironmentOption.platform.rawValue])
        },
        reportOption: commandLine.environment[EnvironmentOption.report.rawValue] == nil
          ? EnvironmentOption.report.rawValue : EnvironmentOption.report.commandLineName)
      return await ProgramHost().run(options, reporter)
    } catch {
      StandardStream.error.print("error: \(error)\nSee \(program.joined(separator: " ")) --help.\n")
      return .couldNotStart
    }
  }

  private func run(_ options: RunOptions, _ reporter: HostReporter) async -> ExitStatus {
    // The run may interrupt the program as soon as it starts, so it is watched before.
    let running = Locked<Task<RunSummary?, Never>?>(nil)
    InterruptSignals.watch { signal, count in
      if count > 1 { _exit(ExitStatus.interrupted.rawValue) }
      if signal != SIGINT { endLater(after: options.exitGrace, signal) }
      let names = ExitGuard.running.map { "\n  \($0)" }.joined()
      InterruptSignals.print(
        "Interrupted; once more ends the program at once."
          + (names.isEmpty ? "" : " This is running and ends first:\(names)"))
      running.withLock { $0 }?.cancel()
    }
    let task = Task { await run(options, reporter) as RunSummary? }
    running.withLock { $0 = task }
    if InterruptSignals.count > 0 { task.cancel() }
    return exitStatus(after: await task.value)
  }

  private func exitStatus(after summary: RunSummary?) -> ExitStatus {
    if InterruptSignals.count > 0 { return .interrupted }
    let hasFailed = hasFailed.withLock { $0 }
    guard let summary else { return hasFailed ? .nothingRan : .fine }
    let status = ExitStatus(summary)
    return status == .fine && hasFailed ? .failed : status
  }

  func verdict(after summary: RunSummary?) -> Verdict? { Verdict(exitStatus(after: summary)) }

  /// Ends the program after a while: senders of these signals kill it later, and its reports would remain unfinished.
  private func endLater(after grace: Duration, _ signal: Int32) {
    let name = signal == SIGTERM ? "SIGTERM" : "SIGHUP"
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: grace.seconds)
      ExitGuard.end(
        because: "The program did not end within \(grace.seconds.formattedSeconds) after \(name).")
    }
  }

  /// The command line before `arguments`.
  private static func beginning(before arguments: [String]) -> [String] {
    let all = CommandLine.arguments
    return all.suffix(arguments.count).elementsEqual(arguments)
      ? all.dropLast(arguments.count) : Array(all.prefix(1))
  }
}

/// A program that runs the specs that are linked into it.
///
/// ```swift
/// @main struct Specs: ExemplarMain {}
/// ```
///
/// Its command line takes the options of `exemplar test`; `--help` prints them. For a program that
/// does something else too, see ``main(_:isolation:)``.
public protocol ExemplarMain {}

extension ExemplarMain {
  /// Runs the specs, and ends the program with the status of the run.
  @MainActor public static func main() async { await Exemplar.main() }
}
