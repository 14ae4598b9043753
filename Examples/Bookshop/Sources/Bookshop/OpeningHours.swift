import Foundation

/// The hours of a shop through the week, in its time zone.
///
/// The hours are times on the clock of the shop. A time that the clock skips in spring is the
/// instant of the jump, and a time that comes twice in fall is the first of the two.
public struct OpeningHours: Sendable, Hashable {
  /// The time zone of the shop.
  public let timeZone: TimeZone

  /// The hours by the day on which the door opens; a day without hours is a day off.
  public let week: [Weekday: Hours]

  /// Makes opening hours from the hours of each day.
  public init(timeZone: TimeZone, week: [Weekday: Hours]) {
    self.timeZone = timeZone
    self.week = week
  }

  /// Makes opening hours that are the same on all the given days.
  public init(timeZone: TimeZone, days: [Weekday], hours: Hours) {
    self.init(timeZone: timeZone, week: Dictionary(days.map { ($0, hours) }) { first, _ in first })
  }

  /// Returns whether the door is open at an instant.
  public func isOpen(at instant: Date) -> Bool {
    let today = calendar.startOfDay(for: instant)
    let yesterday = calendar.startOfDay(for: today.addingTimeInterval(-1))
    return [yesterday, today].contains { day in isOpen(at: instant, since: day) }
  }

  /// Returns whether the door is open at an instant by the hours of the day that starts at another.
  private func isOpen(at instant: Date, since day: Date) -> Bool {
    guard let hours = week[weekday(of: day)],
      let opens = self.instant(minute: hours.opens, on: day),
      let closes = self.instant(minute: hours.closes, on: day)
    else { return false }
    return opens <= instant && instant < closes
  }

  /// When the clock of the shop first shows a minute of a day, or jumps over it.
  private func instant(minute: Int, on day: Date) -> Date? {
    guard minute < Hours.day else {
      guard let noon = calendar.date(bySettingHour: 12, minute: 0, second: 0, of: day),
        let nextNoon = calendar.date(byAdding: .day, value: 1, to: noon)
      else { return nil }
      return instant(minute: minute - Hours.day, on: calendar.startOfDay(for: nextNoon))
    }
    return calendar.nextDate(
      after: day.addingTimeInterval(-1),
      matching: DateComponents(hour: minute / 60, minute: minute % 60, second: 0),
      matchingPolicy: .nextTime,
      repeatedTimePolicy: .first)
  }

  private func weekday(of day: Date) -> Weekday {
    Weekday.allCases[calendar.component(.weekday, from: day) - 1]
  }

  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }
}
