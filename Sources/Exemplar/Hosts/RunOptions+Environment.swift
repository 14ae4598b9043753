import ExemplarCore

extension RunOptions {
  /// Reads the options from an environment.
  ///
  /// Throws ``AuthoringMistake`` for a value that is not understood: ignoring it would run something
  /// else than was asked for.
  public init(environment: [String: String]) throws {
    self.init()
    let values = EnvironmentValues(environment)
    selection.selectors = values.lines(.select)
    selection.filters = try values.lines(.filter).map { text in
      do {
        return try IDFilter(text)
      } catch {
        throw values.mistake(.filter, "a regular expression", text)
      }
    }
    selection.tags = values.lines(.tag).map { TagCondition($0) }
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
    checkedFiles = values.lines(.check)
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

  init(_ environment: [String: String]) {
    self.environment = environment
  }

  subscript(option: EnvironmentOption) -> String? {
    environment[option.rawValue].flatMap { $0.isEmpty ? nil : $0 }
  }

  func lines(_ option: EnvironmentOption) -> [String] {
    self[option]?.split(separator: "\n").map(String.init) ?? []
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
    _ option: EnvironmentOption, _ expected: String, _ found: String
  ) -> AuthoringMistake {
    AuthoringMistake("\(option.rawValue) must be \(expected); found “\(found)”.")
  }
}
