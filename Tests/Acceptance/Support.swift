import Exemplar
import ExemplarCore
import TestSupport

extension RunOptions {
  /// Options as the traces have them, in declared order and one after the other, with changes.
  static func plain(_ change: (inout RunOptions) throws -> Void) rethrows -> RunOptions {
    var options = RunOptions()
    options.order = .defined
    options.seed = 1
    options.jobs = 1
    try change(&options)
    return options
  }

  static func plain() -> RunOptions { plain { _ in } }

  /// Plain options that select something.
  static func selecting(_ selectors: String...) -> RunOptions {
    plain { $0.selection.selectors = selectors }
  }
}

/// Runs the specs, in declared order unless `options` say otherwise, and returns the trace.
func traced(_ specs: SpecNode..., options: RunOptions = .plain()) async -> Trace {
  await traced(specs.map { Spec(module: "Acceptance", root: $0) }, options: options)
}

/// Runs a spec that is one group.
func traced(
  _ name: String, _ traits: any ExampleTrait..., options: RunOptions = .plain(),
  @SpecBuilder _ content: () -> SpecNode
) async -> Trace {
  var root = describe(name) { content() }
  root.traits = traits
  return await traced(root, options: options)
}

/// Runs discovered specs.
func traced(_ specs: [DiscoveredSpec], options: RunOptions = .plain()) async -> Trace {
  await Trace { report in await Exemplar.run(specs, options, report) }
}

/// Runs the specs of this module with these names, together with its shared examples.
func traced(types names: String..., options: RunOptions = .plain()) async -> Trace {
  var options = options
  // A selection suppresses warnings about shared examples that nothing includes.
  if options.selection.selectors.isEmpty { options.selection.selectors = names }
  let specs = discoveredSpecs().filter { spec in
    if case .shared = spec.root.content { true } else { names.contains(spec.root.name) }
  }
  return await traced(specs, options: options)
}

/// A place where several tasks wait for each other.
final class Rendezvous: Sendable {
  private struct NobodyCame: Error {}
  private let size: Int
  private let arrived = Locked(0)
  private let left = Locked(0)

  init(of size: Int) {
    self.size = size
  }

  /// Returns when all have arrived, and throws if they do not within a time that no sound run takes.
  func arrive() async throws { try await meet(arrived) }

  /// Returns when all want to leave.
  func leave() async throws { try await meet(left) }

  private func meet(_ present: Locked<Int>) async throws {
    present.withLock { $0 += 1 }
    let end = ContinuousClock.now + .seconds(600)
    while present.withLock({ $0 < size }) {
      guard ContinuousClock.now < end else { throw NobodyCame() }
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}

/// A gate that one task opens and others wait for.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func open() {
    isOpen = true
    waiting.forEach { $0.resume() }
    waiting = []
  }

  func wait() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }
}

/// A task that one example leaves behind, and that a later one completes.
final class ForgottenTask: Sendable {
  private let gate = Gate()
  private let task = Locked<Task<Void, Never>?>(nil)

  func start(_ body: @escaping @Sendable () -> Void) {
    let forgotten = Task { [gate] in
      await gate.wait()
      body()
    }
    task.withLock { $0 = forgotten }
  }

  func complete() async {
    await gate.open()
    await task.withLock { $0 }?.value
  }
}
