import ExemplarCore
import ExemplarReports
import ExemplarRows
import Foundation

/// The tests that run because files have changed.
struct WatchPlan: Equatable {
  /// Whether the tests are built first; then what failed runs before the rest.
  var needsBuild: Bool
  /// The selection; empty selects everything.
  var selectors: [String]
  /// The line that is printed before the run.
  var title: String

  /// The plan for changes of which at least one is one of a source: a build, what failed, and the tests of the targets
  /// that depend on what changed.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - targets: The targets of the package; `nil` if they are unknown.
  ///   - selection: What the user has selected; empty for everything.
  ///   - root: The folder of the package.
  static func build(
    for changes: [FileChange], _ targets: TestTargets?, selection: [String], in root: String
  ) -> WatchPlan {
    var modules: Set<String>? = []
    for change in changes {
      // A manifest, which a target may contain, and files that come or go may change the targets.
      guard change.kind == .changed, let targets,
        case .targets(let names) = targets.scope(of: change)
      else {
        modules = nil
        break
      }
      modules?.formUnion(targets.tests(among: names))
    }
    let isEverything =
      modules?.isEmpty ?? true || modules?.count == targets?.targets.count
    let scope = isEverything ? [] : modules?.sorted() ?? []
    return WatchPlan(
      needsBuild: true,
      selectors: selection.isEmpty ? scope.map(TestTargets.module) : selection,
      title: title(changes, in: root)
        + (selection.isEmpty && !scope.isEmpty ? ": \(scope.joined(separator: ", "))" : ""))
  }

  /// The plan for changes of data files that no outline reads: the tests that are not examples in the targets that may
  /// read them; `nil` if there are none.
  static func tests(
    for changes: [FileChange], _ targets: TestTargets?, _ testModules: Set<String>,
    selection: [String], in root: String
  ) -> WatchPlan? {
    let modules = Set(
      changes.flatMap { change -> Set<String> in
        guard let targets, case .targets(let names) = targets.scope(of: change) else { return [] }
        return targets.tests(among: names)
      }.map(TestTargets.module))
    let held = testModules.intersection(modules)
    return held.isEmpty
      ? nil : rows(of: changes, selectors: selection.isEmpty ? held.sorted() : selection, in: root)
  }

  /// The plan for changes of data files: the rows of the files, without a build.
  static func rows(
    of changes: [FileChange], selectors: [String], in root: String, onlyChanged: Bool = false
  ) -> WatchPlan {
    WatchPlan(
      needsBuild: false, selectors: selectors,
      title: title(changes, in: root) + (onlyChanged ? ": the changed rows" : ""))
  }

  /// The selectors of the rows of changed data files.
  ///
  /// - Parameter onlyChanged: Whether only rows at changed lines are asked for.
  static func selectors(
    of changes: [FileChange], in root: String, onlyChanged: Bool
  ) -> [String] {
    changes.flatMap { change in
      let path = relative(change.path, to: root)
      guard onlyChanged, let lines = change.lines, lines.count <= lineLimit else { return [path] }
      return lines.map { "\(path):\($0)" }
    }
  }

  /// How many lines are selected one by one.
  private static let lineLimit = 1_000

  static func title(_ changes: [FileChange], in root: String) -> String {
    let names = changes.prefix(3).map { relative($0.path, to: root) }.joined(separator: ", ")
    let rest = DisplayText.more(changes.count - 3)
    let verb = changes.count == 1 && changes[0].kind == .removed ? "was removed" : "changed"
    return "\(names)\(rest) \(verb)"
  }

  static func relative(_ path: String, to root: String) -> String {
    path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : path
  }
}

extension FileChange {
  /// Copies a changed resource to where the build has put it: a data file needs no other build. Returns `false` if only a
  /// build knows what to do.
  ///
  /// - Parameters:
  ///   - target: The test target or module that the file belongs to.
  ///   - folder: The folder of the built programs.
  func updateCopy(of target: String, in folder: URL) -> Bool {
    let bundles = FileSearch.resourceFolders(of: target, in: folder)
    if bundles.isEmpty { return true }
    // Whether a new file is a resource is in the manifest.
    guard kind == .changed else { return false }
    let name = URL(fileURLWithPath: path).lastPathComponent
    let copies = bundles.flatMap { bundle -> [URL] in
      let files = FileManager.default.enumerator(at: bundle, includingPropertiesForKeys: nil)
      return (files?.compactMap { $0 as? URL } ?? []).filter { $0.lastPathComponent == name }
    }
    guard let data = after else { return false }
    let contents = copies.map { FileManager.default.contents(atPath: $0.path) }
    if contents.allSatisfy({ $0 == data }) { return true }
    let old = contents.indices.filter { before != nil && contents[$0] == before }
    return old.count == 1 && (try? data.write(to: copies[old[0]])) != nil
  }
}
