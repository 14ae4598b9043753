import ExemplarCore

/// The value of an option, with its origin.
struct ConfiguredValue: Hashable {
  /// The text that the option's variable would have, with one line for each value of a list.
  var text: String
  var origin: Origin

  enum Origin: Hashable {
    case commandLine
    case environment
    case profile(String, Place)
    case file(Place)
  }

  /// Where the configuration file has the value, if it does.
  var place: Place? {
    switch origin {
    case .profile(_, let place), .file(let place): place
    case .commandLine, .environment: nil
    }
  }
}
