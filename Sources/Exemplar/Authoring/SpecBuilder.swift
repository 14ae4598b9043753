/// Builds the content of a group: nodes one after the other, with `let`, `if`, `switch` and `for`
/// among them.
@resultBuilder
public enum SpecBuilder {
  public static func buildBlock(_ nodes: SpecNode...) -> SpecNode { .several(nodes) }

  public static func buildOptional(_ node: SpecNode?) -> SpecNode { node ?? .several([]) }

  public static func buildEither(first node: SpecNode) -> SpecNode { node }

  public static func buildEither(second node: SpecNode) -> SpecNode { node }

  public static func buildArray(_ nodes: [SpecNode]) -> SpecNode { .several(nodes) }

  public static func buildLimitedAvailability(_ node: SpecNode) -> SpecNode { node }
}
