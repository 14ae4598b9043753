import Foundation

/// The resources that this process has used.
struct Usage {
  /// The most that was in physical memory at once, in MB.
  var peakMemory: Double
  /// The processor time of all threads, in seconds, which hardly depends on the load of the machine.
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
