import ExemplarCore
import Foundation
import TestSupport

/// The outcomes of the examples of a run, and the reasons, from its events.
struct Outcomes {
  /// The ids in alphabetical order.
  var ids: [String] { lines.keys.sorted() }
  /// The outcome of each example, with the beginning of each of its issues.
  private(set) var lines: [String: String] = [:]

  /// Reads the events that a run has written.
  init(atPath path: String) throws {
    var issues: [String: [String]] = [:]
    for event in try [Event](linesAt: path) {
      switch event {
      case .issueRecorded(let record):
        issues[record.id?.text ?? "run", default: []].append(record.issue.beginning)
      // Only the tool keeps what examples print.
      case .attachmentRecorded(let attachment) where !attachment.isOutput:
        let text = attachment.text ?? "\(attachment.size) bytes"
        issues[attachment.id.text, default: []].append("attached \(attachment.name): \(text)")
      case .exampleEnded(let end): lines[end.id.text] = end.outcome.words
      default: break
      }
    }
    for (id, issues) in issues {
      lines[id] = ([lines[id] ?? "group or run"] + issues.sorted()).joined(separator: "; ")
    }
  }
}

extension Issue {
  /// The kind of the issue, its phase, and the first line of its message.
  fileprivate var beginning: String {
    let kind = isKnown ? "known" : isWarning ? "warning" : isRetried ? "retried" : "failure"
    let first = message.split(separator: "\n").first ?? ""
    return "\(kind) in \(phase.rawValue): \(first)"
  }
}

extension Outcome {
  fileprivate var words: String {
    switch self {
    case .passed: "passed"
    case .flaky: "flaky"
    case .failed(let unexpected): unexpected ? "failed unexpectedly" : "failed"
    case .skipped(let reason): "skipped: \(reason)"
    case .quarantined(let reason): "quarantined for \(reason)"
    case .pending(let reason): "pending" + (reason.map { ": \($0)" } ?? "")
    case .blocked(let group): "blocked by \(group.name)"
    }
  }
}
