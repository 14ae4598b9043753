/// Something wrong in what the author wrote: in a declaration, a data file, or a name.
///
/// A mistake never stops a run and never hides an example: it becomes a failing example at its
/// place, whose message says what was found and what to do.
public struct AuthoringMistake: Error, Sendable, Hashable {
  /// What is wrong, and what was expected instead.
  public var message: String
  /// Where it is.
  public var place: Place?
  /// The column that was asked for, if the mistake is that a row does not have it.
  package var missing: MissingColumn?
  /// Whether it is one of the code, which every further row would tell again.
  package var endsReading = false

  public init(_ message: String, at place: Place? = nil) {
    self.message = message
    self.place = place
  }
}

/// A column that a row does not have.
package struct MissingColumn: Error, Sendable, Hashable {
  /// The key that was asked for.
  package var name: String
  /// What there is instead, as a sentence or two.
  package var alternatives: String

  package init(_ name: String, alternatives: String) {
    self.name = name
    self.alternatives = alternatives
  }
}

extension AuthoringMistake {
  /// The mistake that `error` is; another error becomes one, of which `sentence` says what failed.
  package init(wrapping error: any Error, as sentence: String? = nil, at place: Place? = nil) {
    self =
      error as? AuthoringMistake
      ?? AuthoringMistake((sentence.map { "\($0): " } ?? "") + "\(error)", at: place)
  }

  /// The same mistake at another place.
  package func moved(to place: Place) -> AuthoringMistake {
    AuthoringMistake(message, at: place)
  }
}

extension AuthoringMistake: CustomStringConvertible {
  public var description: String { message }
}
