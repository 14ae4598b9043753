import ExemplarCore
import Testing

/// The specs of the program as arguments of a test, for editors.
///
/// Editors list the tests that they find in the source, but not those in a library. To list the
/// specs, write this in the test target:
///
/// ```swift
/// @Suite struct Specs {
///   @Test(arguments: Exemplar.specs)
///   func spec(_ spec: ListedSpec) async throws { try await spec.run() }
/// }
/// ```
///
/// Each spec is then a case of that test, and Exemplar's own test is disabled. All specs still run
/// as one plan, in its order and run groups: the case that begins first runs it, and each case
/// reports its own spec. So no case waits for one that has not begun, and the specs run under any
/// limit of Swift Testing on parallel cases.
public var specs: [ListedSpec] {
  Listing.swiftTesting.list().map { ListedSpec($0) }
}

/// A spec as an argument of a test. See ``specs``.
public struct ListedSpec: Sendable, Hashable, Identifiable {
  /// The id of the spec, which stays the same from run to run.
  public let id: String
  let spec: ExampleID

  init(_ id: ExampleID) {
    self.id = id.text
    spec = id
  }

  /// Runs all specs, if no case has yet, and reports this one: its issues are those of the case.
  ///
  /// Throws to end the case as canceled, if nothing of the spec ran.
  public func run() async throws {
    let test = Test.current.map { String(describing: $0.id) } ?? ""
    let result = await Listing.swiftTesting.result(of: spec, for: test)
    result.issues.forEach(TestingIssues.show)
    if let reason = result.reasonNotRun, !result.issues.contains(where: \.issue.isFailure) {
      try Test.cancel(Comment(rawValue: reason))
    }
  }
}

extension ListedSpec: CustomTestStringConvertible, CustomTestArgumentEncodable {
  /// The name of the spec, as reports print it.
  public var testDescription: String { spec.heading }

  /// Encodes the id alone: that is all that a test runner needs to find the case again.
  public func encodeTestArgument(to encoder: some Encoder) throws {
    try id.encode(to: encoder)
  }
}
