import ExemplarCore
import ExemplarLog
import Foundation

/// Reads what a process of plain tests reports.
final class ForeignTestReader: Sendable {
  private struct State {
    var fold: any ForeignTestFold
    var lines = LineBuffer()
    var latest: Double?
  }
  private let part: ForeignTestPart
  private let state: Locked<State>
  private let sink: @Sendable ([Event], [RunningExample]) -> Void
  private let isCanceled: @Sendable () -> Bool

  /// - Parameters:
  ///   - sink: Receives the events as they come, with the tests that run.
  ///   - isCanceled: Whether the results are not needed any more.
  init(
    _ part: ForeignTestPart, _ options: RunOptions, _ quarantine: QuarantineList = QuarantineList(),
    _ sink: @escaping @Sendable ([Event], [RunningExample]) -> Void,
    isCanceled: @escaping @Sendable () -> Bool = { false }
  ) {
    let events = ForeignTestEvents(
      part.tests, attempt: part.attempt, retries: options.retries, quarantine: quarantine)
    state = Locked(
      State(
        fold: part.library == .xctest
          ? XCTestEvents(events, part.tests) as any ForeignTestFold : SwiftTestingEvents(events)))
    (self.part, self.sink, self.isCanceled) = (part, sink, isCanceled)
  }

  /// Reads bytes of the report.
  ///
  /// - Parameter print: Gets what the tests have printed among them.
  func read(
    _ bytes: Data, isLast: Bool = false, printing print: (Data) -> Void = { _ in }
  ) {
    state.withLock { state in
      var events: [Event] = []
      for line in state.lines.lines(bytes, isLast: isLast) {
        guard let found = state.fold.record(line: line) else {
          print(line)
          continue
        }
        if !found.printed.isEmpty { print(Data("\(found.printed)\n".utf8)) }
        events += found.events
      }
      if isLast { events += state.fold.endProcess() }
      if !bytes.isEmpty { state.latest = EventLog.now }
      sink(events, state.fold.events.running)
    }
  }

  /// Reads the rest. Returns everything that was reported.
  func finish() -> any ForeignTestFold {
    read(Data(), isLast: true)
    return state.withLock { $0.fold }
  }

  var progress: ForeignTestProgress {
    let isCanceled = isCanceled()
    return state.withLock { state in
      ForeignTestProgress(
        running: state.fold.events.running, isSerial: part.isOneByOne,
        latest: state.latest, hasEnded: state.fold.hasEnded && !state.fold.events.isOpen,
        isCanceled: isCanceled)
    }
  }
}

/// Converts the reports of a test library in one process into events.
protocol ForeignTestFold: SendableMetatype {
  var events: ForeignTestEvents { get set }
  /// Whether the process has reported the end of its tests.
  var hasEnded: Bool { get }
  /// The events of a line, and the text that a test printed before it; `nil` if a test printed the whole line.
  mutating func record(line: Data) -> (events: [Event], printed: String)?
  /// Notes the end of the reports of the process.
  mutating func endProcess() -> [Event]
}

extension ForeignTestFold {
  mutating func endProcess() -> [Event] { [] }
}

extension XCTestEvents: ForeignTestFold {
  mutating func record(line: Data) -> (events: [Event], printed: String)? {
    record(String(decoding: line.last == 0x0A ? line.dropLast() : line, as: UTF8.self))
  }
}
