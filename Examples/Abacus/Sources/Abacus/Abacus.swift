/// A language for sums: `let` gives a value a name, and each other line prints a value.
///
/// ```
/// let price = 3 * 400
/// price + 100
/// ```
public enum Abacus {
  /// The output of a program, a line for each value that it prints.
  public static func run(_ program: String) throws(AbacusError) -> String {
    var names: [Substring: Int] = [:]
    var output = ""
    let lines = program.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      var parser = Parser(line: index + 1, rest: line.split(separator: " "), names: names)
      guard let first = parser.rest.first, !first.hasPrefix("#") else { continue }
      if first == "let" {
        let name = try parser.name()
        names[name] = try parser.value()
      } else {
        output += "\(try parser.value())\n"
      }
    }
    return output
  }
}

/// A mistake in a program, with the line that contains it.
public struct AbacusError: Error, Equatable, CustomStringConvertible {
  public var line: Int
  public var message: String

  public var description: String { "line \(line): \(message)" }
}

/// One line; words are separated by spaces.
private struct Parser {
  let line: Int
  var rest: [Substring]
  let names: [Substring: Int]

  mutating func name() throws(AbacusError) -> Substring {
    guard rest.count > 3, rest[2] == "=" else { throw error("write let NAME = VALUE") }
    defer { rest.removeFirst(3) }
    return rest[1]
  }

  /// A sum of products, up to the end of the line.
  mutating func value() throws(AbacusError) -> Int {
    var sum = try product()
    while let sign = rest.popFirst() {
      let next = try product()
      switch sign {
      case "+": sum = try checked(sum.addingReportingOverflow(next))
      case "-": sum = try checked(sum.subtractingReportingOverflow(next))
      default: throw error("“\(sign)” is no operator")
      }
    }
    return sum
  }

  private mutating func product() throws(AbacusError) -> Int {
    var product = try operand()
    while let sign = rest.first, sign == "*" || sign == "/" {
      rest.removeFirst()
      let next = try operand()
      if sign == "/", next == 0 { throw error("division by zero") }
      product = try checked(
        sign == "*"
          ? product.multipliedReportingOverflow(by: next)
          : product.dividedReportingOverflow(by: next))
    }
    return product
  }

  private mutating func operand() throws(AbacusError) -> Int {
    guard let word = rest.popFirst() else { throw error("a value is missing") }
    guard let value = Int(word) ?? names[word] else { throw error("“\(word)” has no value") }
    return value
  }

  private func checked(_ result: (partialValue: Int, overflow: Bool)) throws(AbacusError) -> Int {
    if result.overflow { throw error("the value is too large") }
    return result.partialValue
  }

  private func error(_ message: String) -> AbacusError { AbacusError(line: line, message: message) }
}

extension Array {
  fileprivate mutating func popFirst() -> Element? { isEmpty ? nil : removeFirst() }
}
