extension RunOptions {
  /// Reads the options from an environment.
  ///
  /// Throws ``AuthoringMistake`` for a value that is empty or not understood, and for a variable
  /// whose name is almost one of ours: ignoring it would run something other than what was asked
  /// for.
  public init(environment: [String: String]) throws {
    try self.init(environment: environment) { $0.rawValue }
  }

  /// Reads the options from an environment; `name` is what a mistake names an option.
  package init(
    environment: [String: String], name: @escaping (EnvironmentOption) -> String
  ) throws {
    self.init()
    let values = EnvironmentOption.allCases.map {
      OptionValue(option: $0, environment: environment, name: name)
    }
    for value in values where value.text == "" { throw value.isEmpty }
    if let mistake = EnvironmentOption.misspelling(among: environment.keys) { throw mistake }
    for value in values { try value.option.entry.read(&self, value) }
  }
}
