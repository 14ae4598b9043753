import ExemplarCore
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

  /// How the run ended, given what its events say: they do not know how the process ended after them.
  func verdict(orElse status: ExitStatus) -> ExitStatus {
    switch self {
    case .exited(0): status
    case .exited: status == .fine ? .failed : status
    default: .didNotFinish
    }
  }

  /// How the process ended, for people.
  var explanation: String {
    switch self {
    case .exited(let code): "ended with status \(code)"
    case .signaled(let signal): "was ended by signal \(signal) (\(Self.signalName(Int32(signal))))"
    }
  }

  private static func signalName(_ signal: Int32) -> String {
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
