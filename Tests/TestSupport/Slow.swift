import Foundation
import Testing

/// Whether tests run that take long, or that build packages: `EXEMPLAR_SLOW_TESTS=1` asks for them.
public let runsSlowTests = ProcessInfo.processInfo.environment["EXEMPLAR_SLOW_TESTS"] == "1"

/// Whether slow tests try more than one number of workers, and thousands of examples: `EXEMPLAR_SOAK=1` asks for it.
public let soaks = ProcessInfo.processInfo.environment["EXEMPLAR_SOAK"] == "1"

extension Trait where Self == ConditionTrait {
  /// For tests that take long, or that build packages.
  public static var slow: Self {
    .enabled(if: runsSlowTests, "EXEMPLAR_SLOW_TESTS=1 runs it")
  }
}
