/// A day of the week, in the order of the Gregorian calendar of Foundation.
public enum Weekday: String, Sendable, Hashable, Codable, CaseIterable {
  /// The first day of the week.
  case sunday
  /// The second day of the week.
  case monday
  /// The third day of the week.
  case tuesday
  /// The fourth day of the week.
  case wednesday
  /// The fifth day of the week.
  case thursday
  /// The sixth day of the week.
  case friday
  /// The last day of the week.
  case saturday
}
