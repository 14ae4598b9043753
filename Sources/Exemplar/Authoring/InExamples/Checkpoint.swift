import ExemplarCore

/// Notes how far an example has come.
///
/// When the example throws, hangs or crashes, the last checkpoint is named; a thrown error, which
/// has no place of its own, is reported at it. Outside an example it does nothing.
public func checkpoint(
  _ text: String, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  ExampleScope.current?.pass(
    checkpoint: text, at: Place(path: filePath, line: line, column: column))
}
