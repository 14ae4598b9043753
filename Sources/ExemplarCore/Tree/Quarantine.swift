#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif os(Windows)
  import ucrt
#endif

/// Until a date, failures of a node are reported and do not fail the run.
///
/// Its text is the fact that reports show: `BUG-12 until 2027-03-01`.
package struct Quarantine: Sendable {
  package let text: String
  /// The first day on which failures count, as `2027-03-01`: the order of such texts is that of the days.
  private let end: String

  /// Reads a reason and a date. Throws ``UsageError`` if the date does not exist.
  package init(_ text: String, at place: Place? = nil) throws {
    let separator = " until "
    guard let range = text.ranges(of: separator).last, range.lowerBound > text.startIndex,
      Self.isDate(text[range.upperBound...])
    else {
      let date = text.ranges(of: separator).last.map { text[$0.upperBound...] } ?? text[...]
      throw UsageError(
        "A quarantine needs a reason and a date that exists, such as 2027-03-01; "
          + "\u{201C}\(date)\u{201D} is not one.", at: place)
    }
    self.text = text
    end = String(text[range.upperBound...])
  }

  /// Whether failures on a day do not fail the run.
  package func isActive(on day: String) -> Bool { day < end }

  /// Whether a text is a date of the calendar, as `2027-03-01`.
  private static func isDate(_ text: Substring) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || 0x30...0x39 ~= $0 }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      1...12 ~= month
    else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return 1...days[month - 1] ~= day
  }

  /// The date of today in the calendar and the time zone of this machine.
  package static var today: String {
    var now = time(nil)
    var parts = tm()
    #if os(Windows)
      localtime_s(&parts, &now)
    #else
      localtime_r(&now, &parts)
    #endif
    func digits(_ number: Int32, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return
      "\(digits(parts.tm_year + 1900, 4))-\(digits(parts.tm_mon + 1, 2))-\(digits(parts.tm_mday, 2))"
  }
}

extension ExampleContext {
  /// Whether a quarantine covers failures today.
  var isQuarantined: Bool {
    if quarantines.isEmpty { return false }
    let today = Quarantine.today
    return quarantines.contains { (try? Quarantine($0))?.isActive(on: today) == true }
  }

  /// The quarantines of the example and of the groups around it, the outermost first.
  package var quarantines: [String] { facts[.quarantines] }
}
