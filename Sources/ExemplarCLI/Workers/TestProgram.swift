import ExemplarCore
import Foundation

/// A program with tests, and the settings of its processes.
struct TestProgram: Sendable {
  let url: URL
  /// The options of the run, as environment variables.
  var options: [EnvironmentOption: String]
}
