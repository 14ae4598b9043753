/// A kind of mutants. Names are those of Stryker, where it has such an operator.
///
/// The order is that in which one mutant is chosen among several in a line.
public enum MutationOperator: String, CaseIterable, Sendable {
  case equality = "EqualityOperator"
  case logical = "LogicalOperator"
  case arithmetic = "ArithmeticOperator"
  case assignment = "AssignmentOperator"
  case range = "RangeOperator"
  case condition = "ConditionalExpression"
  case nilCoalescing = "NilCoalescing"
  case binding = "OptionalBinding"
  case call = "CallRemoval"
  case boolean = "BooleanLiteral"
  case unary = "UnaryOperator"
  case number = "NumberLiteral"
  case string = "StringLiteral"
  case earlyReturn = "EarlyReturn"

  /// The operators that a text names, separated by commas; letters of either case.
  public static func named(_ text: String) throws -> Set<MutationOperator> {
    let names = text.split(separator: ",").map { $0.filter { !$0.isWhitespace } }
    guard !names.isEmpty else { throw Problem("--operators has no name. \(choice)") }
    return Set(
      try names.map { name in
        guard let found = allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() })
        else { throw Problem("There is no operator “\(name)”. \(choice)") }
        return found
      })
  }

  private static var choice: String {
    "The operators are \(allCases.map(\.rawValue).joined(separator: ", "))."
  }

  /// The functions of `MutantRuntime` for binary operators, and the operators that replace them. The second replacement
  /// of a comparison negates it.
  static let comparisons: [String: (function: String, replacements: [String])] = [
    "<": ("__mLess", ["<=", ">="]), "<=": ("__mLessOrEqual", ["<", ">"]),
    ">": ("__mGreater", [">=", "<="]), ">=": ("__mGreaterOrEqual", [">", "<"]),
  ]
  static let negations = ["==": "!=", "!=": "==", "===": "!==", "!==": "==="]
  static let arithmetics: [String: (function: String, replacement: String)] = [
    "+": ("__mAdd", "-"), "-": ("__mSubtract", "+"), "*": ("__mMultiply", "/"),
    "/": ("__mDivide", "*"), "%": ("__mRemainder", "*"),
  ]
  static let assignments: [String: (function: String, replacement: String)] = [
    "+=": ("__mAddTo", "-="), "-=": ("__mSubtractFrom", "+="), "*=": ("__mMultiplyBy", "/="),
    "/=": ("__mDivideBy", "*="),
  ]
}

/// An error of the user.
public struct Problem: Error, CustomStringConvertible, Sendable {
  public var description: String
  public init(_ description: String) { self.description = description }
}
