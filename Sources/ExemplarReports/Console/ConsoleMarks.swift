import ExemplarCore

// The console's output during a run. Its end is the same for all layouts: the failures and the
// counts.

/// The marks and the lines of the layouts that have some.
struct ConsoleMarks {
  /// The number of finished examples, in total and in each running spec.
  private var over = 0
  private var specs: [ExampleID: (all: Int, failed: Int)] = [:]
  /// The number of marks on the last line.
  private var marks = 0

  mutating func text(
    ofEnd example: ExampleEnded, _ noun: @autoclosure () -> String, _ layout: ConsoleLayout,
    _ style: Style
  ) -> String {
    switch layout {
    case .tree, .failures, .quiet: return ""
    case .dots: return mark(example.outcome.mark(style))
    case .progress:
      over += 1
      let spec = specs[example.id.spec] ?? (0, 0)
      specs[example.id.spec] = (spec.all + 1, spec.failed + (example.outcome.isFailure ? 1 : 0))
      guard over.isMultiple(of: 10_000) else { return "" }
      let place = example.id.parent.map { " · \($0.heading)" } ?? ""
      return style.dim("\(over) \(noun())s\(place)") + "\n"
    }
  }

  /// The text for a finished group. `hasFailed` includes its contents.
  mutating func text(
    ofEnd group: GroupEnded, _ noun: String, hasFailed: @autoclosure () -> Bool,
    _ layout: ConsoleLayout, _ style: Style
  ) -> String {
    switch layout {
    case .tree, .failures, .quiet: return ""
    case .dots: return group.failed ? mark(style.boldRed("G")) : ""
    case .progress:
      guard group.id.spec == group.id else { return "" }
      let (all, failed) = specs.removeValue(forKey: group.id) ?? (0, 0)
      let hasFailed = failed > 0 || hasFailed()
      // Hooks that specs share, and that passed.
      if all == 0, !hasFailed { return "" }
      return ConsoleText.line(
        of: group.id.heading, all, noun, failed: failed, isFine: !hasFailed, group.duration, style)
        + "\n"
    }
  }

  private mutating func mark(_ mark: String) -> String {
    marks += 1
    guard marks == 72 else { return mark }
    marks = 0
    return mark + "\n"
  }

  mutating func end() -> String {
    defer { marks = 0 }
    return marks > 0 ? "\n\n" : ""
  }
}

extension Outcome {
  /// One character.
  fileprivate func mark(_ style: Style) -> String {
    switch self {
    case .passed: style.green(".")
    case .failed(let isUnexpected): style.red(isUnexpected ? "E" : "F")
    case .flaky: style.yellow("R")
    case .quarantined: style.yellow("Q")
    case .skipped: style.yellow("S")
    case .pending: style.yellow("P")
    case .blocked: style.red("B")
    }
  }
}
