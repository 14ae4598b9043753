/// Something wrong in what the author wrote: in a declaration, a data file, or a name.
///
/// A mistake never stops a run and never hides an example: it becomes a failing example at its
/// place, whose message says what was found and what to do.
public struct AuthoringMistake: Error, Sendable, Hashable {
  /// What is wrong, and what was expected instead.
  public var message: String
  /// Where it is.
  public var place: Place?

  public init(_ message: String, at place: Place? = nil) {
    self.message = message
    self.place = place
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
