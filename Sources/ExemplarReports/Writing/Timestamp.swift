import Foundation

/// Points in time, in seconds since 1970, as text.
package enum Timestamp {
  /// `2026-03-14T09:26:53`, in universal time.
  package static func text(_ seconds: Double) -> String {
    let whole = max(0, min(seconds.isFinite ? seconds : 0, 253_402_300_799)).rounded(.down)
    return String(Date(timeIntervalSince1970: whole).formatted(.iso8601).dropLast())
  }
}
