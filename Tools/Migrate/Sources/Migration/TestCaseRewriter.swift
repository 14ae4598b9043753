import SwiftSyntax
import SwiftSyntaxBuilder

/// Turns classes of XCTest into specs: `@Spec` reads the names of XCTest, so that `test…`, `setUp` and `tearDown` keep
/// their meaning.
final class TestCaseRewriter: SyntaxRewriter {
  private let context: RewriteContext

  init(_ context: RewriteContext) { self.context = context }

  /// Members of `XCTestCase` that a spec does not have, with the answer.
  private static let unavailable: [String: String] = [
    "expectation": "use `confirmation` or `eventually`", "wait": "use `eventually`",
    "fulfillment": "use `confirmation` or `eventually`", "waitForExpectations": "use `eventually`",
    "keyValueObservingExpectation": "use `eventually`", "measure": "keep it in an XCTestCase",
    "measureMetrics": "keep it in an XCTestCase", "continueAfterFailure": "use `#require`",
    "XCTContext": "use `checkpoint` and `attach`", "XCTExpectFailure": "use `withKnownIssue`",
    "XCTestExpectation": "use `confirmation` or `eventually`", "XCTWaiter": "use `eventually`",
    "executionTimeAllowance": "use `.timeLimit`", "defaultTestSuite": "use an outline",
    "testInvocations": "use an outline", "invokeTest": "use hooks", "testRun": "use `afterEach`",
    "allTests": "remove it: all `test…` methods are found",
  ]

  override func visit(_ node: ClassDeclSyntax) -> DeclSyntax {
    guard let clause = node.inheritanceClause,
      let base = clause.inheritedTypes.first?.type.trimmedDescription,
      base == "XCTestCase" || base == "XCTest.XCTestCase" || context.bases.contains(base)
    else { return super.visit(node) }
    if let (use, answer) = unavailableUse(in: node) {
      context.mark(
        use,
        "\(node.name.text) stays an XCTestCase, since it uses \(use.trimmedDescription.prefix(40)): \(answer)."
      )
      return DeclSyntax(node)
    }
    let helpers = HelperRenamer(node, context)
    var node = node
    node.memberBlock = MemberRewriter(context).rewrite(node.memberBlock).cast(
      MemberBlockSyntax.self)
    node.memberBlock = helpers.rewrite(node.memberBlock).cast(MemberBlockSyntax.self)
    if base.hasSuffix("XCTestCase") {
      let rest = clause.inheritedTypes.dropFirst()
      if rest.isEmpty {
        node.inheritanceClause = nil
        // The space that was behind the superclass.
        if node.genericWhereClause == nil {
          node.name.trailingTrivia = []
          node.memberBlock.leftBrace.leadingTrivia = .space
        }
      } else {
        node.inheritanceClause?.inheritedTypes = InheritedTypeListSyntax(Array(rest))
      }
    }
    context.rewritten += 1
    context.classes.insert(node.name.text)
    return DeclSyntax(node.adding(attribute: "@Spec"))
  }

  override func visit(_ node: ExtensionDeclSyntax) -> DeclSyntax {
    guard context.bases.contains(node.extendedType.trimmedDescription) else {
      return super.visit(node)
    }
    var node = node
    node.memberBlock = MemberRewriter(context, inExtension: true).rewrite(node.memberBlock)
      .cast(MemberBlockSyntax.self)
    context.rewritten += 1
    return DeclSyntax(node)
  }

