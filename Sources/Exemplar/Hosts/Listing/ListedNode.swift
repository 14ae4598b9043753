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
///   func spec(_ spec: ListedNode) async throws { try await spec.run() }
/// }
/// ```
///
/// Each spec is then a case of that test, and Exemplar's own test is disabled. All specs still run
/// as one plan, in its order and run groups: the case that begins first runs it, and each case
/// reports its own spec. So no case waits for one that has not begun, and the specs run under any
/// limit of Swift Testing on parallel cases.
///
/// ``examples(limit:filePath:line:column:)`` lists examples and rows in the same way.
public var specs: [ListedNode] {
  Listing.swiftTesting.list().map { ListedNode($0) }
}

/// The planned examples and rows as arguments of a test, for editors.
///
/// ```swift
/// @Suite struct Examples {
///   @Test(arguments: await Exemplar.examples())
///   func example(_ example: ListedNode) async throws { try await example.run() }
/// }
/// ```
///
/// Each example and each row that is going to run is then a case of that test, with its own result, as
/// ``specs`` are. Row sources are read to list their rows. Swift Testing's time grows with the square of
/// the number of cases, and editors show about a thousand. Beyond `limit`, outlines become one case each,
/// those with the most rows first, then whole specs; their names state how many rows or examples they
/// contain.
///
/// There are more cases than `limit` only if there are more specs.
public func examples(
  limit: Int = 1000, filePath: String = #filePath, line: Int = #line, column: Int = #column
) async -> [ListedNode] {
  if limit >= 0 { return await Listing.swiftTesting.examples(limit: limit) }
  let place = Place(path: filePath, line: line, column: column)
  return [ListedNode(UsageError("The limit is \(limit), and must be at least 0.", at: place))]
}

/// A spec, an example or a row as an argument of a test. See ``specs`` and
/// ``examples(limit:filePath:line:column:)``.
///
/// A test runner finds the case again by the id.
public struct ListedNode: Sendable, Hashable, Identifiable {
  /// The id of the node, which stays the same from run to run.
  public let id: String
  let node: ExampleID
  /// The number of rows or examples that this entry contains, if they could be entries of their own.
  private let size: String?
  /// The error in the list, which has this entry alone; the specs run as without a list.
  private var mistake: UsageError?

  init(_ id: ExampleID, size: String? = nil) {
    self.id = id.text
    node = id
    self.size = size
  }

  init(_ mistake: UsageError) {
    self.init(ExampleID(["Exemplar.examples"]))
    self.mistake = mistake
  }

  /// Runs all specs, if no case has yet, and reports this node: its issues are those of the case.
  ///
  /// Throws to end the case as canceled, if nothing of the node ran.
  public func run() async throws {
    if let mistake { return TestingIssues.post(mistake.message, at: mistake.place) }
    let test = Test.current.map { String(describing: $0.id) } ?? ""
    let result = await Listing.swiftTesting.result(of: node, for: test)
    result.issues.forEach(TestingIssues.show)
    if let reason = result.reasonNotRun, !result.issues.contains(where: \.issue.isFailure) {
      try Test.cancel(Comment(rawValue: reason))
    }
  }
}

extension ListedNode: CustomTestStringConvertible {
  /// The name of the node, as reports print it.
  public var testDescription: String { node.heading + (size.map { " (\($0))" } ?? "") }
}
