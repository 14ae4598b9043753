/// Several specs of a module that share hooks.
public enum HookScope: Sendable, Hashable {
  /// All specs of the module.
  case module
  /// The specs of the module in a run group.
  case runGroup(Int)

  /// The specs, for the middle of a sentence.
  var title: String {
    switch self {
    case .module: "the module"
    case .runGroup(let number): "run group \(number)"
    }
  }
}
