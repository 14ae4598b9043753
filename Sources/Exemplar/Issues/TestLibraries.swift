import ExemplarCore
import Testing

/// The services that hosts need from the test libraries that record issues in this process.
enum TestLibraries {
  /// Problems that prevent the issues of examples from being seen by the caller.
  static func obstacles() -> [ExemplarCore.Issue] {
    // First, since it may load XCTest.
    let obstacles = IssueReporting.obstacles()
    return ownObstacles() + obstacles
  }

  private static func ownObstacles() -> [ExemplarCore.Issue] {
    if Test.current != nil {
      // Issues after the last test are passed on in no other way.
      InteropIssues.install()
      return XCTestIssues.observe()
    }
    guard InteropIssues.install() || XCTestIssues.reachesXCTest else {
      return [
        ExemplarCore.Issue(
          "No test of Swift Testing is running, and Swift's interoperability library was not found: "
            + "a failing #expect would pass unseen. Run the specs in a test, or link Testing.",
          phase: .planning)
      ]
    }
    if XCTestIssues.isRunning { return [] }
    IssueReporting.recordThatTestsRun()
    // In a program of its own, no test case is current that would get assertions of XCTest.
    return XCTestIssues.observe()
  }

  /// Calls `body` so that the issues recorded meanwhile come here, and do not reach the test in which
  /// this is called, if there is one.
  static func handlingIssues(_ body: @escaping @Sendable () async -> Void) async {
    guard let test = Test.current else { return await body() }
    let listener = IssueListener()
    let trait: IssueHandlingTrait = .compactMapIssues {
      TestingIssues.attribute($0, to: listener)
    }
    // The trait throws only what its body throws, and that throws nothing.
    try? await trait.provideScope(for: test, testCase: Test.Case.current) {
      await listener.during(body)
    }
  }

  /// Hears, from the start, the assertions of each library in tests of the other. It is called when a
  /// program with XCTest is loaded: nothing else of ours may ever run in it.
  static func observeFromStart() {
    guard !InteropMode.isBuiltIn, InteropMode.current != .none else { return }
    InteropIssues.install()
    // Only then does no test case of XCTest need to be the current one.
    if CommandLine.arguments.contains("swift-testing") { _ = XCTestIssues.observe() }
  }
}

/// An error after an issue for it was recorded, as `#require` throws one.
struct RecordedError: Error {}

extension Error {
  /// The reason, if it is a skip of ours or of a library of tests.
  package var reasonToSkip: String? {
    if case .skip(let reason) = meaning { reason } else { (self as? Skip)?.reason }
  }

  /// The meaning, if it is an error of a library of tests, also of one that a continuation has wrapped.
  package var meaning: ErrorMeaning? {
    if self is ExpectationFailedError || self is RecordedError { return .recorded }
    switch String(reflecting: type(of: self as Any)) {
    case "XCTest.XCTSkip":
      let parts = Mirror(reflecting: self).children
      let texts = ["message", "explanation"].compactMap { label in
        parts.first { $0.label == label }?.value as? String
      }
      return .skip(reason: texts.first { !$0.isEmpty } ?? "skipped by XCTSkip")
    // XCTUnwrap has recorded a failure.
    case "XCTest.XCTestErrorWhileUnwrappingOptional": return .recorded
    case "Testing.SkipInfo":
      return .failure(
        "Test.cancel cancels a test of Swift Testing, and all specs together are one: nothing runs "
          + "after it. Write throw Skip(\"…\") to skip this example.")
    default: return nil
    }
  }
}
