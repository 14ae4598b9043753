#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(WinSDK)
  import WinSDK
#endif

/// How the tool, or a program that runs its own specs, ends. (Semantics, section 5.)
package enum ExitStatus: Int32, Error, CaseIterable {
  case fine = 0
  /// An example, a group or the run failed.
  case failed = 1
  /// Wrong usage, no package, one that does not compile, or no way to see failures.
  case couldNotStart = 2
  /// Something was focused on a machine where that must not be.
  case focused = 3
  /// Nothing was discovered, selected, or able to run.
  case nothingRan = 4
  /// The process ended before the run did.
  case didNotFinish = 5
  /// The examples of a rerun passed, and others are still outstanding.
  case outstanding = 6
  /// The user ended the run.
  case interrupted = 130

  /// The status for a run that ended, or `nil` for one that broke off.
  package init(_ summary: RunSummary?) {
    guard let summary, summary.finished else {
      self = .didNotFinish
      return
    }
    if summary.nothingRan != nil {
      self = .nothingRan
    } else if summary.isSuccess {
      self = .fine
    } else {
      var unfocused = summary
      unfocused.isFocusRefused = false
      self = unfocused.isSuccess ? .focused : .failed
    }
  }

  /// Its meaning, in a few words.
  package var meaning: String {
    switch self {
    case .fine: "all is fine"
    case .failed: "something failed"
    case .couldNotStart: "the run could not start"
    case .focused: "a focus was left in on CI"
    case .nothingRan: "nothing ran"
    case .didNotFinish: "the run did not finish"
    case .outstanding: "a rerun passed and others are outstanding"
    case .interrupted: "interrupted"
    }
  }

  package func exit() -> Never { endProcess(rawValue) }
}

/// Outside of the type, whose function has the name of the system's.
private func endProcess(_ status: Int32) -> Never { exit(status) }
