#if !canImport(Darwin)
  import ExemplarCore
  import Foundation
  import XCTest

  /// `setUp` and `tearDown` of a test case around each example, on an instance of its own.
  enum InstanceHooks {
    /// The spec with the hooks of `tests` around all its own.
    static func surround(_ spec: Spec, with tests: SpecTestCaseClass) -> Spec {
      var spec = spec
      let place = spec.root.place
      let hooks = [
        Hook(.beforeEach) { try await setUp(tests, $0) },
        Hook(.afterEach) { try await tearDown($0) },
      ].map { SpecNode($0.moment.rawValue, at: place, content: .hook($0)) }
      if case .group(let children) = spec.root.content {
        spec.root.content = .group(hooks + children)
      } else {
        // A spec may be a single example; the group receives the traits of the spec.
        let example = SpecNode(spec.root.name, at: place, content: spec.root.content)
        spec.root.content = .group(hooks + [example])
      }
      return spec
    }

    /// An instance, which only its example uses.
    private struct Instance: @unchecked Sendable {
      var value: SpecTestCaseBase
    }

    static var current: SpecTestCaseBase? {
      (ExampleScope.current?.values.held(key) as? Instance)?.value
    }

    private static let key = ObjectIdentifier(InstanceHooks.self)

    @Sendable private static func setUp(
      _ tests: SpecTestCaseClass, _ info: ExampleInfo
    ) async throws {
      guard let scope = ExampleScope.current else { return }
      let instance = Instance(value: tests.init(name: info.id.heading, testClosure: { _ in }))
      scope.values.hold(instance, for: key)
      try await instance.value.setUp()
      try await onMainThread(in: scope) {
        try instance.value.setUpWithError()
        instance.value.setUp()
      }
    }

    @Sendable private static func tearDown(_ info: ExampleInfo) async throws {
      guard let scope = ExampleScope.current, let value = current else { return }
      let instance = Instance(value: value)
      var errors: [any Error] = []
      func attempt(_ body: () async throws -> Void) async {
        do { try await body() } catch { errors.append(error) }
      }
      for block in instance.value.tearDownBlocks.reversed() {
        nonisolated(unsafe) let block = block
        await attempt { try await onMainThread(in: scope) { try block() } }
      }
      await attempt {
        try await onMainThread(in: scope) {
          instance.value.tearDown()
          try instance.value.tearDownWithError()
        }
      }
      await attempt { try await instance.value.tearDown() }
      guard let first = errors.first else { return }
      for error in errors.dropFirst() {
        scope.record(Issue("Threw an error: \(error)", at: scope.info.place))
      }
      throw first
    }

    /// Calls `body` on the main thread, so that its issues belong to `scope`.
    private static func onMainThread(
      in scope: ExampleScope, _ body: @escaping @Sendable () throws -> Void
    ) async throws {
      try await MainThread.run { try ExampleScope.$current.withValue(scope) { try body() } }
    }
  }

  extension SpecTestCaseBase {
    /// The instance of the class that belongs to the running example: `setUp` has prepared it, and
    /// drivers and expectations of XCTest require it.
    ///
    /// Throws `UsageError` outside an example, and in other hosts.
    public static func current() throws -> Self {
      guard let instance = InstanceHooks.current as? Self else {
        throw UsageError(
          "There is no instance of \(self) here. An example has one if a test case that inherits "
            + "from SpecTestCase runs it in XCTest.")
      }
      return instance
    }

    /// The blocks added with `addTeardownBlock`. XCTest keeps them private and calls them only when
    /// it runs the test case itself.
    fileprivate var tearDownBlocks: [() throws -> Void] {
      var mirror: Mirror? = Mirror(reflecting: self)
      while let current = mirror {
        let state = current.children.first { $0.label == "teardownBlocksState" }?.value
        let blocks = state.map { Mirror(reflecting: $0).descendant("blocks") }
        if let blocks = blocks as? [() throws -> Void] { return blocks }
        mirror = current.superclassMirror
      }
      return []
    }
  }
#endif
