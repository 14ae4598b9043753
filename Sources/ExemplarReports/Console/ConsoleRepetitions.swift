import ExemplarCore

/// The result of a run with several repetitions, for its very end: readers look for occasional
/// failures among repetitions, most of which have scrolled away.
struct ConsoleRepetitions {
  /// How many were asked for; the largest number stands for as many as it takes.
  private var asked = 1
  private var passed = 0
  /// The numbers of those that failed.
  private var failed: [Int] = []
  /// How many were cut short, before anything failed in them.
  private var cut = 0
  /// How many examples of all of them failed in a quarantine.
  private var quarantined = 0
  /// In how many of them each example or group has failed.
  private var failures: [ExampleID: Int] = [:]

  private static let limit = 20

  /// Notes the end of one.
  ///
  /// - Parameters:
  ///   - ids: The examples and groups that failed.
  ///   - isCut: Whether nothing is wrong but that the process ended.
  mutating func receive(
    _ start: RunStarted, _ summary: RunSummary, failed ids: [ExampleID], isCut: Bool
  ) {
    if summary.nothingRan != nil { return }
    asked = start.repetitions
    quarantined += summary.quarantined
    let count = summary.failed + summary.blocked + summary.groupFailures + summary.runFailures
    if summary.isSuccess {
      passed += 1
    } else if isCut || (count == 0 && !summary.finished) {
      cut += 1
    } else {
      failed.append(start.repetition)
    }
    for id in Set(ids) { failures[id, default: 0] += 1 }
  }

  /// The result of all; `nil` if no others were asked for.
  var result: ConsoleText.Result? {
    let all = passed + failed.count + cut
    guard asked > 1, all > 0 else { return nil }
    // A failure may be asked to be the end.
    let isShort = all < asked && asked != .max && failed.isEmpty
    let isSuccess = passed == all && !isShort
    var parts: [String] = []
    if passed > 0 { parts.append(isSuccess ? "all passed" : "\(passed) passed") }
    if !failed.isEmpty { parts.append("\(failed.count) failed (\(numbers))") }
    if cut > 0 { parts.append("\(cut) did not finish") }
    if isSuccess, quarantined > 0 { parts.append("\(quarantined) quarantined") }
    let count = isShort ? "\(all) of \(asked) repetitions" : all.counted("repetition")
    return .init(isSuccess: isSuccess, text: "\(count): \(parts.joined(separator: ", "))")
  }

  /// The failures in all of them, before the result; nothing if there was only one.
  func text(_ context: ReportContext) -> String {
    guard result != nil else { return "" }
    let gap = context.layout == .quiet ? "" : "\n"
    return gap + (failures.isEmpty ? "" : "Failed in the repetitions:\n" + names(context.style))
  }

  private var numbers: String {
    failed.prefix(Self.limit).map(String.init).joined(separator: ", ")
      + (failed.count > Self.limit ? ", \u{2026}" : "")
  }

  /// The failures, the most frequent first.
  private func names(_ style: Style) -> String {
    let sorted = failures.sorted {
      ($1.value, $0.key.text) < ($0.value, $1.key.text)
    }
    let width = "\(sorted.first?.value ?? 0)".count
    let lines = sorted.prefix(Self.limit).map { id, count in
      let times = String(repeating: " ", count: width - "\(count)".count) + "\(count) \u{D7}"
      return "  " + style.red(times) + " \(id.heading)\n"
    }
    return lines.joined()
      + DisplayText.more(sorted.count - lines.count, before: "  ", after: "\n")
  }
}
