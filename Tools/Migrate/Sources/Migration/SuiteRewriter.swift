import SwiftSyntax
import SwiftSyntaxBuilder

/// Turns suites and tests of Swift Testing into specs and examples.
final class SuiteRewriter: SyntaxRewriter {
  private let context: RewriteContext

  init(_ context: RewriteContext) { self.context = context }

  override func visit(_ node: StructDeclSyntax) -> DeclSyntax { suite(node) ?? super.visit(node) }
  override func visit(_ node: ClassDeclSyntax) -> DeclSyntax { suite(node) ?? super.visit(node) }
  override func visit(_ node: ActorDeclSyntax) -> DeclSyntax { suite(node) ?? super.visit(node) }

  override func visit(_ node: FunctionDeclSyntax) -> DeclSyntax {
    // Methods belong to their suite.
    guard node.parent?.is(CodeBlockItemSyntax.self) == true, node.attribute("Test") != nil else {
      return DeclSyntax(node)
    }
    guard let example = example(node, reports: true) else { return DeclSyntax(node) }
    context.rewritten += 1
    return DeclSyntax(example)
  }

  /// The suite as a spec, if all of it can be one.
  private func suite<Suite: DeclGroupSyntax & DeclSyntaxProtocol & WithAttributesSyntax>(
    _ node: Suite
  ) -> DeclSyntax? {
    let tests = node.memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
      .filter { $0.attribute("Test") != nil }
    guard !tests.isEmpty || node.attribute("Suite") != nil else { return nil }
    if let token = node.memberBlock.tokens(viewMode: .sourceAccurate).first(where: {
      ["processExitsWith", "performing"].contains($0.text) || $0.text == "TestScoping"
    }) {
      context.mark(token, "The suite stays, since exit tests and scopes are Swift Testing's own.")
      return DeclSyntax(node)
    }
    var node = node
    if let attribute = node.attribute("Suite") {
      guard let spec = translated(attribute, to: "Spec", isSuite: true) else {
        return DeclSyntax(node)
      }
      node.replace(attribute, with: spec)
    } else {
      node = node.adding(attribute: "@Spec")
    }
    guard tests.allSatisfy({ example($0, reports: true) != nil }) else { return DeclSyntax(node) }
    let before = context.rewritten
    node.memberBlock.members = MemberBlockItemListSyntax(
      node.memberBlock.members.map { member in
        if let function = member.decl.as(FunctionDeclSyntax.self),
          function.attribute("Test") != nil,
          let example = example(function, reports: false)
        {
          return member.with(\.decl, DeclSyntax(example))
        }
        // Nested suites.
        return rewrite(member).cast(MemberBlockItemSyntax.self)
      })
    context.rewritten = max(before, context.rewritten) + 1
    return DeclSyntax(node)
  }

  private func example(_ function: FunctionDeclSyntax, reports: Bool) -> FunctionDeclSyntax? {
    guard let attribute = function.attribute("Test"),
      let example = translated(attribute, to: "Example", isSuite: false, reports: reports)
    else { return nil }
    var function = function
    function.replace(attribute, with: example)
    return function
  }

  /// The attribute with the arguments of its counterpart; `nil` if one has none.
  private func translated(
    _ attribute: AttributeSyntax, to name: String, isSuite: Bool, reports: Bool = true
  ) -> AttributeSyntax? {
    var arguments: [String] = []
    var values: [String] = []
    if case .argumentList(let list) = attribute.arguments {
      for argument in list {
        if argument.label?.text == "arguments" || !values.isEmpty {
          values.append(argument.expression.trimmedDescription)
        } else if argument.label != nil {
          return refuse(argument, reports)
        } else if argument.expression.is(StringLiteralExprSyntax.self) {
          arguments.append(argument.expression.trimmedDescription)
        } else if let trait = trait(argument.expression) {
          if !trait.isEmpty { arguments.append(trait) }
        } else {
          return refuse(argument, reports)
        }
      }
    }
    switch values.count {
    case 0: break
    case 1: arguments.append("over: \(values[0])")
    default: arguments.append("over: product(\(values.joined(separator: ", ")))")
    }
    let text = "@\(name)" + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
    return AttributeSyntax(stringLiteral: text)
      .with(\.leadingTrivia, attribute.leadingTrivia).with(
        \.trailingTrivia, attribute.trailingTrivia)
  }

  private func refuse(_ argument: LabeledExprSyntax, _ reports: Bool) -> AttributeSyntax? {
    if reports {
      context.mark(
        argument,
        "This stays a test of Swift Testing, since \(argument.trimmedDescription.prefix(60)) has no certain counterpart."
      )
    }
    return nil
  }

  /// A trait as a trait of examples; empty if it says what is the case anyway; `nil` without a counterpart.
  private func trait(_ expression: ExprSyntax) -> String? {
    if expression.trimmedDescription == ".serialized" { return "" }
    guard let call = expression.as(FunctionCallExprSyntax.self), call.trailingClosure == nil,
      let access = call.calledExpression.as(MemberAccessExprSyntax.self), access.base == nil
    else { return nil }
    let arguments = call.all
    switch access.declName.baseName.text {
    case "tags":
      let names = arguments.map(\.expression).compactMap { $0.as(MemberAccessExprSyntax.self) }
      guard names.count == arguments.count else { return nil }
      return ".tags(\(names.map { "\"\($0.declName.baseName.text)\"" }.joined(separator: ", ")))"
    case "disabled":
      guard arguments.count == 1, arguments[0].expression.is(StringLiteralExprSyntax.self) else {
        return nil
      }
      return ".skipped(\(arguments[0].trimmedDescription))"
    case "enabled":
      return arguments.count == 1 && arguments[0].label?.text == "if"
        ? expression.trimmedDescription : nil
    case "bug":
      return arguments.count == 1 && arguments[0].label == nil ? expression.trimmedDescription : nil
    case "timeLimit":
      guard let limit = arguments.first?.expression.as(FunctionCallExprSyntax.self),
        limit.arguments.count == 1,
        limit.calledExpression.trimmedDescription == ".minutes", let minutes = limit.arguments.first
      else { return nil }
      return ".timeLimit(.seconds(60 * \(minutes.expression.operand)))"
    default: return nil
    }
  }
}

extension WithAttributesSyntax {
  func attribute(_ name: String) -> AttributeSyntax? {
    attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }
      .first { [name, "Testing.\(name)"].contains($0.attributeName.trimmedDescription) }
  }

  mutating func replace(_ attribute: AttributeSyntax, with new: AttributeSyntax) {
    guard let index = attributes.firstIndex(where: { $0.id == attribute.id }) else { return }
    attributes = attributes.with(\.[index], .attribute(new))
  }
}
