extension NodeProperties {
  /// The reason that keeps a node with these properties from running, if there is one.
  func skipReason(
    on platform: Platform, of id: @autoclosure () -> ExampleID, at place: Place?
  ) -> String? {
    if let skipReason { return skipReason }
    // Discovery has taken the trait from where it has done its work.
    if isAbstract { return "it is abstract, and no class inherits from it" }
    if let platforms, !platforms.contains(where: { $0.includes(platform) }) {
      let names = platforms.map(\.name).sorted().joined(separator: ", ")
      return "only for \(names)"
        + (platform == .current ? "" : "; this run is for \(platform.name)")
    }
    if conditions.isEmpty { return nil }
    let id = id()
    return AuthorStep(.condition, of: id.heading, at: place).run {
      conditions.first { !$0.holds() }?.reason
    }
  }
}
