import ExemplarCore
import ExemplarRows
import Foundation
import Testing

/// The comparison of a value with the one that a file expects, which a person may accept after a failure.
struct ReviewedComparison {
  /// The function that the author has called.
  let function: String
  let subject: Subject
  /// Whether other examples compare their values with the same one.
  var isShared = false
  /// How many expected bytes an issue contains, so that reports can show them.
  private static let shownBytes = 4_000_000
  let scrubbers: [Scrubber]
  let comment: Comment?
  /// The call.
  let fileID: String
  let place: Place

  /// The expected value.
  enum Subject: CustomStringConvertible {
    case column(String)
    case lastValue, literal, golden

    /// The value for readers. A text for each value that is compared would take longer than the comparison.
    var description: String {
      switch self {
      case .column(let name): "the column \u{201C}\(name)\u{201D}"
      case .lastValue: "the last value of the row"
      case .literal: "the literal"
      case .golden: "the golden file"
      }
    }
  }

  private var location: SourceLocation {
    SourceLocation(
      fileID: fileID, filePath: place.path, line: place.line, column: place.column)
  }

  /// Compares a value, and records an issue unless it equals the expected one.
  ///
  /// Throws ``RecordedError`` after an error of the author was recorded.
  ///
  /// - Parameter find: Returns the expected value for the example that is running.
  func compare(
    _ actual: some Encodable, with find: (ExampleScope, ReviewedContent) throws -> ExpectedValue
  ) throws(RecordedError) {
    guard let scope = ExampleScope.current else {
      throw record(
        "\(function) was called outside an example, or in a task that no example waits for. Call it in the body."
      )
    }
    let content: ReviewedContent
    var names: [String] = []
    let expected: ExpectedValue
    do {
      let own = try ReviewedContent(actual)
      if scrubbers.isEmpty {
        content = own
      } else {
        (content, names) = try own.scrubbed(by: scrubbers)
      }
      expected = try find(scope, content)
    } catch {
      throw record(error, actual)
    }
    // Code that is tried again may have another value each time.
    let contradiction =
      DeferredIssues.current == nil
      ? scope.contradiction(of: content.inLine, at: expected.key, isShared: isShared) : nil
    let isEqual = expected.value.map(content.equals) ?? false
    if isEqual, contradiction != .call {
      if let place = expected.confirmed { scope.confirm(place) }
      if let place = expected.confirmedValue { scope.confirm(place) }
      return
    }
    var place = expected.place()
    place?.isContradicted = contradiction == .call
    if case .bytes = content {
      // Bytes that happen to be a text are bytes, too.
      let data = expected.value?.data.flatMap { $0.count <= Self.shownBytes ? $0 : nil }
      place?.old = data?.base64EncodedString()
    }
    place?.form = content.form
    place?.scrubbers = names
    let text = content.text(for: expected, place)
    place?.new = text
    let isPendingAgain = expected.pendingTexts.contains(content.inLine)
    if contradiction == .attempt || isPendingAgain { place = nil }
    var notes = [comment?.rawValue].compactMap(\.self)
    if !names.isEmpty { notes.append("Scrubbed: \(names.joined(separator: ", ")).") }
    switch contradiction {
    case .call:
      notes.append(
        "An earlier call had another value for \(subject), and both cannot be expected there.")
    case .attempt:
      notes.append("An earlier attempt had another value, so this one is not offered for review.")
    case nil where isPendingAgain:
      notes.append(
        "This value cannot be accepted: it would be pending there. Compare another text of it.")
    case nil where place == nil:
      notes.append(
        "Exemplar cannot write it there. Write it yourself, or read the rows from a file as they are in it."
      )
    case nil: notes.append(ReviewedValue.advice)
    }
    IssueRouter.$reviewed.withValue(place) {
      if case .bytes(let data) = content, let old = expected.value?.data, !isEqual {
        let sides = ReviewedBytes.texts(data, old)
        return recordDifference(sides[0], sides[1], notes, at: location)
      }
      if let value = expected.value, !isEqual {
        return recordDifference(
          ComparedValue(content.shown), ComparedValue(content.shown(value)), notes, at: location)
      }
      let value =
        isEqual
        ? [] : ["T\("\(subject)".dropFirst()) is pending. The example has:"] + content.lines
      Testing.Issue.record(
        Comment(rawValue: (value + notes).joined(separator: "\n")), sourceLocation: location)
    }
  }

  /// Records an error of the author, or one of a value that has no text.
  private func record(_ error: any Error, _ actual: Any) -> RecordedError {
    if let mistake = error as? UsageError { return record(mistake.message) }
    let reason =
      if case .invalidValue(_, let context)? = error as? EncodingError {
        context.debugDescription
      } else {
        "\(error)"
      }
    return record(
      "A value of type \(type(of: actual)) cannot be encoded as JSON: \(reason) Compare a text instead, such as "
        + "dumped(value).")
  }

  private func record(_ message: String) -> RecordedError {
    Testing.Issue.record(Comment(rawValue: message), sourceLocation: location)
    return RecordedError()
  }
}

extension ReviewedContent {
  /// The content as it is written at a place. A new file of which the final newline is no part of the value has one.
  fileprivate func text(for expected: ExpectedValue, _ place: ReviewedValue?) -> String {
    guard place?.site == .file else { return inLine }
    guard case .text(let text) = self, expected.trimsFinalNewline else { return inFile }
    return place?.old == nil ? text + "\n" : text
  }

  /// The first lines of a value that is pending.
  fileprivate var lines: [String] {
    if case .bytes(let data) = self { return ["  \(ReviewedBytes.text(data))"] }
    let limit = 20
    var lines = inFile.textLines[...]
    if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
    let shown = lines.prefix(limit).map { "  " + $0.prefix(200) + ($0.count > 200 ? " …" : "") }
    return shown + (lines.count > limit ? ["  … and more"] : [])
  }
}
