#if !canImport(Darwin)
  import Exemplar
  import XCTest

  /// Fails a process that runs all tests of XCTest if a class that runs specs is not among them.
  ///
  /// XCTest finds classes in test targets only. Swift Testing leaves the specs of each such class to
  /// it, so those of a class in another target would run nowhere.
  private final class UnfoundClasses: XCTestObservation {
    func testSuiteWillStart(_ testSuite: XCTestSuite) {
      // XCTest's name of the suite of everything; under a filter, not all classes are expected.
      guard testSuite.name == "All tests" else { return }
      let found = Self.classes(in: testSuite)
      for type in SpecTestClasses.all where !type.modules.isEmpty {
        if found.contains(ObjectIdentifier(type)) {
          ExitGuard.awaitBeginning(
            of: String(reflecting: type),
            orElse: "Something ended the process before \(type) had run its specs.")
          continue
        }
        ExitGuard.fail(
          "The specs of \(type.modules.sorted().joined(separator: ", ")) do not run: \(type) should "
            + "run them, but XCTest does not find it. "
            + (SpecsWithoutHost.problem ?? "Move the class into a test target."))
      }
      guard let problem = SpecsWithoutHost.problem else { return }
      let modules = Set(discoveredSpecs().map(\.module)).filter {
        SpecTestClasses.running(module: $0).isEmpty
      }
      if !modules.isEmpty { ExitGuard.fail(problem) }
    }

    private static func classes(in test: XCTest) -> Set<ObjectIdentifier> {
      guard let suite = test as? XCTestSuite else { return [ObjectIdentifier(type(of: test))] }
      return suite.tests.reduce(into: []) { $0.formUnion(classes(in: $1)) }
    }
  }

  /// Called when the program is loaded: nothing else of ours may ever run in it.
  @_cdecl("exemplar_xctest_loaded")
  func __awaitAllTests() {
    XCTestObservationCenter.shared.addTestObserver(UnfoundClasses())
  }
#endif
