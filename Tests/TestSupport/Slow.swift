import Foundation
import Testing

/// Whether tests run that take long or build packages; `EXEMPLAR_SLOW_TESTS=1` enables them.
public let runsSlowTests = ProcessInfo.processInfo.environment["EXEMPLAR_SLOW_TESTS"] == "1"

/// Whether slow tests use several numbers of workers and thousands of examples; `EXEMPLAR_SOAK=1` enables that.
public let soaks = ProcessInfo.processInfo.environment["EXEMPLAR_SOAK"] == "1"

extension Trait where Self == ConditionTrait {
  /// Skips tests that take long or build packages, unless `EXEMPLAR_SLOW_TESTS=1` is set.
  public static var slow: Self {
    .enabled(if: runsSlowTests, "EXEMPLAR_SLOW_TESTS=1 enables it")
  }
}
