/// The text of an option, and how it is read.
struct OptionValue {
  let option: EnvironmentOption
  let environment: [String: String]
  /// The name of an option in errors.
  let name: (EnvironmentOption) -> String

  var text: String? { environment[option.rawValue] }

  func isGiven(_ other: EnvironmentOption) -> Bool { environment[other.rawValue] != nil }

  /// Whether the environment is one of a server that builds.
  var isCI: Bool { environment["CI"].map { !["", "0", "false"].contains($0) } ?? false }

  /// The values of an option that takes several, each on a line of its own.
  func lines() throws -> [String] {
    let lines = text?.textLines ?? []
    if lines.contains(where: \.isEmpty) { throw isEmpty }
    return lines.map(String.init)
  }

  /// The values in the file at the path that the option has, each on a line of its own.
  func linesOfFile() throws -> [String] {
    guard let text else { return [] }
    guard let content = TextFile.content(of: text) else {
      throw UsageError(
        "\(name(option)) must be the path of a text file that can be read; found \u{201C}\(text)\u{201D}."
      )
    }
    let lines = content.textLines.filter { !$0.isEmpty }
    if lines.isEmpty {
      throw UsageError(
        "The file of \(name(option)), \(text), is empty. Write a line for each example, or unset it."
      )
    }
    return lines.map(String.init)
  }

  /// Whether a switch is on; `fallback` if it is not given.
  func flag(orElse fallback: Bool = false) throws -> Bool {
    guard let text else { return fallback }
    guard let isOn = Bool(optionText: text) else { throw mistake("1 or 0", text) }
    return isOn
  }

  func number<Number: FixedWidthInteger>(atLeast least: Number = 0) throws -> Number? {
    guard let text else { return nil }
    guard let number = Number(text), number >= 0 else { throw mistake("a whole number", text) }
    if number < least { throw mistake("at least \(least)", text) }
    return number
  }

  func duration() throws -> Duration? {
    try text.map { text in
      guard let limit = Duration(text: text) else {
        throw mistake("a duration such as 500ms, 5s or 2min", text)
      }
      return limit
    }
  }

  /// A number of bytes.
  func size() throws -> Int? {
    try text.map { text in
      let number = text.prefix { $0.isNumber || $0 == "." }
      let unit = text.dropFirst(number.count).filter { !$0.isWhitespace }.uppercased()
      let factors = ["": 1.0, "B": 1, "KB": 0x1p10, "MB": 0x1p20, "GB": 0x1p30, "TB": 0x1p40]
      guard let value = Double(number), let factor = factors[unit], value * factor >= 1,
        value * factor < 0x1p62
      else { throw mistake("a size such as 500MB or 2GB", text) }
      return Int(value * factor)
    }
  }

  /// One of the cases of an enumeration, which `expected` names.
  func choice<Choice: RawRepresentable<String>>(_ expected: String) throws -> Choice? {
    try text.map { text in
      guard let choice = Choice(rawValue: text) else { throw mistake(expected, text) }
      return choice
    }
  }

  func shard() throws -> Shard? {
    try text.map { text in
      do {
        return try Shard(text, in: environment)
      } catch {
        if text.hasPrefix("auto/") || text == "auto" {
          throw UsageError("\(name(option)) is \(text). \(error)")
        }
        throw mistake("a shard such as 2/4, or auto", text, because: error)
      }
    }
  }

  func platform() throws -> Platform? {
    try text.map { text in
      guard let platform = Platform(named: text) else {
        let names = Platform.known.map(\.name)
        throw mistake(
          "one of \(names.joined(separator: ", "))", text, near: Suggestions.near(text, in: names))
      }
      return platform
    }
  }

  func filter(_ text: String) throws -> IDFilter {
    do {
      return try IDFilter(text)
    } catch {
      throw mistake("a regular expression", text, because: error)
    }
  }

  func condition(_ text: String) throws -> TagCondition {
    do {
      return try TagCondition(text)
    } catch {
      throw mistake(TagCondition.expectation, text)
    }
  }

  var isEmpty: UsageError {
    UsageError("\(name(option)) has an empty value. Give it one, or leave it out.")
  }

  private func mistake(
    _ expected: String, _ found: String, because reason: (any Error)? = nil, near: [String] = []
  ) -> UsageError {
    let why = reason.map { " \($0)" } ?? ""
    return UsageError(
      "\(name(option)) must be \(expected); found \u{201C}\(found)\u{201D}.\(why)"
        + Suggestions.question(near))
  }
}

extension Bool {
  /// Reads a switch: `1` or `0`, or one of the words for them.
  package init?(optionText text: String) {
    switch text.lowercased() {
    case "0", "false", "no", "off": self = false
    case "1", "true", "yes", "on": self = true
    default: return nil
    }
  }
}
