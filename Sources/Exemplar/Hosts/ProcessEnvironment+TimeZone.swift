import ExemplarCore
import Foundation

extension ProcessEnvironment {
  /// The variables for a run, the time zone among which is that of Foundation, too.
  static var withFoundation: ProcessEnvironment {
    // Foundation reads the variable once, which must be before it is changed.
    _ = NSTimeZone.default
    let replaced = Locked<TimeZone?>(nil)
    return ProcessEnvironment { isChanged in
      replaced.withLock { replaced in
        let own = replaced ?? NSTimeZone.default
        NSTimeZone.resetSystemTimeZone()
        // Formatters without a zone of their own follow only the default.
        NSTimeZone.default = isChanged ? NSTimeZone.system : own
        replaced = isChanged ? own : nil
      }
    }
  }
}
