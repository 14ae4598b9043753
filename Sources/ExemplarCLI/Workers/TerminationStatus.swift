import ExemplarCore
import ExemplarLog
import Foundation
import Subprocess

extension TerminationStatus {
  /// Whether nothing was there to run: our test was skipped, or is not in the program at all.
  var isWithoutTests: Bool {
    switch self {
    case .exited(let code): [0, 69].contains(code)
    default: false
    }
  }

  /// The same, as a log has it.
  var way: ProcessEnd.Way {
    switch self {
    case .exited(let code): .status(Int32(truncatingIfNeeded: code))
    case .signaled(let signal): .signal(Int32(truncatingIfNeeded: signal))
    }
  }
}

extension ProcessEnd.Way {
  /// The result of the run, given the result of its events, which do not include how the process
  /// exited after them.
  func verdict(orElse status: ExitStatus) -> ExitStatus {
    switch self {
    case .status(0): status
    case .status: status == .fine ? .failed : status
    case .signal: .didNotFinish
    }
  }

  /// How the process ended, for people.
  var explanation: String {
    switch self {
    case .status(let code): "ended with status \(code)"
    case .signal(let signal): "was ended by signal \(signal) (\(Self.name(of: signal)))"
    }
  }

  private static func name(of signal: Int32) -> String {
    switch signal {
    case SIGTRAP, SIGILL: "a Swift precondition or trap"
    case SIGSEGV: "bad memory access"
    case SIGABRT: "abort"
    case SIGKILL: "killed"
    case SIGTERM: "terminated"
    default: "signal"
    }
  }
}
