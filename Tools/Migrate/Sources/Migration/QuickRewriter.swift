import SwiftSyntax
import SwiftSyntaxBuilder

/// Turns classes of Quick into values with `@Spec`, and the common matchers of Nimble into `#expect`.
final class QuickRewriter: SyntaxRewriter {
  private let context: RewriteContext

  init(_ context: RewriteContext) { self.context = context }

  /// The functions that declare nodes, in both libraries with the same meaning.
  static let groups: Set = [
    "describe", "context", "fdescribe", "fcontext", "xdescribe", "xcontext",
  ]
  static let leaves: Set = ["it", "fit", "xit", "beforeEach", "afterEach"]

  override func visit(_ node: CodeBlockItemListSyntax) -> CodeBlockItemListSyntax {
    guard node.parent?.is(SourceFileSyntax.self) == true else { return node }
    return CodeBlockItemListSyntax(
      node.map { item in
        guard let declaration = item.item.as(ClassDeclSyntax.self), isSpec(declaration),
          let spec = spec(for: declaration)
        else { return item }
        return item.with(\.item, .decl(spec))
      })
  }

  private func isSpec(_ node: ClassDeclSyntax) -> Bool {
    let base = node.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription
    return base == "QuickSpec" || base == "AsyncSpec"
  }

  private func spec(for node: ClassDeclSyntax) -> DeclSyntax? {
    let name = node.name.text
    let members = node.memberBlock.members
    guard members.count == 1, let function = members.first?.decl.as(FunctionDeclSyntax.self),
      function.name.text == "spec", let body = function.body
    else {
      context.mark(
        node,
        "\(name) stays, since it has members beside spec(): move them to the top level of the file first."
      )
      return nil
    }
    if let problem = problem(in: body.statements, variables: []) {
      context.mark(problem.node, "\(name) stays: \(problem.text)")
      return nil
    }
    let isOnMainActor = hasVariable(body.statements)
    let functions = LocalFunctions()
    let statements = MatcherRewriter(context).rewrite(functions.rewrite(body.statements))
    let actor = isOnMainActor ? ", on: MainActor.self" : ""
    let variable = name.prefix(1).lowercased() + name.dropFirst()
    let text: String
    if statements.as(CodeBlockItemListSyntax.self)?.count == 1,
      let call = statements.as(CodeBlockItemListSyntax.self)?.first?.item.as(
        FunctionCallExprSyntax.self),
      call.name == "describe", call.arguments.count == 1, let closure = call.trailingClosure,
      let title = call.arguments.first?.trimmedDescription
    {
      let indented = closure.description.split(separator: "\n", omittingEmptySubsequences: false)
      let indent = indentation(of: body.statements)
      let lines = indented.enumerated().map { offset, line in
        offset > 0 && line.hasPrefix(indent) ? line.dropFirst(indent.count) : line
      }
      text = "@Spec let \(variable) = describe(\(title)\(actor)) \(lines.joined(separator: "\n"))"
    } else {
      let title = name.hasSuffix("Spec") ? String(name.dropLast(4)) : name
      text = "@Spec let \(variable) = describe(\"\(title)\"\(actor)) {\(statements.description)\n}"
    }
    context.rewritten += 1
    return DeclSyntax(stringLiteral: functions.texts.map { $0 + "\n\n" }.joined() + text)
      .with(\.leadingTrivia, node.leadingTrivia).with(\.trailingTrivia, node.trailingTrivia)
  }

  private func indentation(of statements: CodeBlockItemListSyntax) -> String {
    var indent = ""
    for piece in statements.first?.leadingTrivia.pieces ?? [] {
      if case .spaces(let count) = piece { indent = String(repeating: " ", count: count) }
      if case .tabs(let count) = piece { indent = String(repeating: "\t", count: count) }
    }
    return indent
  }

