import ExemplarCore
import Foundation

/// The number of threads of Swift's concurrency pool in the processes that the tool starts.
enum ConcurrencyPool {
  /// Why the pool cannot have so many threads here, if it cannot; the end of a sentence that begins with the option.
  static func problem(of count: Int) -> String? {
    #if os(Linux)
      let most = ProcessInfo.processInfo.activeProcessorCount
      if count <= most { return nil }
      return "is \(count), and this machine has \(most.counted("processor")). Give at most \(most)."
    #elseif canImport(Darwin)
      return count == 1 ? nil : "is \(count), and can only be 1 on this system."
    #else
      return "has no effect on this system. Leave it out."
    #endif
  }

  /// Whether a program without the library ignores the option.
  static var needsLibrary: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  /// The variables of a process whose pool has so many threads.
  static func variables(pool: Int?) -> [String: String] {
    guard let pool else { return [:] }
    #if canImport(Darwin)
      return ["LIBDISPATCH_COOPERATIVE_POOL_STRICT": "1"]
    #else
      return [EnvironmentOption.pool.rawValue: "\(pool)"]
    #endif
  }
}
