import ExemplarCore
import Foundation

/// The treatment of assertions of one test library in a test of the other, from
/// `SWIFT_TESTING_XCTEST_INTEROP_MODE`.
///
/// The variable and its values are Swift's own, from 6.4 on. Earlier toolchains ignore such
/// assertions; Exemplar counts them unless the variable disables that.
enum InteropMode: String {
  /// They pass unseen.
  case none
  /// A failing assertion of XCTest in a test of Swift Testing is a warning.
  case limited
  /// They fail, as in a test of their own.
  case complete
  /// They fail, and `XCTAssert…` in a test of Swift Testing is an error. Swift terminates the
  /// process; here it is only reported, so that the rest still runs.
  case strict

  static let variable = "SWIFT_TESTING_XCTEST_INTEROP_MODE"

  /// A value that is missing or unknown stands for `complete`, as it does for Swift.
  init(environment: [String: String]) {
    self = environment[Self.variable].flatMap(InteropMode.init(rawValue:)) ?? .complete
  }

  static let current = InteropMode(environment: ProcessInfo.processInfo.environment)

  /// A failing assertion of XCTest in a test of Swift Testing, as the mode has it; `nil` if it passes
  /// unseen.
  func issue(_ message: String, at place: Place) -> Issue? {
    switch self {
    case .none: nil
    case .limited: Issue(message, at: place, isExpected: true, isWarning: true)
    case .complete: Issue(message, at: place, isExpected: true)
    case .strict:
      Issue(
        "\(message)\n\(Self.variable) is strict: write #expect instead.", at: place,
        isExpected: true)
    }
  }

  /// The issue of a run under Swift Testing whose linked XCTest assertions pass unnoticed; `nil` if
  /// they are recorded. `connect` connects Exemplar to XCTest and returns whether that succeeded.
  ///
  /// - Parameter isBuiltIn: Whether the toolchain forwards them itself.
  func trouble(isBuiltIn: Bool = isBuiltIn, connect: () -> Bool) -> Issue? {
    if self == .none {
      return Issue(
        "\(Self.variable) is 'none': a failing XCTAssert passes unnoticed in this run.",
        phase: .planning, isWarning: true)
    }
    if isBuiltIn || connect() { return nil }
    return Issue(
      "XCTest is linked, but in a form whose assertions cannot be observed: a failing XCTAssert "
        + "would pass unseen. Write #expect.", phase: .planning, isWarning: true)
  }

  /// Whether the toolchain itself passes assertions from one library to the other; then nothing of
  /// ours may do so too, or each failure would be recorded twice.
  static var isBuiltIn: Bool {
    #if compiler(>=6.4)
      true
    #else
      false
    #endif
  }
}
