extension RunOptions {
  /// Reads the options from an environment.
  ///
  /// Throws ``AuthoringMistake`` for a value that is empty or not understood, and for a variable whose
  /// name is nearly one of ours: ignoring it would run something else than was asked for.
  public init(environment: [String: String]) throws {
    try self.init(environment: environment) { $0.rawValue }
  }

  /// Reads the options from an environment; `name` is what a mistake calls an option by.
  package init(
    environment: [String: String], name: @escaping (EnvironmentOption) -> String
  ) throws {
    self.init()
    let values = EnvironmentValues(environment, name: name)
    try values.refuseEmpty()
    selection.selectors = try values.lines(.select)
    selection.filters = try values.lines(.filter).map { text in
      do {
        return try IDFilter(text)
      } catch {
        throw values.mistake(.filter, "a regular expression", text, because: error)
      }
    }
    selection.tags = try values.lines(.tag).map { text in
      do {
        return try TagCondition(text)
      } catch {
        throw values.mistake(.tag, TagCondition.expectation, text)
      }
    }
    seed = try values.number(.seed)
    jobs = try values.number(.jobs, atLeast: 1)
    if let text = values[.order] {
      guard let order = Order(rawValue: text) else {
        throw values.mistake(.order, "“random” or “defined”", text)
      }
      self.order = order
    }
    retries = try values.number(.retries) ?? 0
    failFast = try values.number(.failFast, atLeast: 1)
    if let text = values[.timeLimit] {
      guard let limit = Duration(text: text) else {
        throw values.mistake(.timeLimit, "a duration such as 500ms, 5s or 2min", text)
      }
      timeLimit = limit
    }
    stopsAtFailure = try values.flag(.untilFailure)
    checkedFiles = try values.lines(.check)
    isListing = try values.flag(.list)
    isVerbose = try values.flag(.verbose)
    repetitions = try values.number(.repetitions, atLeast: 1) ?? (stopsAtFailure ? .max : 1)
    let allowsFocusOnCI = try values.flag(.allowFocus)
    let isCI = environment["CI"].map { !["", "0", "false"].contains($0) } ?? false
    allowsFocus = !isCI || allowsFocusOnCI
    isStrict = try values.flag(.strict, orElse: isCI)
  }
}

/// The environment as the options see it.
private struct EnvironmentValues {
  private let environment: [String: String]
  private let name: (EnvironmentOption) -> String

  init(_ environment: [String: String], name: @escaping (EnvironmentOption) -> String) {
    self.environment = environment
    self.name = name
  }

  subscript(option: EnvironmentOption) -> String? { environment[option.rawValue] }

  /// Throws for a value that is empty, and for a variable that is nearly one of ours.
  func refuseEmpty() throws {
    for option in EnvironmentOption.allCases where self[option] == "" { throw isEmpty(option) }
    if let mistake = EnvironmentOption.misspelling(among: environment.keys) { throw mistake }
  }

  /// The values of an option that takes several, each on a line of its own.
  func lines(_ option: EnvironmentOption) throws -> [String] {
    let lines = self[option]?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    if lines.contains(where: \.isEmpty) { throw isEmpty(option) }
    return lines.map(String.init)
  }

  /// Whether a switch is on; `fallback` where nothing is said.
  func flag(_ option: EnvironmentOption, orElse fallback: Bool = false) throws -> Bool {
    switch self[option]?.lowercased() {
    case nil: return fallback
    case "0", "false", "no", "off": return false
    case "1", "true", "yes", "on": return true
    case let text?: throw mistake(option, "1 or 0", text)
    }
  }

  func number<Number: FixedWidthInteger>(
    _ option: EnvironmentOption, atLeast least: Number = 0
  ) throws -> Number? {
    guard let text = self[option] else { return nil }
    guard let number = Number(text), number >= 0 else {
      throw mistake(option, "a whole number", text)
    }
    if number < least { throw mistake(option, "at least \(least)", text) }
    return number
  }

  func mistake(
    _ option: EnvironmentOption, _ expected: String, _ found: String,
    because reason: (any Error)? = nil
  ) -> AuthoringMistake {
    let why = reason.map { " \($0)" } ?? ""
    return AuthoringMistake(
      "\(name(option)) must be \(expected); found \u{201C}\(found)\u{201D}.\(why)")
  }

  private func isEmpty(_ option: EnvironmentOption) -> AuthoringMistake {
    AuthoringMistake("\(name(option)) has an empty value. Give it one, or leave it out.")
  }
}
