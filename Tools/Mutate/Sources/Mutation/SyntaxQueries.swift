import SwiftSyntax

extension SyntaxProtocol {
  /// Whether its value alone decides a branch.
  var isCondition: Bool {
    guard let parent else { return false }
    if let ternary = parent.as(TernaryExprSyntax.self) { return ternary.condition.id == id }
    if let tuple = parent.parent?.parent?.as(TupleExprSyntax.self),
      parent.is(LabeledExprSyntax.self)
    {
      return tuple.elements.count == 1 && tuple.isCondition
    }
    if parent.is(TryExprSyntax.self) || parent.is(AwaitExprSyntax.self) {
      return parent.isCondition
    }
    return parent.is(ConditionElementSyntax.self) || parent.is(RepeatStmtSyntax.self)
      || parent.is(WhereClauseSyntax.self)
  }

  /// Whether it is in the initial value of a global or static variable, outside of closures that are called later.
  var isEvaluatedOnce: Bool {
    var node = Syntax(self)
    while let parent = node.parent {
      if parent.is(ClosureExprSyntax.self),
        parent.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id != parent.id
      {
        return false
      }
      if parent.is(AccessorBlockSyntax.self) || parent.isProtocol((any DeclGroupSyntax).self)
        || parent.is(FunctionDeclSyntax.self) || parent.is(InitializerDeclSyntax.self)
      {
        return false
      }
      if let variable = parent.as(VariableDeclSyntax.self) {
        if variable.modifiers.contains(where: { ["static", "class"].contains($0.name.text) }) {
          return true
        }
        if variable.parent?.parent?.parent?.is(SourceFileSyntax.self) == true { return true }
      }
      node = parent
    }
    return false
  }
}

extension ExprSyntax {
  var isTuple: Bool { (self.as(TupleExprSyntax.self)?.elements.count ?? 1) > 1 }

  /// Whether it is an operand that `+` concatenates, or consists of such ones.
  var isConcatenated: Bool {
    if let infix = self.as(InfixOperatorExprSyntax.self) {
      return infix.leftOperand.isConcatenated || infix.rightOperand.isConcatenated
    }
    if let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1 {
      return tuple.elements.first?.expression.isConcatenated == true
    }
    return self.is(StringLiteralExprSyntax.self) || self.is(ArrayExprSyntax.self)
      || self.is(DictionaryExprSyntax.self)
  }

  var isOptionalChain: Bool {
    tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .postfixQuestionMark }
  }

  /// The call that it is, after `try` and `await`.
  var call: FunctionCallExprSyntax? {
    if let node = self.as(TryExprSyntax.self) { return node.expression.call }
    if let node = self.as(AwaitExprSyntax.self) { return node.expression.call }
    return self.as(FunctionCallExprSyntax.self)
  }
}

extension ExprSyntaxProtocol {
  /// Whether it is an operand of `==` or `!=`.
  var isCompared: Bool {
    let name = parent?.as(InfixOperatorExprSyntax.self)?.operator.trimmedDescription
    return name == "==" || name == "!="
  }
}

extension FunctionCallExprSyntax {
  private var name: String? {
    calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }

  /// Whether code after it is not reached.
  var endsProcess: Bool {
    ["fatalError", "preconditionFailure", "exit", "_exit", "abort"].contains(name)
  }

  /// Whether a program without this statement can compile: it neither initializes nor returns never. An implicit member
  /// and a type are values, which a builder collects.
  var isRemovable: Bool {
    if let member = calledExpression.as(MemberAccessExprSyntax.self) {
      if member.base == nil { return false }
    }
    return name?.first?.isUppercase == false && name != "init" && !endsProcess
  }
}

extension AttributeListSyntax {
  /// Whether one of them may be a result builder, which a `return` would turn off, or a macro.
  var mayChangeBody: Bool {
    contains {
      let name = $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription
      return name?.first?.isUppercase == true && name?.hasSuffix("Actor") == false
    }
  }
}

extension PatternBindingSyntax {
  /// Whether an attribute of its declaration may be a result builder or a macro.
  var mayChangeBody: Bool {
    parent?.parent?.as(VariableDeclSyntax.self)?.attributes.mayChangeBody == true
  }
}

extension TypeSyntax? {
  var isVoid: Bool {
    let text = self?.trimmedDescription ?? "Void"
    return text == "Void" || text == "()"
  }
}

extension TypeSyntax {
  /// Values that a function of this type can return without having done anything, as they are written; a type that is
  /// not known has none.
  var emptyValues: [String] {
    if self.is(OptionalTypeSyntax.self) { return ["nil"] }
    if self.is(ArrayTypeSyntax.self) { return ["[]"] }
    if self.is(DictionaryTypeSyntax.self) { return ["[:]"] }
    guard let type = self.as(IdentifierTypeSyntax.self) else { return [] }
    return switch type.name.text {
    case "Bool": ["true", "false"]
    case "String", "Substring": ["\"\""]
    case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
      "Double", "Float":
      ["0"]
    case "Array", "Set": type.genericArgumentClause == nil ? [] : ["[]"]
    case "Optional": type.genericArgumentClause == nil ? [] : ["nil"]
    default: []
    }
  }
}

extension CodeBlockItemSyntax {
  /// Whether it is the only one of its block, whose value it is.
  var isValue: Bool {
    guard let list = parent, list.children(viewMode: .sourceAccurate).count == 1,
      let owner = list.parent
    else { return false }
    if let closure = owner.as(ClosureExprSyntax.self) {
      guard let result = closure.signature?.returnClause?.type else { return true }
      return !TypeSyntax?.some(result).isVoid
    }
    if owner.is(AccessorBlockSyntax.self) { return true }
    if owner.is(SwitchCaseSyntax.self) {
      return owner.parent?.parent?.isBranchingValue == true
    }
    guard owner.is(CodeBlockSyntax.self), let holder = owner.parent else { return false }
    if let function = holder.as(FunctionDeclSyntax.self) {
      return !(function.signature.returnClause?.type).isVoid
    }
    if let accessor = holder.as(AccessorDeclSyntax.self) {
      return accessor.accessorSpecifier.tokenKind == .keyword(.get)
    }
    return holder.is(IfExprSyntax.self) && holder.isBranchingValue
  }
}

extension Syntax {
  /// Whether an `if` or `switch` is used for its value.
  fileprivate var isBranchingValue: Bool {
    guard let parent else { return false }
    if parent.is(IfExprSyntax.self) { return parent.isBranchingValue }
    if parent.is(ExpressionStmtSyntax.self) {
      return parent.parent?.as(CodeBlockItemSyntax.self)?.isValue == true
    }
    return true
  }
}
