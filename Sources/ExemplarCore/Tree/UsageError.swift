/// An error of the author: in a declaration, a data file, or a name.
///
/// It never stops a run and never hides an example. It becomes a failing example at its location,
/// whose message states the problem and the solution.
public struct UsageError: Error, Sendable, Hashable {
  /// The problem, and the expectation.
  public var message: String
  /// Where it is.
  public var place: Place?
  /// The column that was asked for, if the mistake is that a row does not have it.
  package var missing: MissingColumn?
  /// Whether it is an error in code, which every further row would repeat.
  package var endsReading = false

  /// Creates an error with a message, at the location that the author has to change.
  public init(_ message: String, at place: Place? = nil) {
    self.message = message
    self.place = place
  }
}

/// A column that a row does not have.
package struct MissingColumn: Error, Sendable, Hashable {
  /// The key that was asked for.
  package var name: String
  /// The alternatives, in a sentence or two.
  package var alternatives: String

  package init(_ name: String, alternatives: String) {
    self.name = name
    self.alternatives = alternatives
  }
}

extension UsageError {
  /// Returns `error` if it is an error of the author. Otherwise wraps it; `sentence` states what
  /// failed.
  package init(wrapping error: any Error, as sentence: String? = nil, at place: Place? = nil) {
    self =
      error as? UsageError
      ?? UsageError((sentence.map { "\($0): " } ?? "") + "\(error)", at: place)
  }

  /// The mistake, at a place if it has none.
  func placed(at place: Place?) -> UsageError {
    var mistake = self
    mistake.place = mistake.place ?? place
    return mistake
  }

  /// The same mistake at another place.
  package func moved(to place: Place) -> UsageError {
    UsageError(message, at: place)
  }
}

extension UsageError: CustomStringConvertible {
  public var description: String { message }
}