  /// The first use of a member that only an `XCTestCase` has.
  private func unavailableUse(in node: ClassDeclSyntax) -> (Syntax, String)? {
    for token in node.memberBlock.tokens(viewMode: .sourceAccurate) {
      guard case .identifier(let name) = token.tokenKind, let answer = Self.unavailable[name] else {
        continue
      }
      guard let parent = token.parent else { continue }
      if let reference = parent.as(DeclReferenceExprSyntax.self) {
        // Only members of the class itself: a `wait()` of something else may be anything.
        if let access = reference.parent?.as(MemberAccessExprSyntax.self),
          access.declName.id == reference.id,
          let base = access.base, base.trimmedDescription != "self"
        {
          continue
        }
        return (Syntax(reference), answer)
      }
      if parent.is(FunctionDeclSyntax.self) || parent.is(IdentifierPatternSyntax.self),
        ["defaultTestSuite", "testInvocations", "invokeTest", "allTests"].contains(name)
      {
        return (parent, answer)
      }
    }
    return nil
  }
}

/// Rewrites the methods of a class of XCTest.
private final class MemberRewriter: SyntaxRewriter {
  private let context: RewriteContext
  private let isInExtension: Bool

  init(_ context: RewriteContext, inExtension: Bool = false) {
    self.context = context
    isInExtension = inExtension
  }

  override func visit(_ original: FunctionDeclSyntax) -> DeclSyntax {
    var node = original
    let isFixture = ["setUp", "tearDown", "setUpWithError", "tearDownWithError"].contains(
      node.name.text)
    if isFixture, node.modifiers.contains(where: { $0.name.text == "override" }) {
      node = node.removing(modifier: "override")
      node = SuperCallRemover().rewrite(node).cast(FunctionDeclSyntax.self)
    }
    let isConditional = sequence(first: Syntax(original), next: \.parent)
      .prefix { !$0.is(MemberBlockSyntax.self) }.contains { $0.is(IfConfigDeclSyntax.self) }
    let isTest = node.name.text.hasPrefix("test") && !node.isHelper
    if isTest, let outline = LoopRewriter(context).outline(for: node, original) { node = outline }
    let rewriter = AssertionRewriter(context)
    if let body = node.body { node.body = rewriter.rewrite(body).cast(CodeBlockSyntax.self) }
    let isThrowing = node.signature.effectSpecifiers?.throwsClause != nil
    if rewriter.needsThrows, !isThrowing { node = node.throwing }
    // Names have a meaning where @Spec sees them and knows whether they are built.
    if isInExtension || isConditional, node.attribute("Example") == nil {
      let isStatic = node.modifiers.contains { ["static", "class"].contains($0.name.text) }
      if isTest {
        node = node.adding(attribute: "@Example")
      } else if isFixture, node.signature.parameterClause.parameters.isEmpty {
        node = node.adding(
          attribute: (node.name.text.hasPrefix("setUp") ? "@Before" : "@After")
            + (isStatic ? "All" : "Each"))
      }
    }
    return DeclSyntax(node)
  }

  // Code outside of methods keeps its assertions.
  override func visit(_ node: VariableDeclSyntax) -> DeclSyntax { DeclSyntax(node) }
  override func visit(_ node: InitializerDeclSyntax) -> DeclSyntax { DeclSyntax(node) }
}

/// Removes `super.setUp()` and the like, which a type without a superclass does not have.
private final class SuperCallRemover: SyntaxRewriter {
  override func visit(_ node: CodeBlockItemListSyntax) -> CodeBlockItemListSyntax {
    let names: Set = ["setUp", "tearDown", "setUpWithError", "tearDownWithError"]
    let items = super.visit(node).filter { item in
      var expression = item.item.as(ExprSyntax.self)
      while true {
        if let node = expression?.as(TryExprSyntax.self) {
          expression = node.expression
        } else if let node = expression?.as(AwaitExprSyntax.self) {
          expression = node.expression
        } else {
          break
        }
      }
      guard let call = expression?.as(FunctionCallExprSyntax.self),
        let access = call.calledExpression.as(MemberAccessExprSyntax.self),
        access.base?.is(SuperExprSyntax.self) == true
      else { return true }
      return !names.contains(access.declName.baseName.text)
    }
    return items
  }
}

extension FunctionDeclSyntax {
  func removing(modifier name: String) -> FunctionDeclSyntax {
    var node = self
    let leading = node.leadingTrivia
    node.modifiers = node.modifiers.filter { $0.name.text != name }
    return node.with(\.leadingTrivia, leading)
  }

