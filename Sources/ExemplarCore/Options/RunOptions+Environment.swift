extension RunOptions {
  /// Reads the options from an environment.
  ///
  /// Throws ``UsageError`` for a value that is empty or not understood, and for a variable
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
    try EnvironmentOption.refuseEmptyValues(in: environment, name: name)
    let values = EnvironmentOption.allCases.map {
      OptionValue(option: $0, environment: environment, name: name)
    }
    // The tool has checked the variables that its processes inherit.
    if environment[EnvironmentOption.tool.rawValue] == nil,
      let mistake = EnvironmentOption.misspelling(among: environment.keys)
    {
      throw mistake
    }
    for value in values { try value.option.entry.read(&self, value) }
  }
}

extension EnvironmentOption {
  /// Throws ``UsageError`` for the first option with an empty value, such as a variable that an expansion has left
  /// empty: it must not stand for its default, even where the command line wins over it.
  package static func refuseEmptyValues(
    of options: [EnvironmentOption] = allCases, in environment: [String: String],
    name: @escaping (EnvironmentOption) -> String = { $0.rawValue }
  ) throws {
    for option in options where environment[option.rawValue] == "" {
      throw OptionValue(option: option, environment: environment, name: name).isEmpty
    }
  }
}
