import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// The number of threads of Swift's concurrency pool in processes of tests.
struct PoolTests {
  @Test(arguments: [
    ("0", "--pool must be at least 1; found “0”."),
    ("x", "--pool must be a whole number; found “x”."),
    ("100000", "--pool is 100000, and "),
  ])
  func aPoolThatCannotBeIsAUsageError(count: String, message: String) async throws {
    try await Tool.exemplar(["test", "--pool", count]).expect(2, errors: message)
  }

  #if os(Linux)
    @Test func aPoolHasAtMostOneThreadForEachProcessor() {
      let most = ProcessInfo.processInfo.activeProcessorCount
      expect(ConcurrencyPool.problem(of: most), equals: nil)
      expect(
        ConcurrencyPool.problem(of: most + 1),
        equals:
          "is \(most + 1), and this machine has \(most.counted("processor")). Give at most \(most)."
      )
      expect(ConcurrencyPool.variables(pool: 2), equals: ["EXEMPLAR_POOL": "2"])
      expect(ConcurrencyPool.variables(pool: nil), equals: [:])
    }
  #endif
}

extension FixturePackageTests {
  /// A task that needs a second thread hangs where there is one, and the report states the reason.
  @Test func aNarrowPoolShowsWhatHangsOnASmallMachine() async throws {
    let fixture = Fixture.workers
    try await fixture.test(["PoolSpecs", "--timeout", "60s"]).expect(
      0, prints: "2 examples and tests: 2 passed")
    let narrow = try await fixture.test(["PoolSpecs", "--pool", "1", "--timeout", "3s"])
    expect(narrow.status == 0, equals: false)
    let failures = narrow.output.components(separatedBy: "\n\n").filter {
      $0.contains("(--timeout)")
    }
    #if os(Linux)
      expect(failures.count, equals: 2, "\(narrow.output)")
      for failure in failures {
        #expect(
          failure.contains(
            "The only thread of Swift's concurrency pool is blocked in `DispatchSemaphore.wait` (PoolSpecs.swift:11"
          ),
          "\(failure)")
        #expect(failure.contains(", so no other task runs."))
      }
    #endif
  }
}

extension PackageTests {
  /// The option must not seem to have an effect where it has none.
  @Test func aProgramWithoutTheLibraryIsRefused() async throws {
    #if os(Linux)
      let fixture = try Fixture.temporary(
        named: "Plain", files: ["Plain.swift": "import Testing\n@Test func opens() {}\n"],
        library: false)
      try await fixture.test(["--pool", "1"]).expect(
        2,
        errors:
          "--pool has no effect on PlainPackageTests.xctest, which does not contain Exemplar. Add Exemplar to the "
          + "dependencies of a test target, or leave the option out.")
    #endif
  }
}
