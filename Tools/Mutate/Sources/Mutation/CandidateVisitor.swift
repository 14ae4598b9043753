import SwiftSyntax

/// A change of a file that could be a mutant.
struct Candidate: Sendable, Equatable {
  var mutator: MutationOperator
  /// The text that it replaces, in bytes of the file.
  var range: Range<Int>
  var replacement: String
  /// The candidates of one site share its edits, and are only in the program together.
  var site: Int
  var isOnce: Bool
}

/// A part of the change that makes the mutants of a site selectable while the program runs. It never changes how many
/// lines a file has.
struct Edit: Sendable {
  var offset: Int
  /// The number of bytes that it removes.
  var removed: Int
  /// The new text, in which `#1` and `#2` stand for the numbers of the mutants of the site.
  var text: String
  var site: Int
}

/// Finds the candidates of a file, whose operators are folded.
///
/// An expression becomes a call whose operands are those of the original, so that nothing is copied and candidates can
/// be in others. Edits are appended in the order of the text: those at one offset are applied in that order.
final class CandidateVisitor: SyntaxVisitor {
  private(set) var candidates: [Candidate] = []
  private(set) var edits: [Edit] = []
  private(set) var sites: [Range<Int>] = []
  private let exclusions: Exclusions
  /// Expressions with operators that are declared elsewhere, whose precedence is not known.
  private let unclear: [Range<Int>]

  init(_ exclusions: Exclusions, unclear: [Range<Int>]) {
    self.exclusions = exclusions
    self.unclear = unclear
    super.init(viewMode: .sourceAccurate)
  }

  /// Adds candidates of one site.
  private func site(
    _ mutator: MutationOperator, at node: some SyntaxProtocol,
    _ variants: [(range: Range<Int>, replacement: String)]
  ) -> Int? {
    guard let first = variants.first,
      !exclusions.contains(node.offsets, at: first.range.lowerBound)
    else { return nil }
    let isOnce = Syntax(node).isEvaluatedOnce
    candidates += variants.map {
      Candidate(
        mutator: mutator, range: $0.range, replacement: $0.replacement, site: sites.count,
        isOnce: isOnce)
    }
    sites.append(node.offsets)
    return sites.count - 1
  }

  private func edit(_ site: Int?, at offset: Int, removing removed: Int = 0, _ text: String) {
    if let site { edits.append(Edit(offset: offset, removed: removed, text: text, site: site)) }
  }

  /// Visits a node with text around it.
  @discardableResult
  private func wrap(
    _ node: some SyntaxProtocol, _ site: Int?, _ opening: String, _ closing: String
  ) -> SyntaxVisitorContinueKind {
    edit(site, at: node.offsets.lowerBound, opening)
    for child in node.children(viewMode: .sourceAccurate) { walk(child) }
    edit(site, at: node.offsets.upperBound, closing)
    return .skipChildren
  }

