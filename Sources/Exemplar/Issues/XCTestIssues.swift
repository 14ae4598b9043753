import ExemplarCore
import ExemplarRuntime
import Foundation
import Testing

/// Failing assertions of XCTest in tests of Swift Testing, which would pass unseen before Swift 6.4.
///
/// XCTest is looked up at run time, so that programs without it do not link it.
package enum XCTestIssues {
  /// Records, from now on, each failing assertion as an issue of Swift Testing, in the task of the
  /// assertion. Returns the problems that prevent this.
  static func observe() -> [ExemplarCore.Issue] {
    guard exemplar_has_xctest() else { return [] }
    let trouble = InteropMode.current.trouble { isConnected }
    return trouble.map { [$0] } ?? []
  }

  /// Fails the test case of XCTest that is running, if one is; `false` if XCTest is not what runs
  /// tests here.
  static func fail(_ message: String, at place: Place?) -> Bool {
    // Where XCTest is heard, its failures come back here.
    if isObserving.withLock({ $0 }) { return false }
    // XCTest keeps the path for as long as the process lives.
    guard let path = strdup(place?.path ?? "unknown file") else { return false }
    return withExtendedLifetime(message) {
      exemplar_fail_xctest(words(of: message), path, UInt(max(0, place?.line ?? 0)))
    }
  }

  /// Whether this is a program that a library of tests runs, whose test cases get assertions.
  static var isRunning: Bool { CommandLine.arguments.first?.hasSuffix(".xctest") == true }

  /// Whether XCTest itself gets what expectations of Swift Testing hand over, as it does from Swift
  /// 6.4 on.
  static var reachesXCTest: Bool {
    InteropMode.isBuiltIn
      && (exemplar_has_xctest() || exemplar_symbol("OBJC_CLASS_$_XCTestCase") != nil)
  }

  private static let isObserving = Locked(false)

  private static let isConnected: Bool = {
    isObserving.withLock { $0 = true }
    // Short texts are kept in the words themselves, so the name needs no owner.
    return exemplar_hear_xctest(words(of: "Exemplar")) { description, file, line in
      guard let description, let file else { return }
      XCTestIssues.recordFailure(
        description.load(as: String.self),
        at: Place(path: file.load(as: String.self), line: line))
    }
  }()

  /// A string as the two words that it is passed in.
  private static func words(of text: String) -> [UInt] {
    withUnsafeBytes(of: text) { Array($0.bindMemory(to: UInt.self)) }
  }

  /// Records a failing assertion of XCTest as an issue of Swift Testing, which knows whether it is one
  /// that `withKnownIssue` expects; `false` if that would come back to XCTest.
  package static func record(_ message: String, at place: Place) -> Bool {
    guard !InteropMode.isBuiltIn, IssueRouter.isAny, InteropIssues.install() else { return false }
    Testing.Issue.record(
      Comment(rawValue: message), severity: .error, sourceLocation: SourceLocation(place))
    return true
  }

  /// Passes a failed assertion to Swift Testing.
  private static func recordFailure(_ message: String, at place: Place) {
    guard let issue = InteropMode.current.issue(message, at: place) else { return }
    Testing.Issue.record(
      Comment(rawValue: issue.message), severity: issue.isWarning ? .warning : .error,
      sourceLocation: SourceLocation(place))
  }
}