  /// The first statement of a group that a builder of specs does not take.
  ///
  /// - Parameter variables: The names of the values of the groups around.
  private func problem(
    in statements: CodeBlockItemListSyntax, variables: Set<String>
  ) -> (node: Syntax, text: String)? {
    var variables = variables
    for statement in statements {
      for binding in statement.item.as(VariableDeclSyntax.self)?.bindings ?? [] {
        variables.insert(binding.pattern.trimmedDescription)
      }
    }
    for statement in statements {
      let item = Syntax(statement.item)
      if statement.item.is(VariableDeclSyntax.self) { continue }
      if let function = statement.item.as(FunctionDeclSyntax.self) {
        // It can move to the top level of the file, if it uses nothing of the group.
        let names = Set(function.tokens(viewMode: .sourceAccurate).map(\.text))
        if names.isDisjoint(with: variables.union(Self.leaves).union(Self.groups)) { continue }
        return (
          item,
          "\(function.name.text) uses values of its group, or declares examples. Make it a closure, or return a SpecNode."
        )
      }
      guard let call = statement.item.as(FunctionCallExprSyntax.self), let name = call.name else {
        return (
          item,
          "a group takes declarations of values, groups, examples and hooks. Move this into a beforeEach, or to the top level of the file."
        )
      }
      if Self.groups.contains(name), let closure = call.trailingClosure {
        if let problem = problem(in: closure.statements, variables: variables) { return problem }
      } else if Self.leaves.contains(name), let closure = call.trailingClosure {
        if closure.signature != nil {
          return (item, "this closure takes metadata. Take an ExampleInfo instead.")
        }
      } else {
        return (item, "\(name) is written in another way here; the page on Quick shows each word.")
      }
    }
    return nil
  }

  /// Whether a group has a variable that its examples share.
  private func hasVariable(_ statements: CodeBlockItemListSyntax) -> Bool {
    statements.contains { statement in
      if statement.item.as(VariableDeclSyntax.self)?.bindingSpecifier.text == "var" { return true }
      guard let call = statement.item.as(FunctionCallExprSyntax.self),
        Self.groups.contains(call.name ?? ""),
        let closure = call.trailingClosure
      else { return false }
      return hasVariable(closure.statements)
    }
  }
}

/// Takes functions out of groups, for the top level of the file.
private final class LocalFunctions: SyntaxRewriter {
  private(set) var texts: [String] = []

  override func visit(_ node: CodeBlockItemListSyntax) -> CodeBlockItemListSyntax {
    let call = node.parent?.parent?.as(FunctionCallExprSyntax.self)
    let isGroup = call == nil || QuickRewriter.groups.contains(call?.name ?? "")
    let items = node.filter { item in
      guard isGroup, let function = item.item.as(FunctionDeclSyntax.self) else { return true }
      let lines = function.trimmedDescription.split(
        separator: "\n", omittingEmptySubsequences: false)
      let indent = lines.last?.prefix { $0.isWhitespace } ?? ""
      texts.append(
        "private "
          + lines.map { $0.hasPrefix(indent) ? $0.dropFirst(indent.count) : $0 }
          .joined(separator: "\n"))
      return false
    }
    return super.visit(items)
  }

  // Functions in functions and in the bodies of examples stay.
  override func visit(_ node: FunctionDeclSyntax) -> DeclSyntax { DeclSyntax(node) }
}

/// Replaces matchers of Nimble that `#expect` states as well. All others stay: Nimble works beside Exemplar.
private final class MatcherRewriter: SyntaxRewriter {
  private let context: RewriteContext

  init(_ context: RewriteContext) { self.context = context }

