import ExemplarCore

/// Notices nodes that are made where no group takes them: in the body of an example or of a hook, where
/// they do nothing, and the example would look fine.
enum Misplaced {
  /// Whether the content of a group is being built.
  @TaskLocal private static var isInGroup = false

  /// Builds the content of a group.
  static func group(_ content: () -> SpecNode) -> SpecNode {
    // Nothing is misplaced where no example runs, so only there it costs something.
    guard ExampleScope.current != nil, !isInGroup else { return content() }
    return $isInGroup.withValue(true, operation: content)
  }

  /// Records an issue at `place` if no group takes what is made there.
  static func check(_ what: String, at place: Place) {
    guard let scope = ExampleScope.current, !isInGroup else { return }
    scope.record(
      Issue(
        "\(what) stands in the body of an example or of a hook, where it does nothing. Put it into "
          + "the group.", at: place))
  }
}
