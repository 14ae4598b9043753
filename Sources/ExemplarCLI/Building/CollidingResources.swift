/// Resources of one name, which a build puts into one folder.
package enum CollidingResources {
  /// The solution, if this is why a build failed.
  package static func advice(on output: String) -> String? {
    guard
      let match = output.firstMatch(of: /multiple resources named '([^']+)' in target '([^']+)'/)
    else { return nil }
    return
      "Several files are named \(match.1), and .process puts all files of \(match.2) into one folder. "
      + "In Package.swift, give the folder that holds them as .copy(\"\u{2026}\"), which keeps its folders; "
      + "a name is then a path: \"folder/\(match.1)\"."
  }
}
