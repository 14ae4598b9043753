import ExemplarCore
import Foundation

/// Something slow that is started once for the whole run and shared by all examples: a database server, a container, a
/// compiled helper.
///
/// ```swift
/// @Spec let database = RunFixture("database") { () async throws -> Int in
///   …
/// } shutDown: { port in
///   print("shuts down the server at \(port)")
/// }
///
/// @Spec let loans = describe("Loans") {
///   it("are stored") { try await #expect(database() > 0) }
/// }
/// ```
///
/// The first code that asks for the value starts the fixture, and the others wait. Under the tool, the fixture has a
/// process of its own, and the workers share its value, however many there are and whichever crash. In other hosts it
/// lives in the process of the run. It is shut down when the run has finished or is interrupted, and, under the tool, also
/// when the tool is killed.
public struct RunFixture<Value: Codable & Sendable>: Sendable {
  let declaration: RunFixtures.Declaration

  /// Creates a fixture of the run.
  ///
  /// - Parameters:
  ///   - name: A name that no other fixture has.
  ///   - timeLimit: How long the start may take, and the shut-down.
  ///   - filePath: The file in which the fixture is declared, for messages.
  ///   - line: The line, for messages.
  ///   - column: The column, for messages.
  ///   - start: Starts the fixture. Its value reaches other processes as JSON, so it describes what was started, such as a
  ///     port, and does not hold it.
  ///   - shutDown: Receives the value when the run ends. It does not run if the fixture has not started.
  public init(
    _ name: String, timeLimit: Duration = .seconds(60), filePath: String = #filePath,
    line: Int = #line, column: Int = #column, _ start: @escaping @Sendable () async throws -> Value,
    shutDown: (@Sendable (Value) async throws -> Void)? = nil
  ) {
    declaration = RunFixtures.Declaration(
      name: name, place: Place(path: filePath, line: line, column: column),
      timeLimit: timeLimit.bounded
    ) {
      let value = try await start()
      let json = try String(decoding: JSONEncoder().encode(value), as: UTF8.self)
      return (json, { try await shutDown?(value) })
    }
  }

  /// Returns the value; starts the fixture if nothing has asked for it in this run.
  ///
  /// It can be called in examples, in hooks, in row sources, and in the start of another fixture. Throws if the fixture
  /// did not start, or has ended since.
  public func callAsFunction() async throws -> Value {
    let fixtures = RunFixtures.current
    if let value = fixtures.value(of: declaration) as? Value { return value }
    let json = try await fixtures.json(of: declaration)
    do {
      let value = try JSONDecoder().decode(Value.self, from: Data(json.utf8))
      fixtures.keep(value, of: declaration)
      return value
    } catch {
      throw UsageError(
        "The value of the fixture \u{201C}\(declaration.name)\u{201D} cannot be read from its JSON, \(json): \(error)",
        at: declaration.place)
    }
  }
}
