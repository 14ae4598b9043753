import ExemplarCore
import Foundation

/// A program with tests, and what its processes are told.
struct TestProgram: Sendable {
  let url: URL
  /// The options of the run, as environment variables.
  var options: [EnvironmentOption: String]
}
