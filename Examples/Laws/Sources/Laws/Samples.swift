import Exemplar
import Testing

/// Fails where there are no values: then no law could be broken, and nothing would be checked.
func expectSamples(_ values: some Collection) {
  #expect(!values.isEmpty, "There are no values to check.")
}

/// Calls `body` with each value, of which there has to be one.
func withEverySample<Value>(of values: [Value], _ body: (Value) throws -> Void) rethrows {
  expectSamples(values)
  try withEvery(values, body)
}
