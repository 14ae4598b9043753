import Foundation

/// What a process has used of the memory.
enum Memory {
  /// The most that was in physical memory at once, in MB.
  static var peak: Double {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return Double(usage.ru_maxrss) / 1_048_576
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return Double(usage.ru_maxrss) / 1024
    #endif
  }
}
