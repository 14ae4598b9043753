/// A change of the source that the tests should notice. The file `mutants.json` is an array of these.
public struct Mutant: Codable, Sendable, Hashable {
  /// The value of `EXEMPLAR_MUTANT` that makes it active, and the offset of its byte in the file that
  /// `EXEMPLAR_MUTANTS_REACHED` names. Mutants are numbered from 1; the file has a byte more than there are mutants,
  /// and byte 0 has no meaning.
  public var number: Int
  /// The path in the package, such as `Sources/Shop/Cart.swift`.
  public var file: String
  /// The range of the original text in the original source. Lines and columns begin at 1; columns count bytes of
  /// UTF-8, as the compiler's do. The end is the place after the last character.
  public var line: Int
  public var column: Int
  public var endLine: Int
  public var endColumn: Int
  /// The name of the operator, such as `EqualityOperator`.
  public var mutator: String
  /// Empty if the mutant adds text.
  public var original: String
  /// Empty if the mutant removes text.
  public var replacement: String
  /// Whether it is in the initial value of a global or static variable, which is evaluated once in a process.
  public var isOnce: Bool
  /// The compiler's message, if the mutant does not compile: it is then not in the program.
  public var compileError: String?

  public init(
    number: Int, file: String, line: Int, column: Int, endLine: Int, endColumn: Int,
    mutator: String, original: String, replacement: String, isOnce: Bool = false,
    compileError: String? = nil
  ) {
    self.number = number
    self.file = file
    self.line = line
    self.column = column
    self.endLine = endLine
    self.endColumn = endColumn
    self.mutator = mutator
    self.original = original
    self.replacement = replacement
    self.isOnce = isOnce
    self.compileError = compileError
  }
}
