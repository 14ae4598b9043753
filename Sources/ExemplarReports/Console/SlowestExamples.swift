import ExemplarCore

/// The examples of a run that took longest; of those that took equally long, the first that finished.
struct SlowestExamples {
  private var examples: [(id: ExampleID, duration: Double, number: Int)] = []
  private var count = 0
  /// Examples that are not slower are not among the slowest.
  private var least = -1.0

  /// Receives an example that ran. Its id is only created if it may be among the slowest.
  mutating func receive(
    _ id: @autoclosure () -> ExampleID, _ duration: Double, _ context: ReportContext
  ) {
    guard let limit = context.console.slowest, duration > least else { return }
    count += 1
    examples.append((id(), duration, count))
    // Sorting twice as many at a time is fast for any number.
    if examples.count / 2 >= limit { sort(limit) }
  }

  private mutating func sort(_ limit: Int) {
    examples.sort { ($1.duration, $0.number) < ($0.duration, $1.number) }
    if examples.count < limit { return }
    examples.removeSubrange(limit...)
    least = examples[limit - 1].duration
  }

  /// The section of the console; empty unless it is requested.
  func text(_ context: ReportContext) -> String {
    guard let limit = context.console.slowest, !examples.isEmpty else { return "" }
    var slowest = self
    slowest.sort(limit)
    if context.layout == .quiet {
      return slowest.examples.map { "slow: \($0.duration.formattedSeconds) \($0.id.text)\n" }
        .joined()
    }
    let width = slowest.examples.map(\.duration.formattedSeconds.count).max() ?? 0
    let lines = slowest.examples.map { example in
      let time = example.duration.formattedSeconds.leftPadded(to: width)
      return "  \(context.style.dim(time))  \(example.id.heading)\n"
    }
    return "\(context.style.yellow("Slowest"))\n\n\(lines.joined())\n"
  }
}
