import ExemplarCore
import Foundation

/// The package swift-issue-reporting, through which `expectNoDifference` and others report issues.
///
/// On systems other than Apple's it finds out at run time, in a dynamic library, how to record them. Where
/// test targets do not link that library, issues are only printed, and tests pass.
enum IssueReporting {
  /// Problems that prevent issues of the package from being seen, if the program contains the
  /// package.
  static func obstacles() -> [ExemplarCore.Issue] { lacksSupport ? [lackOfSupport] : [] }

  /// Lets code know that this program runs tests: outside of them, issues are only printed.
  ///
  /// It has to be called before such code runs, which asks once.
  static func recordThatTestsRun() { _ = isNoted }

  private static let isNoted: Void = {
    #if !os(Windows)
      setenv("XCTestSessionIdentifier", "Exemplar", 0)
    #endif
  }()

  private static let lacksSupport: Bool = {
    #if os(Linux) || os(Android)
      // The mangled name of `IssueReporting.IssueReporters`.
      guard _typeByName("14IssueReporting0A9ReportersO") != nil else { return false }
      // XCTest, which that library uses, is looked up among what is global.
      let library =
        dlopen("libIssueReportingTestSupport.so", RTLD_LAZY | RTLD_GLOBAL)
        ?? dlopen(nil, RTLD_LAZY)
      // The mangled name of `IssueReportingTestSupport._recordIssue()`.
      return library.flatMap { dlsym($0, "$s25IssueReportingTestSupport07_recordA0ypyF") } == nil
    #else
      // There, the package finds Swift Testing itself.
      return false
    #endif
  }()

  private static let lackOfSupport = ExemplarCore.Issue(
    "This program uses IssueReporting, but not the library with which it fails tests on this system, so "
      + "what reportIssue, expectNoDifference and others report would pass unseen. Add .product(name: "
      + "\"IssueReportingTestSupport\", package: …) to the dependencies of the test target; the package "
      + "is the one that has IssueReporting, swift-issue-reporting or xctest-dynamic-overlay.",
    phase: .planning)
}