  override func visit(_ node: SequenceExprSyntax) -> ExprSyntax {
    let elements = Array(node.elements)
    let symbols: Set = ["==", "!=", "<", "<=", ">", ">=", "===", "!=="]
    guard elements.count == 3, symbols.contains(elements[1].trimmedDescription),
      let subject = subject(elements[0]), isInBody(node)
    else { return super.visit(node) }
    return expectation(
      "\(subject.text) \(elements[1].trimmedDescription) \(elements[2].operand)",
      subject.isThrowing, like: node)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> ExprSyntax {
    if node.name == "fail", node.arguments.count <= 1 {
      return ExprSyntax(text: "Issue.record(\(node.arguments.trimmedDescription))", like: node)
    }
    guard let access = node.calledExpression.as(MemberAccessExprSyntax.self),
      node.arguments.count == 1,
      node.trailingClosure == nil,
      let matcher = node.arguments.first?.expression.as(FunctionCallExprSyntax.self),
      let base = access.base, isInBody(node)
    else { return super.visit(node) }
    let isNegated: Bool
    switch access.declName.baseName.text {
    case "to": isNegated = false
    case "toNot", "notTo": isNegated = true
    default: return super.visit(node)
    }
    if matcher.name == "throwError", !isNegated, matcher.arguments.count <= 1,
      let call = base.as(FunctionCallExprSyntax.self), call.name == "expect",
      let closure = call.trailingClosure
    {
      let type =
        matcher.arguments.first.map { $0.expression.trimmedDescription } ?? "(any Error).self"
      guard type.hasSuffix(".self") else { return super.visit(node) }
      return ExprSyntax(text: "#expect(throws: \(type)) \(closure.trimmedDescription)", like: node)
    }
    guard let subject = subject(base), let text = condition(subject.text, base, matcher, isNegated)
    else {
      return super.visit(node)
    }
    return expectation(text, subject.isThrowing, like: node)
  }

  /// Whether the code is directly in the closure of an example or a hook, which may throw.
  private func isInBody(_ node: some SyntaxProtocol) -> Bool {
    var current = node.parent
    while let parent = current, !parent.is(ClosureExprSyntax.self) { current = parent.parent }
    guard let call = current?.parent?.as(FunctionCallExprSyntax.self) else { return false }
    return QuickRewriter.leaves.contains(call.name ?? "")
  }

  /// The argument of `expect(…)`.
  private func subject(_ node: ExprSyntax) -> (text: String, isThrowing: Bool)? {
    guard let call = node.as(FunctionCallExprSyntax.self), call.name == "expect",
      call.trailingClosure == nil,
      call.arguments.count == 1, let argument = call.arguments.first, argument.label == nil
    else { return nil }
    let (expression, effects) = argument.expression.unmarked
    guard !effects.contains("await") else { return nil }
    return (expression.operand, effects.contains("try"))
  }

  private func condition(
    _ subject: String, _ base: ExprSyntax, _ matcher: FunctionCallExprSyntax, _ isNegated: Bool
  ) -> String? {
    let argument = matcher.arguments.first?.expression
    let only = matcher.arguments.count == 1 ? argument?.operand : nil
    // The result of an optional chain is compared with true.
    let truth = subject.contains("?.") ? (isNegated ? " != true" : " == true") : ""
    let not = isNegated && truth.isEmpty ? "!" : ""
    switch matcher.name {
    case "equal":
      guard let only, only != "nil" else { return nil }
      return "\(subject) \(isNegated ? "!=" : "==") \(only)"
    case "beNil": return "\(subject) \(isNegated ? "!=" : "==") nil"
    case "beTrue": return isNegated ? nil : "\(subject) == true"
    case "beFalse": return isNegated ? nil : "\(subject) == false"
    case "beEmpty": return "\(not)\(subject).isEmpty\(truth)"
    case "contain": return only.map { "\(not)\(subject).contains(\($0))\(truth)" }
    case "haveCount": return only.map { "\(subject).count \(isNegated ? "!=" : "==") \($0)" }
    case "beIdenticalTo": return only.map { "\(subject) \(isNegated ? "!==" : "===") \($0)" }
    case "beGreaterThan", "beGreaterThanOrEqualTo", "beLessThan", "beLessThanOrEqualTo":
      let symbols = [
        "beGreaterThan": ">", "beGreaterThanOrEqualTo": ">=", "beLessThan": "<",
        "beLessThanOrEqualTo": "<=",
      ]
      guard !isNegated, let only, let symbol = symbols[matcher.name ?? ""] else { return nil }
      return "\(subject) \(symbol) \(only)"
    case "beCloseTo":
      guard !isNegated, matcher.arguments.count == 2, let argument,
        let within = matcher.arguments.last,
        within.label?.text == "within"
      else { return nil }
      return "abs(\(subject) - \(argument.operand)) <= \(within.expression.operand)"
    default: return nil
    }
  }

  private func expectation(_ condition: String, _ isThrowing: Bool, like node: some SyntaxProtocol)
    -> ExprSyntax
  {
    let isMarked = node.parent?.is(TryExprSyntax.self) == true
    return ExprSyntax(
      text: "\(isThrowing && !isMarked ? "try " : "")#expect(\(condition))", like: node)
  }
}
