/// The values of the loops in which code runs, for those who read of a failure.
package enum Labels {
  /// The labels around the code that is running, the outermost first.
  @TaskLocal package static var current: [String] = []

  /// Remembers the labels under which `error` was thrown until it is recorded at the end of the
  /// example. Call it where the innermost label ends.
  package static func record(_ error: any Error) {
    ExampleScope.current?.record(error, under: current)
  }
}

/// An error, and the labels under which it was thrown.
struct LabeledError: Sendable {
  private let description: String
  private let type: ObjectIdentifier
  let labels: [String]

  init(_ error: any Error, _ labels: [String]) {
    description = String(describing: error)
    type = ObjectIdentifier(Swift.type(of: error))
    self.labels = labels
  }

  /// Whether both are the same error, as far as can be decided: errors have no identity.
  func isSame(as other: LabeledError) -> Bool {
    type == other.type && description == other.description
  }
}
