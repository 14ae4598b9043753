extension EnvironmentOption {
  /// The options that a command line has; paths to select stand there by themselves, and data files
  /// are checked by the tool.
  package static var onCommandLine: [EnvironmentOption] {
    allCases.filter { ![.select, .events, .worker, .check].contains($0) }
  }

  /// The name on the command line: `--fail-fast` for `EXEMPLAR_FAIL_FAST`; paths have none.
  package var commandLineName: String {
    if self == .select { return "A path" }
    return "--" + rawValue.dropFirst(Self.prefix.count).lowercased().replacing("_", with: "-")
  }

  package var shortName: String? { self == .verbose ? "-v" : nil }

  /// The name that says the opposite of a flag that may be on by itself.
  package var oppositeName: String? {
    explanation.values == "`1`, `0`" ? "--no-" + commandLineName.dropFirst(2) : nil
  }

  package var isFlag: Bool { ["`1`", "`1`, `0`"].contains(explanation.values) }

  /// Whether it takes several values, a line each.
  package var takesSeveral: Bool { [.select, .filter, .tag, .check].contains(self) }

  private static let prefix = "EXEMPLAR_"
}

extension EnvironmentOption {
  /// The mistake that one of the variables is none of ours but nearly so, if one is.
  static func misspelling(among names: some Collection<String>) -> AuthoringMistake? {
    for name in names.sorted() where EnvironmentOption(rawValue: name) == nil {
      guard let meant = nearest(to: name) else { continue }
      return AuthoringMistake(
        "There is no variable \(name). Did you mean \(meant.rawValue)? Unset it if it is not meant for "
          + "Exemplar.")
    }
    return nil
  }

  /// The option whose name is nearly `name`. Names of others may begin as ours do, and hold the same
  /// words, so each half has to be near by itself.
  private static func nearest(to name: String) -> EnvironmentOption? {
    let parts = name.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !Suggestions.near(String(parts[0]), in: ["EXEMPLAR"]).isEmpty else {
      return nil
    }
    let rests = allCases.map { String($0.rawValue.dropFirst(prefix.count)) }
    let near = Suggestions.near(String(parts[1]), in: rests, limit: 1)
    // Where both halves are other words, it is another's.
    guard let rest = near.first, parts[0] == "EXEMPLAR" || rest == parts[1].uppercased() else {
      return nil
    }
    return EnvironmentOption(rawValue: prefix + rest)
  }
}
