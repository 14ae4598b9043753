import ExemplarCore
import ExemplarLog
import ExemplarReports

/// The lines of the live view.
struct LiveDrawing {
  /// The columns and rows of the terminal.
  var size: (columns: Int, rows: Int)
  var style: Style
  /// Whether the user has asked for the end.
  var isStopping = false

  /// The drawing of a state.
  ///
  /// - Parameters:
  ///   - elapsed: For how long the run has gone on, in seconds.
  ///   - now: The time by the clock of logs, in seconds.
  func lines(of state: LiveState, elapsed: Double, now: Double) -> [String] {
    guard let start = state.start, size.rows >= 3, size.columns >= 20 else { return [] }
    // The remaining screen shows the output above.
    let room = min(size.rows / 2, size.rows - 2)
    var lines = [bar(state, start, elapsed)]
    let running = state.runningExamples
    let shown = running.prefix(max(0, min(Self.runningLimit, room - 1)))
    for example in shown { lines.append(line(of: example, now)) }
    if running.count > shown.count, lines.count < room {
      lines.append(style.dim(DisplayText.more(running.count - shown.count, before: "    ")))
    }
    let failures = state.failures.suffix(max(0, min(Self.failureLimit, room - lines.count)))
    return failures.map(line) + lines
  }

  /// How many running examples, and failures, are shown.
  private static let runningLimit = 8
  private static let failureLimit = 3

  /// The columns that lines may have: what a terminal shows of a key, such as `^C`, fits behind them.
  private var width: Int { size.columns - 3 }

  private func bar(_ state: LiveState, _ start: RunStarted, _ elapsed: Double) -> String {
    let all = max(start.examples, 1)
    let share = min(1, Double(state.reached) / Double(all))
    let cells = max(8, min(28, size.columns / 3))
    let full = Int(share * Double(cells))
    let counts = state.counts
    let (failed, left) = (counts.failed + counts.blocked, counts.skipped + counts.pending)
    let hasFailed = failed > 0 || counts.groupFailures > 0
    let done = String(repeating: "━", count: full)
    let rest = String(repeating: "─", count: cells - full)
    var parts: [(text: String, painted: String)] = []
    func add(_ text: String, _ paint: (String) -> String = { $0 }) {
      parts.append((text, paint(text)))
    }
    if start.repetitions > 1 {
      let all = start.repetitions == .max ? "" : " of \(start.repetitions)"
      add("repetition \(start.repetition)\(all)")
    }
    if isStopping { add("stopping, Ctrl-C again kills", style.yellow) }
    add("\(Int(share * 100)) %")
    if failed > 0 { add("\(failed) failed", style.boldRed) }
    if counts.passed > 0 { add("\(counts.passed) passed") }
    if counts.flaky > 0 { add("\(counts.flaky) flaky", style.yellow) }
    if counts.quarantined > 0 { add("\(counts.quarantined) quarantined", style.yellow) }
    if left > 0 { add("\(left) skipped", style.yellow) }
    add(Self.age(elapsed), style.dim)
    var columns = 1 + cells + 1
    var line = " " + (hasFailed ? style.red(done) : style.green(done)) + style.dim(rest) + " "
    for (index, part) in parts.enumerated() {
      let separator = index == 0 ? " " : " · "
      guard columns + separator.count + part.text.count <= width else { break }
      columns += separator.count + part.text.count
      line += (index == 0 ? separator : style.dim(separator)) + part.painted
    }
    return line
  }

  private func line(of example: RunningExample, _ now: Double) -> String {
    let seconds = example.age(at: now)
    var age = seconds.map(Self.age) ?? ""
    let isSlow = example.isSlow(at: now)
    if isSlow, let limit = example.limit { age += " of \(limit.seconds.formattedSeconds)" }
    let column = age.leftPadded(to: 7)
    var name = example.id.heading
    if example.phase != .body { name += " (\(example.phase.rawValue))" }
    if example.attempt > 1 { name += " · attempt \(example.attempt)" }
    if let checkpoint = example.checkpoint { name += " · \(ExampleID.printable(checkpoint))" }
    let painted = isSlow || (seconds ?? 0) >= Self.slow ? style.yellow(column) : style.dim(column)
    return "  \(painted)  " + DisplayText.end(of: name, columns: width - column.count - 4)
  }

  /// The number of seconds from which the age of an example is highlighted.
  private static let slow = 5.0

  private func line(of failure: LiveState.Failure) -> String {
    let heading = DisplayText.end(of: failure.id.heading, columns: (width - 3) * 2 / 3)
    let left = width - 3 - DisplayText.columns(of: heading) - 2
    let message =
      failure.message.isEmpty || left < 12
      ? ""
      : style.dim(
        "  " + DisplayText.beginning(of: ExampleID.printable(failure.message), columns: left))
    return " \(style.red("✘ " + heading))\(message)"
  }

  /// A time as people read it at a glance.
  static func age(_ seconds: Double) -> String {
    if seconds < 10 { return "\(Double(Int(seconds * 10)) / 10) s" }
    let whole = Int(seconds)
    if whole < 60 { return "\(whole) s" }
    return "\(whole / 60) min \(whole % 60 < 10 ? "0" : "")\(whole % 60) s"
  }
}
