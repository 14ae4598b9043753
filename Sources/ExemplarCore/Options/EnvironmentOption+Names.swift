extension EnvironmentOption {
  /// The options of a command line; paths to select are arguments.
  package static var onCommandLine: [EnvironmentOption] {
    allCases.filter(\.isOnCommandLine)
  }

  /// Those of a program that runs its own specs: it cannot outlive what ends it, nor keep its output apart.
  package static var ofPrograms: [EnvironmentOption] {
    let ofTool: Set<EnvironmentOption> = [
      .pool, .inProcess, .memoryLimit, .showOutput, .record, .recordOutput, .queue, .specs,
    ]
    return onCommandLine.filter { !ofTool.contains($0) }
  }

  private var isOnCommandLine: Bool {
    switch entry.kind {
    case .flag, .toggle, .one, .several: true
    case .arguments, .hidden: false
    }
  }

  /// The name on the command line without its dashes: `fail-fast` for `EXEMPLAR_FAIL_FAST`.
  package var longName: String {
    rawValue.dropFirst(Self.prefix.count).lowercased().replacing("_", with: "-")
  }

  /// The name on the command line, for messages; paths have no name.
  package var commandLineName: String {
    if case .arguments = entry.kind { return "A path" }
    return "--" + longName
  }

  package var shortName: String? { entry.letter.map { "-\($0)" } }

  /// The name that disables a flag that may be on by default.
  package var oppositeName: String? { entry.kind == .toggle ? "--no-\(longName)" : nil }

  package var isFlag: Bool { [.flag, .toggle].contains(entry.kind) }

  /// The name that help has for the value; `nil` for flags.
  package var valueName: String? {
    switch entry.kind {
    case .one(let name, _, _), .several(let name, _): name
    case .flag, .toggle, .arguments, .hidden: nil
    }
  }

  /// The value of the option if it is given without one, where that is allowed; a following number
  /// is its value.
  package func valueAlone(before next: String?) -> String? {
    guard case .one(_, _, let alone?) = entry.kind, next.flatMap({ Int($0) }) == nil else {
      return nil
    }
    return alone
  }

  /// The values it takes, in words.
  package var values: String {
    switch entry.kind {
    case .flag: "`1`"
    case .toggle: "`1`, `0`"
    case .one(_, let values, _), .several(_, let values), .arguments(let values),
      .hidden(let values):
      values
    }
  }

  /// The help text, without code marks.
  package var help: String { entry.meaning.replacing("`", with: "") }

  /// The value of an option that is given several times: the last, or all of them, one in a line.
  package func value(_ given: [String]) -> String? {
    switch entry.kind {
    case .several, .arguments: given.isEmpty ? nil : given.joined(separator: "\n")
    case .flag, .toggle, .one, .hidden: given.last
    }
  }

  private static let prefix = "EXEMPLAR_"
}

extension EnvironmentOption {
  /// Returns a warning for each variable that only the tool honors.
  package static func warnings(aboutIgnored variables: [String: String]) -> [Issue] {
    let effects = [(memoryLimit, "end a process"), (record, "record a run")]
    return effects.filter { variables[$0.0.rawValue]?.isEmpty == false }.map { option, effect in
      Issue(
        "\(option.rawValue) has no effect here: only exemplar test can \(effect).",
        phase: .planning, isWarning: true)
    }
  }

  /// The error for an unknown variable whose name resembles one of ours.
  static func misspelling(among names: some Collection<String>) -> UsageError? {
    for name in names.sorted() where EnvironmentOption(rawValue: name) == nil {
      guard let meant = nearest(to: name) else { continue }
      return UsageError(
        "There is no variable \(name).\(Suggestions.question([meant.rawValue])) Unset it if it is not "
          + "meant for Exemplar.")
    }
    return nil
  }

  /// The option whose name is nearly `name`. Names of others may begin as ours do, and hold the same
  /// words, so each half has to be near by itself.
  private static func nearest(to name: String) -> EnvironmentOption? {
    let parts = name.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts[0] == "EXEMPLAR" || !Suggestions.near(String(parts[0]), in: ["EXEMPLAR"]).isEmpty
    else { return nil }
    let rests = allCases.map { String($0.rawValue.dropFirst(prefix.count)) }
    let same = rests.first { $0 == parts[1] }
    // A name with another number of words is another one, unless only underscores differ: the variable of these tests,
    // EXEMPLAR_SLOW_TESTS, does not mean EXEMPLAR_SLOWEST.
    let comparable = rests.filter { rest in
      rest.count { $0 == "_" } == parts[1].count { $0 == "_" }
        || rest.replacing("_", with: "") == parts[1].uppercased().replacing("_", with: "")
    }
    // Where both halves are other words, it is another's.
    guard let rest = same ?? Suggestions.near(String(parts[1]), in: comparable, limit: 1).first,
      parts[0] == "EXEMPLAR" || rest == parts[1].uppercased()
    else {
      return nil
    }
    return EnvironmentOption(rawValue: prefix + rest)
  }
}
