import Exemplar
import ExemplarCore

/// Where the specs of this folder write what happens.
///
/// They are run by the host of this target too, which has nothing to compare it with: then nobody reads,
/// and what is to fail passes.
enum Diary {
  @TaskLocal static var log: Log?

  static func note(_ line: String) { log?(line) }

  /// Whether a test reads.
  static var isRead: Bool { log != nil }

  /// The trace of the specs of this folder with these names, and the shared examples of their module.
  static func trace(_ names: String...) async -> Trace {
    let specs = discoveredSpecs().filter { spec in
      let isHere = spec.root.place.path.contains("/Shared/Types/")
      return isHere && (names.contains(spec.root.name) || spec.root.isShared)
    }
    let log = Log()
    return await $log.withValue(log) {
      // A part has nothing to do with what is not included.
      await log.trace(specs, options: .plain { $0.selection.selectors = names })
    }
  }
}

extension SpecNode {
  fileprivate var isShared: Bool { if case .shared = content { true } else { false } }
}
