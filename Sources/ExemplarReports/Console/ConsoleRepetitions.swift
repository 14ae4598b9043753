import ExemplarCore

/// What came of a run that is done several times, as it stands at the very end: what fails now and then is
/// looked for among repetitions, most of which scrolled away.
struct ConsoleRepetitions {
  private var passed = 0
  /// The numbers of those that failed.
  private var failed: [Int] = []
  /// How many were cut short, before anything failed.
  private var cut = 0
  /// In how many of them each example or group has failed.
  private var failures: [ExampleID: Int] = [:]

  /// How many are named at most.
  private static let limit = 20

  /// Notes the end of one.
  mutating func note(_ number: Int, _ summary: RunSummary, failed ids: [ExampleID]) {
    let failures = summary.failed + summary.blocked + summary.groupFailures + summary.runFailures
    if summary.isSuccess {
      passed += 1
    } else if summary.finished || failures > 0 {
      failed.append(number)
    } else {
      cut += 1
    }
    for id in Set(ids) { self.failures[id, default: 0] += 1 }
  }

  /// Nothing if there was only one.
  func text(_ style: Style) -> String {
    let all = passed + failed.count + cut
    guard all > 1 else { return "" }
    if passed == all { return "\n" + style.boldGreen("\(all) repetitions: all passed") + "\n" }
    var parts: [String] = []
    if passed > 0 { parts.append("\(passed) passed") }
    if !failed.isEmpty { parts.append("\(failed.count) failed (\(numbers))") }
    if cut > 0 { parts.append("\(cut) did not finish") }
    let head = "\(all) repetitions: \(parts.joined(separator: ", "))"
    return "\n" + style.boldRed(head) + "\n" + names(style)
  }

  private var numbers: String {
    failed.prefix(Self.limit).map(String.init).joined(separator: ", ")
      + (failed.count > Self.limit ? ", \u{2026}" : "")
  }

  /// What failed, most often first.
  private func names(_ style: Style) -> String {
    let sorted = failures.sorted {
      ($1.value, $0.key.text) < ($0.value, $1.key.text)
    }
    let width = "\(sorted.first?.value ?? 0)".count
    let lines = sorted.prefix(Self.limit).map { id, count in
      let times = String(repeating: " ", count: width - "\(count)".count) + "\(count) \u{D7}"
      return "  " + style.red(times) + " \(id.heading)\n"
    }
    let rest = sorted.count - lines.count
    return lines.joined() + (rest > 0 ? "  and \(rest) more\n" : "")
  }
}
