// Messages for errors in shared examples and their inclusions.

extension UsageError {
  static func nameless(_ group: SharedGroup) -> UsageError {
    UsageError(
      "These shared examples have an empty name, by which nothing can include them. Name them.",
      at: group.place)
  }

  static func duplicate(_ group: SharedGroup, and earlier: SharedGroup) -> UsageError {
    UsageError(
      "Two shared examples are named \u{201C}\(group.name)\u{201D}: these, and those at "
        + "\(earlier.place.short), which inclusions use. Rename one of them.",
      at: group.place)
  }

  static func unknown(
    _ name: String, at place: Place, among groups: [SharedGroup], hidden: [SharedGroup]
  ) -> UsageError {
    let places = Dictionary(
      groups.map { ($0.name, $0.place) }, uniquingKeysWith: { first, _ in first })
    let near = Suggestions.near(name, in: places.keys.sorted())
      .map { "\($0) (\(places[$0]?.short ?? ""))" }
    let elsewhere = hidden.filter { $0.name == name }.map(\.place.short)
    return UsageError(
      "There are no shared examples \u{201C}\(name)\u{201D} in the groups around this, in its "
        + "module, or at the top level of another one."
        + (elsewhere.isEmpty
          ? ""
          : " Those at \(elsewhere.joined(separator: ", ")) can be included only in the group or type "
            + "that declares them.")
        + Suggestions.list(near),
      at: place)
  }

  static func ambiguous(
    _ name: String, at place: Place, among groups: [SharedGroup]
  ) -> UsageError {
    UsageError(
      "Several other modules have shared examples \u{201C}\(name)\u{201D}, and this one does not: "
        + groups.map(\.place.short).joined(separator: ", ")
        + ". Rename them, or define \u{201C}\(name)\u{201D} here.",
      at: place)
  }

  static func wrongParameter(
    _ inclusion: Inclusion, for group: SharedGroup, at place: Place
  ) -> UsageError {
    let found = inclusion.parameter.type
    let wanted = group.parameter
    let given =
      found == Void.self ? "nothing is given" : "a value of type \(found) is given"
    let taken = wanted == Void.self ? "no parameter" : "a parameter of type \(wanted)"
    let cure =
      if wanted == Void.self {
        " Leave the closure out."
      } else if found == Void.self {
        " Give one: \u{201C}itBehavesLike(\"\(group.name)\") { … }\u{201D}."
      } else {
        " Convert it: \u{201C}{ \(wanted)(…) }\u{201D} or \u{201C}{ … as \(wanted) }\u{201D}."
      }
    return UsageError(
      "The shared examples \u{201C}\(group.name)\u{201D} take \(taken), but \(given) here. "
        + "They are defined at \(group.place.short).\(cure)",
      at: place)
  }

  static func noExamples(in group: SharedGroup, at place: Place) -> UsageError {
    UsageError(
      "The shared examples \u{201C}\(group.name)\u{201D} have no examples, so nothing was checked. "
        + "They are defined at \(group.place.short).",
      at: place)
  }

  /// A hook or an override outside a group.
  static func outsideGroups(_ node: SpecNode) -> UsageError {
    UsageError(
      "This \(node.name) is in no group, so it does nothing. Put it into a describe, a context, or "
        + "a type that is a spec.", at: node.place)
  }

  /// The last of `frames` is the one that must not be there.
  static func recursion(_ frames: [Resolution.Frame]) -> UsageError {
    let last = frames[frames.count - 1]
    let start = frames.firstIndex { $0.identity.place == last.identity.place } ?? 0
    let chain = frames[start...].map { "\u{201C}\($0.group.name)\u{201D}" }
    let lines = frames[start...].reversed().prefix(8).map {
      "\n  \u{201C}\($0.group.name)\u{201D} is included at \($0.inclusion.short)"
    }
    let shown =
      chain.count <= 8
      ? chain.joined(separator: " includes ")
      : chain.prefix(3).joined(separator: " includes ")
        + " and so on, \(chain.count) deep"
    return UsageError(
      "These shared examples include themselves: \(shown).\(lines.joined())",
      at: last.inclusion)
  }
}
