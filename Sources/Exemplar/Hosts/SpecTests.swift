import ExemplarCore

/// A test case of XCTest that runs the specs of its module. Inherit from `SpecTestCase` of
/// `ExemplarXCTest`, which is this protocol and its base class in one.
///
/// Such a class is found by its conformance, so the Swift Testing host knows which specs are not its
/// own: no spec runs twice under `swift test`, and none is left out. The requirement makes sure that
/// XCTest finds the class: on Linux it does not see tests inherited from another module.
public protocol SpecTests: AnyObject, SendableMetatype {
  /// The modules whose specs the class runs. The default is its own.
  static var modules: Set<String> { get }

  /// The test that runs all specs. Its own code runs before them.
  func testSpecs() async throws
}

extension SpecTests {
  public static var modules: Set<String> { [moduleOfClass] }

  private static var moduleOfClass: String {
    String(String(reflecting: Self.self).prefix { $0 != "." })
  }
}

package enum SpecTestClasses {
  package static let all = ConformingTypes.sorted(
    (any SpecTests).self, as: (any SpecTests.Type).self)

  /// The classes that run the specs of `module`; there should be one at most.
  package static func running(module: String) -> [any SpecTests.Type] {
    all.filter { $0.modules.contains(module) }
  }

  /// Prints the classes that XCTest runs, since disabling them would go unnoticed.
  static func printWhatTheyRun() {
    for type in all where !type.modules.isEmpty {
      print(
        "The specs of \(type.modules.sorted().joined(separator: ", ")) run in XCTest, by \(type).")
    }
  }
}
