/// The hours of one day, such as 09:00-18:00, or past midnight, such as 20:00-02:00.
public struct Hours: Sendable, Hashable, CustomStringConvertible {
  /// The minute of the day at which the door opens.
  public let opens: Int

  /// The minute at which the door closes, counted from the midnight before it opens.
  public let closes: Int

  /// Reads hours of the form 09:00-18:00; a closing time that is not later is on the next day.
  public init(_ text: String) throws(Hours.Problem) {
    let times = text.split(separator: "-", omittingEmptySubsequences: false)
    guard times.count == 2,
      let opens = Self.minutes(times[0]), opens < Self.day,
      let closes = Self.minutes(times[1])
    else { throw .unreadable(text) }
    self.opens = opens
    self.closes = closes > opens ? closes : closes + Self.day
  }

  /// Whether the door closes after midnight.
  public var endAfterMidnight: Bool { closes > Self.day }

  /// The hours in the form 09:00-18:00.
  public var description: String {
    "\(Self.text(opens))-\(Self.text(endAfterMidnight ? closes - Self.day : closes))"
  }

  static let day = 24 * 60

  private static func minutes(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let isTwoDigits = { (part: Substring) in part.count == 2 && part.allSatisfy(\.isDecimalDigit) }
    guard parts.count == 2, parts.allSatisfy(isTwoDigits),
      let hour = Int(parts[0]), let minute = Int(parts[1]),
      minute < 60, hour * 60 + minute <= day
    else { return nil }
    return hour * 60 + minute
  }

  private static func text(_ minutes: Int) -> String {
    let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}

extension Hours {
  /// A reason why a text does not give hours.
  public enum Problem: Error, Hashable, CustomStringConvertible {
    /// The text is not of the form 09:00-18:00.
    case unreadable(String)

    /// The reason as a sentence for a reader.
    public var description: String {
      switch self {
      case .unreadable(let text): "\"\(text)\" is not of the form 09:00-18:00"
      }
    }
  }
}
