import ExemplarCore

/// The value of an option, with its origin.
struct ConfiguredValue: Hashable {
  /// The text that the option's variable would have, with one line for each value of a list.
  var text: String
  var origin: Origin

  enum Origin: Hashable {
    case commandLine
    case environment
    /// The configuration file: its options for every run, or a profile.
    case file(Place, profile: String?)
  }

  /// Where the configuration file has the value, if it does.
  var place: Place? {
    if case .file(let place, _) = origin { place } else { nil }
  }
}
