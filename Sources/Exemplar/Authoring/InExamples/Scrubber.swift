import ExemplarCore
import Foundation

/// Replaces parts of a value that are different in each run, before it is compared with an expected one.
///
/// ```swift
/// try expectColumn("receipt", equals: receipt, scrubbing: .dates, .uuids)
/// ```
///
/// Equal parts get equal replacements: the first date is `<date 1>`, wherever it appears, and the next one `<date 2>`. So a
/// value that mixes up two of them still differs. A failure names the scrubbers that changed its value.
public struct Scrubber: Sendable {
  let name: String
  let scrub: @Sendable (String) throws -> String

  /// Creates a scrubber from a function that returns the text to compare. The name appears in failures.
  public init(_ name: String, _ scrub: @escaping @Sendable (_ text: String) throws -> String) {
    (self.name, self.scrub) = (name, scrub)
  }

  /// Dates and times in ISO 8601, and as `Date` prints them: `<date 1>`.
  public static var dates: Scrubber {
    matching(
      #"(?<!\d)\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?(?:Z|[+-]\d\d:?\d\d))?)?(?!\d)"#,
      as: "date")
  }

  /// UUIDs: `<uuid 1>`.
  public static var uuids: Scrubber {
    matching(
      #"(?<![0-9A-Fa-f])[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![0-9A-Fa-f])"#,
      as: "uuid")
  }

  /// Addresses in memory, such as `0x00006000012f4a80`: `<address 1>`.
  public static var addresses: Scrubber {
    matching(#"(?<![0-9A-Za-z])0x[0-9A-Fa-f]{6,16}(?![0-9A-Za-z])"#, as: "address")
  }

  /// The paths of the current, the temporary and the home folder: `<folder>`, `<temporary>` and `<home>`.
  public static var paths: Scrubber {
    Scrubber("paths") { text in
      let temporary = FileManager.default.temporaryDirectory
      let folders = [
        ("<folder>", FileManager.default.currentDirectoryPath), ("<temporary>", temporary.path),
        ("<temporary>", temporary.resolvingSymlinksInPath().path), ("<home>", NSHomeDirectory()),
      ]
      // One of them may be in another one, and a longer name may begin with the name of one.
      return try folders.filter { $0.1.count > 1 }.sorted { $0.1.utf8.count > $1.1.utf8.count }
        .reduce(text) { text, folder in
          try text.replacing(
            NSRegularExpression.escapedPattern(for: folder.1) + #"(?![\w.-])"#,
            by: { _ in folder.0 })
        }
    }
  }

  /// The matches of a regular expression, in the syntax of `NSRegularExpression`: `<name 1>`.
  ///
  /// A pattern that is no regular expression is an error, which fails the example.
  public static func matching(_ pattern: String, as name: String) -> Scrubber {
    Scrubber("\(name)s") { text in
      var numbers: [String: Int] = [:]
      return try text.replacing(pattern) { match in
        let number = numbers[match] ?? numbers.count + 1
        numbers[match] = number
        return "<\(name) \(number)>"
      }
    }
  }
}

extension String {
  /// The text with each match of a regular expression replaced.
  fileprivate func replacing(
    _ pattern: String, by replacement: (String) -> String
  ) throws -> String {
    guard let expression = try? NSRegularExpression(pattern: pattern) else {
      throw UsageError(
        "The pattern \(pattern.debugDescription) of a scrubber is no regular expression.")
    }
    var (result, index) = ("", startIndex)
    for match in expression.matches(in: self, range: NSRange(startIndex..., in: self)) {
      guard let range = Range(match.range, in: self), !range.isEmpty else { continue }
      result += self[index..<range.lowerBound] + replacement(String(self[range]))
      index = range.upperBound
    }
    return result + self[index...]
  }
}
