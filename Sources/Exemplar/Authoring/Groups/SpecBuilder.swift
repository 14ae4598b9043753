/// Builds the content of a group: nodes one after the other, with `let`, `if`, `switch` and `for`
/// among them.
@resultBuilder
public enum SpecBuilder {
  /// Puts nodes one after the other.
  public static func buildBlock(_ nodes: SpecNode...) -> SpecNode { .several(nodes) }

  /// Gives the nodes of an `if` without `else`, or none.
  public static func buildOptional(_ node: SpecNode?) -> SpecNode { node ?? .several([]) }

  /// Gives the nodes of the first branch of an `if` or `switch`.
  public static func buildEither(first node: SpecNode) -> SpecNode { node }

  /// Gives the nodes of the other branch of an `if` or `switch`.
  public static func buildEither(second node: SpecNode) -> SpecNode { node }

  /// Puts the nodes of each turn of a `for` one after the other.
  public static func buildArray(_ nodes: [SpecNode]) -> SpecNode { .several(nodes) }
}
