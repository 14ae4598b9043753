/// A discovered root: a top-level group, with the module it came from.
public struct Spec: Sendable {
  /// The name of the module, the first part of every id below.
  public var module: String
  public var root: SpecNode

  public init(module: String, root: SpecNode) {
    self.module = module
    self.root = root
    root.place()
  }
}
