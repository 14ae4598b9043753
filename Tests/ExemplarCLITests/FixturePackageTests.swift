import TestSupport
import Testing

/// Runs of the packages of `Tests/Fixtures`, which are built once, before. They build nothing and ask SwiftPM nothing, so
/// they run beside ``PackageTests``: both often wait for compilers, for limits of time, or for signals. All runs of these
/// packages by the tool are here, because a command that takes the last run takes that of any test.
@Suite(.serialized, .slow, BuiltFixtures())
struct FixturePackageTests {}

/// Builds the packages before the tests of a suite run.
private struct BuiltFixtures: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    try await BuildFolder.use {
      for (fixture, example) in [
        (Fixture.workers, "BisectSpecs/Evening/closes"), (.everyHost, "Givens"),
      ] {
        try await fixture.build()
        // The tool asks SwiftPM about a package once.
        try await fixture.test([example]).expect(0)
      }
    }
    try await body()
  }
}

/// The build folder of all packages, which one test uses at a time.
struct BuildFolder: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    try await Self.use(body)
  }

  /// Calls a function while no other one uses the folder.
  @discardableResult
  static func use<Result>(_ body: () async throws -> Result) async throws -> Result {
    await queue.enter()
    do {
      let result = try await body()
      await queue.leave()
      return result
    } catch {
      await queue.leave()
      throw error
    }
  }

  private static let queue = Queue()

  private actor Queue {
    private var isUsed = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func enter() async {
      if isUsed { await withCheckedContinuation { waiting.append($0) } }
      isUsed = true
    }

    func leave() {
      if waiting.isEmpty { isUsed = false } else { waiting.removeFirst().resume() }
    }
  }
}
