import ExemplarCore

/// The captures of a regular expression, as the values of a row.
struct Captures {
  private let pattern: Regex<AnyRegexOutput>
  /// The names of unnamed captures.
  private let columns: [String]

  init<Output>(_ pattern: Regex<Output>, _ columns: [String]) {
    self.pattern = Regex<AnyRegexOutput>(pattern)
    self.columns = columns
  }

  /// The values of a line, all of which must match.
  func value(ofLine line: String, _ number: Int32) throws -> RowValue {
    guard let match = try pattern.wholeMatch(in: line) else {
      throw UsageError("The line \(line.shortened(to: 60).quoted) does not match.")
    }
    return try value(of: match, Places(in: line, line: number))
  }

  func hasName(_ name: String) -> Bool {
    columns.contains(name) || pattern.contains(captureNamed: name)
  }

  /// All matches in a text. The text before a match affects its anchors.
  func matches(in text: String) throws -> [Regex<AnyRegexOutput>.Match] {
    let matches = text.matches(of: pattern)
    // It ends silently where an expression of the author's own throws.
    let rest = text[(matches.last?.range.upperBound ?? text.startIndex)...]
    _ = try pattern.firstMatch(in: rest)
    return matches
  }

  func value(
    of match: Regex<AnyRegexOutput>.Match, _ places: Places
  ) throws(UsageError) -> RowValue {
    let captures = Array(match.output.dropFirst())
    let whole = places.position(of: match.range.lowerBound)
    let unnamed = captures.count { $0.name == nil }
    if columns.isEmpty, unnamed == captures.count, captures.count <= 1 {
      let capture = captures.first ?? match.output[0]
      return places.value(of: capture)
    }
    if columns.isEmpty, unnamed == captures.count {
      throw .ofAllLines(
        "The regular expression captures \(captures.count) values without a name. Name them, as in "
          + "(?<title>…), or in columns:.")
    }
    if !columns.isEmpty, unnamed != columns.count {
      throw .ofAllLines(
        "The regular expression has \(unnamed.counted("capture")) without a name, but \(columns.count.counted("name")) "
          + "in columns:.")
    }
    var names = columns[...]
    var fields = RowFields()
    for capture in captures {
      // With names for some, those without one are only there to group.
      guard let name = capture.name ?? names.popFirst() else { continue }
      guard fields.add(places.value(of: capture), for: name) else {
        throw .ofAllLines("Two columns are named \(name.quoted).")
      }
    }
    return RowValue(.object(fields), line: whole.line, column: whole.column)
  }
}

struct Places {
  private let text: String
  private let lines: LineTable

  init(in text: String, line: Int32 = 1) {
    var text = text
    lines = text.withUTF8 { LineTable($0, line: Int(line)) }
    self.text = text
  }

  func position(of index: String.Index) -> (line: Int32, column: Int32) {
    lines.position(of: text.utf8.distance(from: text.startIndex, to: index))
  }

  /// A capture as a value; null if it took no part.
  func value(of capture: AnyRegexOutput.Element) -> RowValue {
    guard let text = capture.substring, let range = capture.range else { return RowValue(.null) }
    let place = position(of: range.lowerBound)
    return RowValue(.untyped(String(text)), line: place.line, column: place.column)
  }
}

extension Captures {
  /// The rows of the places in a text that match.
  func rows(of text: String, path: String, _ shape: RowShape) throws -> RowCursor<RowResult> {
    var matches = try matches(in: text)[...]
    let places = Places(in: text)
    var maker = RowMaker(shape)
    return RowCursor<RowResult> {
      guard let match = matches.popFirst() else { return nil }
      let (line, column) = places.position(of: match.range.lowerBound)
      let place = Place(path: path, line: Int(line), column: Int(column))
      do {
        return maker.row(try value(of: match, places), at: place)
      } catch {
        matches = []
        throw UsageError(wrapping: error).moved(to: place)
      }
    }
  }
}

extension UsageError {
  /// A mistake in code, which is the same for each line.
  static func ofAllLines(_ message: String) -> UsageError {
    var mistake = UsageError(message)
    mistake.endsReading = true
    return mistake
  }
}
