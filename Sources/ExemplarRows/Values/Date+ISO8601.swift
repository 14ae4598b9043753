import Foundation

extension Date {
  /// The moment of an ISO 8601 text in the form of RFC 3339. A date alone is its midnight in UTC;
  /// seconds are optional. `nil` for other texts and for days that do not exist.
  ///
  /// Foundation's parser carries the 30th of February over to March, ignores text after the date,
  /// and so reads a time without a zone as midnight. A row must mean what is written in it.
  init?(iso8601 text: String) {
    guard let match = text.wholeMatch(of: Date.pattern)?.output,
      let year = Int(match.1), let month = Int(match.2), let day = Int(match.3),
      (1...12).contains(month), (1...Date.days(in: month, of: year)).contains(day)
    else { return nil }
    func number(_ text: Substring?) -> Int { text.flatMap { Int($0) } ?? 0 }
    let (hour, minute, second) = (number(match.4), number(match.5), number(match.6))
    let (hours, minutes) = (number(match.9), number(match.10))
    guard hour < 24, minute < 60, second < 60, hours < 24, minutes < 60 else { return nil }
    let offset = (match.8 == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
    let seconds = Date.daysSince1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
    let fraction = match.7.flatMap { Double("0\($0)") } ?? 0
    self.init(timeIntervalSince1970: Double(seconds - offset) + fraction)
  }

  private static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// Counts from March, so that the leap day is the last of its year.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let marchMonth = (month + 9) % 12
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    let leapDays = marchYear >= 0 ? marchYear / 4 - marchYear / 100 + marchYear / 400 : -1
    return marchYear * 365 + leapDays + dayOfYear - 719_468
  }

  /// Year, month, day; hour, minute, second, fraction; the offset by its sign, hours and minutes.
  private nonisolated(unsafe) static let pattern =
    #/
    ([0-9]{4})-([0-9]{2})-([0-9]{2})
    (?:[Tt]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(\.[0-9]+)?)?
      (?:[Zz]|([+-])([0-9]{2})(?::?([0-9]{2}))?))?
    /#
}
