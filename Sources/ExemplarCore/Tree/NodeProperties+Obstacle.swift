extension NodeProperties {
  /// What keeps a node with these properties from running, if anything does.
  func obstacle(on platform: Platform) -> String? {
    if let skipReason { return skipReason }
    // Discovery has taken the trait from where it has done its work.
    if isAbstract { return "it is abstract, and no class inherits from it" }
    if let platforms, !platforms.contains(where: { $0.includes(platform) }) {
      return "only for \(platforms.map(\.name).sorted().joined(separator: ", "))"
    }
    return conditions.first { !$0.holds() }?.reason
  }
}