  // MARK: Operators

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard let token = node.operator.as(BinaryOperatorExprSyntax.self)?.operator else {
      return .visitChildren
    }
    let isClear = !unclear.contains { $0.overlaps(token.offsets) }
    let form = isClear ? self.form(of: token, in: node) : nil
    let site = form.flatMap { self.site($0.mutator, at: node, $0.variants) }
    edit(site, at: node.offsets.lowerBound, form?.opening ?? "")
    walk(node.leftOperand)
    edit(site, at: token.offsets.lowerBound, removing: token.offsets.count, form?.middle ?? "")
    walk(node.rightOperand)
    edit(site, at: node.offsets.upperBound, form?.closing ?? "")
    return .skipChildren
  }

  /// How an operator becomes selectable.
  private struct Form {
    var mutator: MutationOperator
    var variants: [(range: Range<Int>, replacement: String)]
    var opening: String
    var middle = ","
    var closing = ")"
  }

  private func form(of token: TokenSyntax, in node: InfixOperatorExprSyntax) -> Form? {
    let name = token.text
    func variants(_ replacements: [String]) -> [(range: Range<Int>, replacement: String)] {
      replacements.map { (token.offsets, $0) }
    }
    let operands = [node.leftOperand, node.rightOperand]
    // The replacement of a condition by true and by false notices more than its negation.
    let isCondition = node.isCondition
    if let negation = MutationOperator.negations[name] {
      return isCondition
        ? nil
        : Form(
          mutator: .equality, variants: variants([negation]), opening: "__mNot(#1, ",
          middle: name)
    }
    if let comparison = MutationOperator.comparisons[name] {
      guard !operands.contains(where: \.isTuple) else { return nil }
      return Form(
        mutator: .equality,
        variants: variants(isCondition ? [comparison.replacements[0]] : comparison.replacements),
        opening: "\(comparison.function)(#1, #2, ")
    }
    if let arithmetic = MutationOperator.arithmetics[name] {
      guard !operands.contains(where: \.isConcatenated) else { return nil }
      return Form(
        mutator: .arithmetic, variants: variants([arithmetic.replacement]),
        opening: "\(arithmetic.function)(#1, ")
    }
    if let assignment = MutationOperator.assignments[name] {
      guard !node.rightOperand.isConcatenated, !node.leftOperand.isOptionalChain,
        !node.leftOperand.isTuple
      else { return nil }
      return Form(
        mutator: .assignment, variants: variants([assignment.replacement]),
        opening: "\(assignment.function)(#1, &")
    }
    switch name {
    case "&&":
      return Form(
        mutator: .logical, variants: variants(["||"]), opening: "(__mNot(#1, ", middle: ") ? (",
        closing: ") : __m(#1))")
    case "||":
      return Form(
        mutator: .logical, variants: variants(["&&"]), opening: "(__mIf(#1, ", middle: ") ? (",
        closing: ") : __mOff(#1))")
    case "??":
      let range = node.offsets.lowerBound..<node.rightOperand.offsets.lowerBound
      return Form(
        mutator: .nilCoalescing, variants: [(range, "")], opening: "(__m(#1) ? nil : (",
        middle: ")) ?? ", closing: "")
    case "..<", "...":
      return rangeForm(name, variants([name == "..." ? "..<" : "..."]), node)
    default:
      return nil
    }
  }

  /// A closed range can only become half-open where another type fits: in a subscript, in a loop, before a method.
  private func rangeForm(
    _ name: String, _ variants: [(range: Range<Int>, replacement: String)],
    _ node: InfixOperatorExprSyntax
  ) -> Form? {
    var isSpan = false
    if let argument = node.parent?.as(LabeledExprSyntax.self) {
      let owner = argument.parent?.parent
      isSpan = owner?.is(SubscriptCallExprSyntax.self) == true && argument.label == nil
      if owner?.is(TupleExprSyntax.self) == true,
        let member = owner?.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      {
        isSpan =
          ["contains", "forEach", "map", "filter", "reduce", "allSatisfy"].contains(member)
          && (name == "..." || member == "contains")
      }
    }
    if name == "...", node.parent?.is(ForStmtSyntax.self) == true { isSpan = true }
    if !isSpan, name == "..." { return nil }
    let function = !isSpan ? "__mRange" : name == "..." ? "__mClosed" : "__mHalfOpen"
    return Form(mutator: .range, variants: variants, opening: "\(function)(#1, ")
  }

  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    let operand = node.expression
    let variants = [(node.offsets, operand.trimmedDescription)]
    switch node.operator.text {
    case "!" where !node.isCondition:
      return wrap(node, self.site(.boolean, at: node, variants), "__mNot(#1, ", ")")
    case "-"
    where !operand.is(IntegerLiteralExprSyntax.self) && !operand.is(FloatLiteralExprSyntax.self):
      return wrap(node, self.site(.unary, at: node, variants), "__mNegative(#1, ", ")")
    default:
      return .visitChildren
    }
  }

  // MARK: Literals

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let other = node.literal.text == "true" ? "false" : "true"
    let site = node.isCondition ? nil : self.site(.boolean, at: node, [(node.offsets, other)])
    return wrap(node, site, "__mNot(#1, ", ")")
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.isCompared, let value = Int(node.literal.text) else { return .skipChildren }
    // Not beyond what a small type holds.
    return literal(node, .number, "\(value > 100 ? value - 1 : value + 1)")
  }

  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let parts = node.segments.map { $0.as(StringSegmentSyntax.self)?.content.text }
    guard node.isCompared, node.openingPounds == nil, node.openingQuote.text == "\"",
      !parts.contains(nil)
    else { return .visitChildren }
    let text = parts.compactMap(\.self).joined()
    // A literal of one character may be a character, which is never empty.
    let isCharacter = text.count == 1 || text.hasPrefix("\\")
    let other = isCharacter ? (text == "x" ? "y" : "x") : text.isEmpty ? "mutated" : ""
    return literal(node, .string, "\"\(other)\"")
  }

  private func literal(
    _ node: some ExprSyntaxProtocol, _ mutator: MutationOperator, _ other: String
  ) -> SyntaxVisitorContinueKind {
    wrap(node, self.site(mutator, at: node, [(node.offsets, other)]), "(__m(#1) ? \(other) : ", ")")
  }

  // MARK: Conditions

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    let statement = node.parent?.parent
    if Self.onlyEnds(statement) { return .skipChildren }
    guard case .expression(let condition) = node.condition else { return .visitChildren }
    return visit(condition: condition, canBeTrue: statement?.is(WhileStmtSyntax.self) == false)
  }

  override func visit(_ node: RepeatStmtSyntax) -> SyntaxVisitorContinueKind {
    walk(node.body)
    return visit(condition: node.condition, canBeTrue: false)
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    visit(condition: node.condition, canBeTrue: true)
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    _ = visit(condition: node.condition, canBeTrue: true)
    walk(node.thenExpression)
    walk(node.elseExpression)
    return .skipChildren
  }

  /// A loop whose condition is always true would only end by the time limit.
  private func visit(condition: ExprSyntax, canBeTrue: Bool) -> SyntaxVisitorContinueKind {
    let replacements = canBeTrue ? ["true", "false"] : ["false"]
    let site =
      condition.is(BooleanLiteralExprSyntax.self)
      ? nil : self.site(.condition, at: condition, replacements.map { (condition.offsets, $0) })
    edit(
      site, at: condition.offsets.lowerBound,
      canBeTrue ? "(__m(#1, #2) ? __mIs(#1) : (" : "(__m(#1) ? __mIs(0) : (")
    walk(condition)
    edit(site, at: condition.offsets.upperBound, "))")
    return .skipChildren
  }

  /// Whether a condition decides about nothing but the end of the process.
  private static func onlyEnds(_ statement: Syntax?) -> Bool {
    let branch = statement?.as(IfExprSyntax.self)
    let body = statement?.as(GuardStmtSyntax.self)?.body ?? branch?.body
    guard let body, branch?.elseBody == nil, body.statements.count == 1,
      let call = body.statements.first?.item.as(FunctionCallExprSyntax.self)
    else { return false }
    return ["fatalError", "preconditionFailure", "assertionFailure"].contains(
      call.calledExpression.trimmedDescription)
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    let name = node.pattern.trimmedDescription
    guard let value = node.initializer?.value else {
      let end = node.offsets.upperBound
      let site = name == "self" ? nil : self.site(.binding, at: node, [(end..<end, " = nil")])
      edit(site, at: end, " = (__m(#1) ? nil : \(name))")
      return .skipChildren
    }
    let isSelf = value.trimmedDescription == "self"
    let site = isSelf ? nil : self.site(.binding, at: value, [(value.offsets, "nil")])
    edit(site, at: value.offsets.lowerBound, "(__m(#1) ? nil : (")
    walk(value)
    edit(site, at: value.offsets.upperBound, "))")
    return .skipChildren
  }

  // MARK: Statements

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    guard case .expr(let expression) = node.item, let call = expression.call, !node.isValue,
      call.isRemovable
    else { return .visitChildren }
    // A case needs a statement.
    let isNeeded =
      node.parent?.parent?.is(SwitchCaseSyntax.self) == true
      && node.parent?.children(viewMode: .sourceAccurate).count == 1
    let site = self.site(.call, at: expression, [(expression.offsets, isNeeded ? "()" : "")])
    edit(site, at: expression.offsets.lowerBound, "if __m(#1) { } else { ")
    walk(expression)
    edit(site, at: expression.offsets.upperBound, " }")
    return .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    walk(node.attributes)
    walk(node.signature)
    if let body = node.body {
      if !node.attributes.mayChangeBody {
        returnEarly(from: body.statements, of: node.signature.returnClause?.type)
      }
      walk(body)
    }
    return .skipChildren
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if let type = node.typeAnnotation?.type, !node.mayChangeBody,
      case .getter(let items) = node.accessorBlock?.accessors
    {
      returnEarly(from: items, of: type)
    }
    return .visitChildren
  }

  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.accessorSpecifier.tokenKind == .keyword(.get), let body = node.body,
      let binding = node.parent?.parent?.parent?.as(PatternBindingSyntax.self),
      let type = binding.typeAnnotation?.type, !binding.mayChangeBody
    {
      returnEarly(from: body.statements, of: type)
    }
    return .visitChildren
  }

  /// Adds a return before the first statement, if the type has a value that stands for nothing.
  private func returnEarly(from items: CodeBlockItemListSyntax, of type: TypeSyntax?) {
    guard let first = items.first else { return }
    let isVoid = type.isVoid
    var values = isVoid ? [""] : type?.emptyValues ?? []
    var continuation = ""
    if items.count == 1 {
      let text = first.item.trimmedDescription
      values.removeAll { text == $0 || text == "return \($0)" }
      if case .expr(let expression) = first.item {
        if let call = expression.call, isVoid || call.endsProcess { return }
        // The statement is no longer the only one, whose value is returned.
        if !isVoid { continuation = "return " }
      } else if !isVoid, let statement = first.item.as(ExpressionStmtSyntax.self),
        !statement.tokens(viewMode: .sourceAccurate).contains(where: {
          $0.tokenKind == .keyword(.return)
        })
      {
        continuation = "return "
      }
    }
    let start = first.offsets.lowerBound
    let variants = values.map {
      (start..<start, "return\($0.isEmpty ? "" : " ")\($0); ")
    }
    let site = self.site(.earlyReturn, at: first, variants)
    switch values.count {
    case 2: edit(site, at: start, "if __m(#1, #2) { return __mIs(#1) }; \(continuation)")
    case 1: edit(site, at: start, "if __m(#1) { \(variants[0].1)}; \(continuation)")
    default: break
    }
  }
}
