import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder

/// A test file, rewritten where the result is certain.
public struct MigratedFile: Sendable {
  /// The text of the file, rewritten.
  public var text: String
  /// The places that need a decision, in the order of the file.
  public var marks: [Mark]
  /// The number of tests and suites that are specs now.
  public var rewritten: Int
  /// Whether anything was rewritten.
  public var isChanged: Bool { rewritten > 0 }
  /// The classes that are types of specs now. Their extensions in other files need attributes.
  public var classes: Set<String> = []

  /// A declaration or a call that stays as it is.
  public struct Mark: Sendable, Hashable, CustomStringConvertible {
    /// The line in the original file, from 1.
    public var line: Int
    /// What stays, why, and what to do.
    public var message: String
    public var description: String { "\(line): \(message)" }
  }

  /// Rewrites a file of XCTest, Quick or Swift Testing.
  ///
  /// - Parameters:
  ///   - source: The text of the file.
  ///   - bases: The classes of the target that inherit from `XCTestCase`, directly or not, and can be specs.
  public init(rewriting source: String, bases: Set<String> = []) {
    let tree = Parser.parse(source: source)
    let context = RewriteContext(
      locations: SourceLocationConverter(fileName: "", tree: tree), bases: bases)
    var result = Syntax(tree)
    for rewriter in [
      TestCaseRewriter(context), QuickRewriter(context), SuiteRewriter(context),
    ] as [SyntaxRewriter] {
      result = rewriter.rewrite(result)
    }
    if context.rewritten > 0 {
      result = Syntax(ImportRewriter(context, file: result).rewrite(result))
    }
    text = context.rewritten > 0 ? result.description : source
    marks = context.marks.sorted { ($0.line, $0.message) < ($1.line, $1.message) }
    rewritten = context.rewritten
    classes = context.classes
  }
}

/// The findings of all rewriters of a file.
final class RewriteContext {
  let locations: SourceLocationConverter
  /// The classes that can become specs.
  let bases: Set<String>
  var marks: Set<MigratedFile.Mark> = []
  var rewritten = 0
  var classes: Set<String> = []

  init(locations: SourceLocationConverter, bases: Set<String>) {
    self.locations = locations
    self.bases = bases
  }

  /// Marks a node of the original tree.
  func mark(_ node: some SyntaxProtocol, _ message: String) {
    let line = locations.location(for: node.positionAfterSkippingLeadingTrivia).line
    marks.insert(MigratedFile.Mark(line: line, message: message))
  }
}

/// Imports Exemplar in place of the library of the tests.
final class ImportRewriter: SyntaxRewriter {
  private var names: Set<String>
  private let usesXCTest: Bool
  private var isDone = false

  init(_ context: RewriteContext, file: Syntax) {
    names = ["Exemplar"]
    let tokens = file.tokens(viewMode: .sourceAccurate)
    usesXCTest = tokens.contains { $0.text.hasPrefix("XC") && $0.text != "XCTest" }
    // XCTest and Quick export Foundation.
    let imports =
      file.as(SourceFileSyntax.self)?.statements
      .compactMap { $0.item.as(ImportDeclSyntax.self)?.path.trimmedDescription } ?? []
    if !imports.contains("Testing"), !imports.contains("Foundation") { names.insert("Foundation") }
    if usesXCTest { names.remove("Foundation") }
    if imports.contains("Exemplar") { names.remove("Exemplar") }
  }

  override func visit(_ node: ImportDeclSyntax) -> DeclSyntax {
    let name = node.path.trimmedDescription
    guard ["XCTest", "Quick", "Testing"].contains(name), !isDone else { return DeclSyntax(node) }
    isDone = true
    var added = names.sorted()
    // Assertions of XCTest count in specs, and swift-testing's macros are exported by Exemplar.
    if name == "XCTest", usesXCTest { added.append("XCTest") }
    let text = added.map { "import \($0)" }.joined(separator: "\n")
    return DeclSyntax(stringLiteral: text)
      .with(\.leadingTrivia, node.leadingTrivia).with(\.trailingTrivia, node.trailingTrivia)
  }
}