  /// The function with `throws`.
  var throwing: FunctionDeclSyntax {
    var node = self
    var effects = node.signature.effectSpecifiers ?? FunctionEffectSpecifiersSyntax()
    let clause = ThrowsClauseSyntax(throwsSpecifier: .keyword(.throws))
    if effects.asyncSpecifier == nil {
      effects.throwsClause = clause.with(\.leadingTrivia, .space)
      // The space before the body stays behind the parameters.
      if node.signature.returnClause == nil {
        node.signature.parameterClause.trailingTrivia = []
        effects.trailingTrivia = .space
        node.body?.leadingTrivia = []
      }
    } else {
      effects.throwsClause = clause.with(\.trailingTrivia, .space)
    }
    node.signature.effectSpecifiers = effects
    return node
  }
}

extension WithAttributesSyntax {
  /// The declaration with one more attribute in front.
  func adding(attribute text: String) -> Self {
    var node = self
    let leading = node.leadingTrivia
    let attribute = AttributeSyntax(stringLiteral: text).with(\.trailingTrivia, .space)
    node.leadingTrivia = []
    node.attributes.insert(.attribute(attribute), at: node.attributes.startIndex)
    return node.with(\.leadingTrivia, leading)
  }
}

extension FunctionDeclSyntax {
  /// Whether XCTest does not run the method although its name begins as that of a test.
  var isHelper: Bool {
    let name = name.text
    guard name.hasPrefix("test"), name.dropFirst(4).first?.isLowercase != true else { return false }
    let hidden = ["static", "class", "private", "fileprivate"]
    return !signature.parameterClause.parameters.isEmpty || genericParameterClause != nil
      || signature.returnClause != nil || modifiers.contains { hidden.contains($0.name.text) }
  }
}

/// Renames methods that XCTest does not run although their names begin as those of tests: `@Spec` would refuse them.
private final class HelperRenamer: SyntaxRewriter {
  /// The new names, by the old ones.
  private var names: [String: String] = [:]
  /// The names that tests have too.
  private var tests: Set<String> = []

  init(_ node: ClassDeclSyntax, _ context: RewriteContext) {
    let finder = Functions(viewMode: .sourceAccurate)
    finder.walk(node.memberBlock)
    let tokens = Set(node.tokens(viewMode: .sourceAccurate).map(\.text))
    for function in finder.all where function.isHelper {
      let old = function.name.text
      var new = "check" + old.dropFirst(4)
      while tokens.contains(new) { new += "Helper" }
      names[old] = new
      context.mark(
        function.name,
        "\(old) is \(new) now: it is no test, and in a spec a name that begins with test is that of an example."
      )
    }
    tests = Set(finder.all.filter { !$0.isHelper }.map(\.name.text))
    super.init()
  }

  override func visit(_ node: FunctionDeclSyntax) -> DeclSyntax {
    let visited = super.visit(node).cast(FunctionDeclSyntax.self)
    guard node.isHelper, let name = names[node.name.text] else { return DeclSyntax(visited) }
    return DeclSyntax(visited.with(\.name.tokenKind, .identifier(name)))
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> ExprSyntax {
    guard let name = names[node.baseName.text] else { return ExprSyntax(node) }
    var call = node.parent
    while let parent = call, parent.is(MemberAccessExprSyntax.self) { call = parent.parent }
    let isOfTest =
      call?.as(FunctionCallExprSyntax.self).map {
        $0.arguments.isEmpty && $0.trailingClosure == nil
      } ?? false
    if tests.contains(node.baseName.text), isOfTest { return ExprSyntax(node) }
    return ExprSyntax(node.with(\.baseName.tokenKind, .identifier(name)))
  }

  private final class Functions: SyntaxVisitor {
    var all: [FunctionDeclSyntax] = []

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
      all.append(node)
      return .skipChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  }
}
