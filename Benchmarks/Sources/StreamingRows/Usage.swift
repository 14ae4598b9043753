import Foundation

/// What this process has used of the machine.
struct Usage {
  /// The most that was in physical memory at once, in MB.
  var peakMemory: Double
  /// How long its threads have worked in all, in seconds: that does not depend on what else runs.
  var work: Double

  static var now: Usage {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      let peak = Double(usage.ru_maxrss) / 1_048_576
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      let peak = Double(usage.ru_maxrss) / 1024
    #endif
    return Usage(peakMemory: peak, work: usage.ru_utime.seconds + usage.ru_stime.seconds)
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1_000_000 }
}
