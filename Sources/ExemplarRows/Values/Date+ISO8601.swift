import Foundation

extension Date {
  /// The moment of an ISO 8601 text in the form of RFC 3339. A date alone is its midnight in UTC;
  /// seconds are optional. `nil` for other texts and for days that do not exist.
  ///
  /// Foundation's parser carries the 30th of February over to March, ignores text after the date,
  /// and so reads a time without a zone as midnight. A row must mean what is written in it.
  init?(iso8601 text: String) {
    var rest = text.utf8[...]
    guard let year = rest.consumeNumber(4), rest.consume("-"), let month = rest.consumeNumber(2),
      rest.consume("-"), let day = rest.consumeNumber(2), (1...12).contains(month),
      day >= 1, day <= Date.days(in: month, of: year)
    else { return nil }
    let days = Date.daysSince1970(year, month, day)
    guard !rest.isEmpty else {
      self.init(timeIntervalSince1970: Double(days * 86_400))
      return
    }
    guard rest.consume("T") || rest.consume("t"), let hour = rest.consumeNumber(2),
      rest.consume(":"),
      let minute = rest.consumeNumber(2), hour < 24, minute < 60
    else { return nil }
    var (second, fraction) = (0, 0.0)
    if rest.consume(":") {
      guard let seconds = rest.consumeNumber(2), seconds < 60 else { return nil }
      second = seconds
      if rest.consume(".") {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty, let value = Double("0.\(String(digits) ?? "")") else { return nil }
        fraction = value
        rest = rest[digits.endIndex...]
      }
    }
    guard let offset = rest.consumeOffset(), rest.isEmpty else { return nil }
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
    self.init(timeIntervalSince1970: Double(seconds) + fraction)
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
}

extension Substring.UTF8View {
  /// Consumes `character` if it is next; whether it was.
  fileprivate mutating func consume(_ character: Character) -> Bool {
    guard first == character.asciiValue else { return false }
    removeFirst()
    return true
  }

  /// Consumes a number of exactly `count` digits.
  fileprivate mutating func consumeNumber(_ count: Int) -> Int? {
    let digits = prefix(count)
    guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    removeFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Consumes `Z` or an offset from UTC such as `+02:00`, in seconds.
  fileprivate mutating func consumeOffset() -> Int? {
    if consume("Z") || consume("z") { return 0 }
    let isWest = first == UInt8(ascii: "-")
    guard consume("+") || consume("-"), let hours = consumeNumber(2), hours < 24 else { return nil }
    let hasMinutes = consume(":") || !isEmpty
    guard let minutes = hasMinutes ? consumeNumber(2) : 0, minutes < 60 else { return nil }
    return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}
