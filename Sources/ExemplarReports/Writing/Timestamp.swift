/// Points in time, in seconds since 1970, as text.
package enum Timestamp {
  /// `2026-03-14T09:26:53`, in universal time.
  package static func text(_ seconds: Double) -> String {
    let all = Int(max(0, min(seconds.isFinite ? seconds : 0, 253_402_300_799)))
    let (days, rest) = all.quotientAndRemainder(dividingBy: 86_400)
    let (year, month, day) = date(days)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(month))-\(two(day))T"
      + "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
  }

  /// The date that is `days` after the first of January 1970, in a calendar whose years begin in March, so
  /// that the day that may be missing is the last.
  private static func date(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let days = days + 719_468
    let (era, dayOfEra) = days.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let isLate = month >= 10
    return (yearOfEra + era * 400 + (isLate ? 1 : 0), isLate ? month - 9 : month + 3, day)
  }
}
