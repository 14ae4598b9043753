import ExemplarCore
import Testing

extension ExemplarCore.Issue {
  init(_ issue: Testing.Issue) {
    let place = issue.sourceLocation.map {
      Place(path: $0.filePath, line: $0.line, column: $0.column)
    }
    let isExpected =
      switch issue.kind {
      case .errorCaught, .apiMisused, .system, .timeLimitExceeded: false
      default: true
      }
    self.init(
      issue.messageText, at: place, isExpected: isExpected,
      isKnown: issue.severity >= .error && !issue.isFailure,
      isWarning: issue.severity < .error)
  }
}

extension Testing.Issue {
  /// The failure, and the comment of the author.
  fileprivate var messageText: String {
    let text =
      switch self.kind {
      case .unconditional where !comments.isEmpty: ""
      case .expectationFailed(let expectation): expectation.messageText(orElse: kindText)
      default: kindText
      }
    return ([text] + comments.map(\.rawValue)).filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

extension Testing.Issue {
  /// The failure in Swift Testing's words.
  private var kindText: String {
    let text = String(describing: kind)
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}

extension Expectation {
  /// Swift Testing's text with the difference. Values that are long or have several lines are
  /// replaced by the source code.
  fileprivate func messageText(orElse text: String) -> String {
    let explanation = ExampleScope.explaining {
      ComparedValues(self).map { ($0, Difference($0.left.value, $0.right.value)?.text) }
    }
    guard let (values, difference) = explanation else { return text }
    if let difference, !ExplainedValue.areShort(text, "") {
      return "Expectation failed: \(values.left.code) == \(values.right.code)\n\(difference)"
    }
    // Swift Testing puts texts between quotation marks as they are.
    let escaped = [values.left.value, values.right.value].reduce(text) { text, value in
      guard let string = value.string, string.contains(where: { "\"\\".contains($0) }) else {
        return text
      }
      return text.replacing("→ \(value.text)", with: "→ \(string.debugDescription)")
    }
    return ([escaped] + [difference].compactMap(\.self)).joined(separator: "\n")
  }
}

extension SourceLocation {
  /// The place of an issue. Swift Testing wants a module and positions from 1, which places in data
  /// files may not have.
  init(_ place: Place) {
    self.init(
      fileID: "Exemplar/\(place.fileName.isEmpty ? "unknown" : place.fileName)",
      filePath: place.path, line: max(1, place.line), column: max(1, place.column))
  }
}
