import ExemplarCore
import Foundation

/// The context of a reporter apart from the events: its destination and its readers.
package struct ReportContext: Sendable {
  /// The folder that paths are shown relative to.
  package var directory: String
  /// The environment, for formats that others read there.
  package var environment: [String: String]
  /// Whether colors may be used on the standard output.
  package var style: Style
  package var console: ConsoleSettings
  package var layout = ConsoleLayout.tree
  /// Whether specs that took longer in earlier runs begin first, so that the order does not depend on the seed alone.
  package var isLongestFirst = false
  /// The line that runs examples again.
  package var rerun: @Sendable ([ExampleID], UInt64?) -> String
  /// The line that reruns all failures, however many there are, on this machine and before anything
  /// else runs; `nil` if it does not exist.
  package var rerunFailed: (@Sendable (UInt64?) -> String)?
  /// The line that reruns the examples with a cause of failure, by its name; `nil` if no record of the run exists.
  package var rerunCause: (@Sendable (String) -> String)?
  /// The line that shows a failure whole, or all of them, from the record of the run; `nil` if no record exists.
  package var showWhole: (@Sendable (ExampleID?) -> String)?
  /// The consoles whose verdict waits for the exit status of the process; `nil` if the verdict follows from the events.
  package var verdicts: PendingVerdicts?
  /// The path of the file that the report is written to; `nil` for the standard output.
  var file: String?
  /// The time of the event being reported, in seconds since 1970. For events of an earlier run, the
  /// recorded time.
  package var now: @Sendable () -> Double
  /// The worker that emitted the event; 0 for a process that runs everything.
  package var worker: @Sendable () -> Int = { 0 }
  /// Whether the examples run in other processes, so that nothing is lost if one of these crashes.
  package var isApart = false
  /// The package, the commit, the platform and the command of the run, as far as they are known when it starts.
  package var facts: @Sendable () -> [(name: String, text: String)] = { [] }
  /// The outcomes of the examples in earlier runs, if they were recorded.
  package var history: @Sendable () -> RunHistory? = { nil }
  /// The code of the run, as the history names it; `nil` if it is not known.
  package var code: @Sendable () -> String? = { nil }
  package var print: @Sendable (String) throws -> Void
  /// Reports that a report is incomplete.
  package var printError: @Sendable (String) -> Void

  package init(
    directory: String = "", environment: [String: String] = [:],
    style: Style = Style(hasColor: false), console: ConsoleSettings = ConsoleSettings(),
    rerun: @escaping @Sendable ([ExampleID], UInt64?) -> String = {
      Rerun.command(for: $0, seed: $1)
    },
    now: @escaping @Sendable () -> Double = ReportContext.clock(),
    print: @escaping @Sendable (String) throws -> Void = {
      try StandardStream.output.write($0.utf8)
    },
    printError: @escaping @Sendable (String) -> Void = { StandardStream.error.print($0) }
  ) {
    self.directory = directory
    self.environment = environment
    self.style = style
    self.console = console
    self.rerun = rerun
    self.now = now
    self.print = print
    self.printError = printError
  }

  /// A clock that begins at the present time and is never set back.
  package static func clock() -> @Sendable () -> Double {
    let begin = Date().timeIntervalSince1970
    let start = DispatchTime.now().uptimeNanoseconds
    return { begin + Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9 }
  }
}

extension ReportContext {
  /// The line that reruns the examples of a group: exactly them if the run is recorded or if they are few.
  package func rerun(_ group: FailureGroups.Group) -> String {
    // Quarantined examples have not failed.
    if !group.isQuarantined, let line = rerunCause?(group.name) { return line }
    if group.count > Self.namedLimit, let parent = group.parent {
      return rerun([parent], nil) + "  # with everything else in it"
    }
    return rerun(first: group.ids, of: group.count)
  }

  package static let namedLimit = 10

  /// The line that reruns examples. It names the first ten.
  func rerun(first ids: [ExampleID], of count: Int, seed: UInt64? = nil) -> String {
    let shown = Array(ids.prefix(Self.namedLimit))
    return rerun(shown, seed) + DisplayText.more(count - shown.count, before: "  # ")
  }

  /// The folder that paths are shown relative to: the working directory, or that of the build for tests of an archive.
  package static var directory: String {
    MovedPackage.current?.directory ?? FileManager.default.currentDirectoryPath
  }

  /// For the standard output of this process: colors only on a terminal, and never where
  /// `NO_COLOR` is set; paths relative to the working directory.
  ///
  /// - Parameter rerun: The rerun line, if it is not one of `swift test`.
  package static func standardOutput(
    environment: [String: String], console: ConsoleSettings = ConsoleSettings(),
    rerun: (@Sendable ([ExampleID], UInt64?) -> String)? = nil
  ) -> ReportContext {
    ReportContext(
      directory: directory, environment: environment,
      style: Style(hasColor: Style.isWanted(environment: environment)), console: console,
      rerun: rerun ?? {
        Rerun.environment(
          for: $0, seed: $1, platform: environment[EnvironmentOption.platform.rawValue])
      })
  }
}

/// The output of the console during a run.
package enum ConsoleLayout: String, Sendable, CaseIterable {
  /// The tree of each spec, when it has finished.
  case tree
  /// A mark for each example.
  case dots
  /// A line for each spec, and for each ten thousand rows.
  case progress
  /// Failures, when they occur.
  case failures
  /// Nothing. The end has no colors either.
  case quiet
}
