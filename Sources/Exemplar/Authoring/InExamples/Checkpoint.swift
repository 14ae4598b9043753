import ExemplarCore

/// Marks a step of an example.
///
/// When the example throws, hangs or crashes, the last checkpoint is reported; a thrown error,
/// which has no location, is reported at it. Outside an example it does nothing.
public func checkpoint(
  _ text: String, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  ExampleScope.current?.pass(
    checkpoint: text, at: Place(path: filePath, line: line, column: column))
}
