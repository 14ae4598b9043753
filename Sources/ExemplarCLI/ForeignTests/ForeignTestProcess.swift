import ExemplarCore
import ExemplarLog
import Foundation
import Subprocess

/// A process that runs tests of a library, and leaves the specs alone.
struct ForeignTestProcess {
  let program: URL
  let directory: String
  /// The limits of its tests and of its exit.
  let options: RunOptions
  private let silence = Locked(Silence())

  /// The time since the last event of the tests.
  private struct Silence {
    enum Stage { case planning, running, ending }
    var start = EventLog.now
    var stage = Stage.planning
    /// Why the process was killed, if it was.
    var stallMessage: String?
  }

  init(program: URL, directory: String, options: RunOptions) {
    (self.program, self.directory, self.options) = (program, directory, options)
  }

  /// Records an event of a test, or the end of all of them.
  func recordEvent(isEnd: Bool = false) {
    let stage = isEnd ? Silence.Stage.ending : .running
    silence.withLock { silence in
      // It exits once, however often its end is noticed.
      if stage != .ending || silence.stage != .ending { silence.start = EventLog.now }
      silence.stage = stage
    }
  }

  /// Why the last process was killed, if it was.
  var stallMessage: String? { silence.withLock { $0.stallMessage } }

  /// Whether the process has reported nothing for too long: its tests hang, or its exit, or it is stopped.
  private func isStalled() -> Bool {
    silence.withLock { silence in
      let (limit, option): (Duration?, EnvironmentOption) =
        switch silence.stage {
        case .planning: (options.planningTimeout, .planningTimeout)
        case .running: (options.timeout, .timeout)
        case .ending: (options.exitGrace, .grace)
        }
      guard let limit, EventLog.now - silence.start > limit.seconds else { return false }
      let (time, name) = (limit.seconds.formattedSeconds, option.commandLineName)
      silence.stallMessage =
        silence.stage == .ending
        ? "did not exit within \(time) after its tests had finished (\(name)), so it was killed: a handler of "
          + "atexit may hang"
        : "was killed after \(time) without an event (\(name))"
      return true
    }
  }

  /// Runs the process to its end.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - look: Called repeatedly while it runs, and once after its exit.
  ///   - output: Receives its standard output.
  ///   - errors: Receives its standard error.
  func run(
    _ arguments: [String], look: @escaping @Sendable () -> Void = {},
    output: @escaping @Sendable (Data) -> Void = { _ in },
    errors: @escaping @Sendable (Data) -> Void = { _ in }
  ) async throws -> ProcessEnd.Way {
    let process = try ProgramProcess(program, in: directory, separatesErrors: true)
    defer { process.remove() }
    silence.withLock { $0 = Silence() }
    // With a pipe and without a log, it knows that the tool runs the specs elsewhere.
    let status = try await process.run(arguments, SwiftTestingRecord.variables) {
      process.passOn(output: output, errors: errors)
      look()
      if isStalled() { process.killGroup() }
    }
    process.passOn(isLast: true, output: output, errors: errors)
    look()
    return status.way
  }
}

/// Parts bytes into lines, as they come.
struct LineBuffer {
  private var rest = Data()

  /// The lines that are complete, each with its end; with the last one, the text after it.
  mutating func lines(_ bytes: Data, isLast: Bool = false) -> [Data] {
    // The rest contains no line end. It may be long, so it is not searched again.
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let last = lines.removeLast()
    if !lines.isEmpty {
      lines[0] = rest + lines[0]
      rest = Data()
    }
    rest.append(last)
    defer { if isLast { rest = Data() } }
    return lines.map { $0 + [0x0A] } + (isLast && !rest.isEmpty ? [rest] : [])
  }
}
