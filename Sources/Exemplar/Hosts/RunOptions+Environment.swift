import ExemplarCore

extension RunOptions {
  /// Reads the options from an environment.
  ///
  /// Throws ``AuthoringMistake`` for a value that is not understood: ignoring it would run something
  /// else than was asked for.
  public init(environment: [String: String]) throws {
    self.init()
    func value(_ option: EnvironmentOption) -> String? {
      environment[option.rawValue].flatMap { $0.isEmpty ? nil : $0 }
    }
    func number<Number: FixedWidthInteger>(_ option: EnvironmentOption) throws -> Number? {
      guard let text = value(option) else { return nil }
      guard let number = Number(text), number >= 0 else {
        throw AuthoringMistake("\(option.rawValue) must be a whole number, found “\(text)”.")
      }
      return number
    }
    selection.selectors = value(.select)?.split(separator: "\n").map(String.init) ?? []
    seed = try number(.seed)
    jobs = try number(.jobs)
    if let text = value(.order) {
      guard let order = Order(rawValue: text) else {
        throw AuthoringMistake(
          "\(EnvironmentOption.order.rawValue) must be “random” or “defined”, found “\(text)”.")
      }
      self.order = order
    }
  }
}
