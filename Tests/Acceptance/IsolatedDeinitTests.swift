import Exemplar
#if !canImport(ObjectiveC)
  import Exemplar
  import ExemplarCore
  import Foundation
  import TestSupport
  import Testing

  /// Objects that Exemplar holds, and that are deinitialized on another executor. Other tests run specs too, so each of
  /// these has a process of its own. (Semantics, section 2.)
  @Suite struct IsolatedDeinitTests {
    /// Records an issue in code that belongs to no task, as a host does.
    private static func record() {
      _ = IssueRouter.attribute(ExemplarCore.Issue("not closed", isExpected: true))
    }

    /// Takes a moment to be deinitialized, for which its example has to wait.
    @MainActor private final class Window {
      var isClosed = false
      isolated deinit {
        Thread.sleep(forTimeInterval: 0.02)
        if !isClosed { IsolatedDeinitTests.record() }
      }
    }

    @globalActor private actor Desk { static let shared = Desk() }

    @Desk private final class Drawer {
      private var isClosed = false
      init() {}
      func close() { isClosed = true }
      isolated deinit {
        Thread.sleep(forTimeInterval: 0.02)
        if !isClosed { IsolatedDeinitTests.record() }
      }
    }

    private static let drawer = AsyncGiven { await Drawer() }

    /// Two examples with an instance as those of a type have it.
    private static let window = describe("window", .ordered) {
      it("forgets") { _ = try await __instance(of: Window.self) { Window() } }
      it("closes") {
        let window = try await __instance(of: Window.self) { Window() }
        await MainActor.run { window.isClosed = true }
      }
    }

    @Test("2.33: an isolated deinit of an instance or a given belongs to the example that had it")
    func inOrder() async {
      await #expect(processExitsWith: .exitCode(0)) {
        let desk = describe("desk", .ordered) {
          it("forgets") { _ = try await __instance(of: Drawer.self) { await Drawer() } }
          it("closes") { try await __instance(of: Drawer.self) { await Drawer() }.close() }
        }
        let givens = describe("givens", .ordered) {
          it("forgets") { _ = try await Self.drawer() }
          it("closes") { try await Self.drawer().close() }
        }
        let trace = await traced(Self.window, desk, givens)
        expect(
          trace.description,
          equals: """
            window
              ! not closed (cleanup) → forgets: failed
              closes: passed
            desk
              ! not closed (cleanup) → forgets: failed
              closes: passed
            givens
              ! not closed (cleanup) → forgets: failed
              closes: passed
            6 executed, 3 failed ✘
            """)
      }
    }

    @Test("2.33: side by side with others, it belongs to the example that is released")
    func sideBySide() async {
      await #expect(processExitsWith: .exitCode(0)) {
        let others = describe("others", .parallel) {
          for number in 1...3 {
            it("waits \(number)") { try await Task.sleep(for: .milliseconds(300)) }
          }
        }
        let trace = await traced(Self.window, others, options: .plain { $0.jobs = 4 })
        expect(trace.ended.filter(\.outcome.isFailure).map(\.id.name), equals: ["forgets"])
        #expect(trace.summary.passed == 4 && trace.summary.runFailures == 0)
      }
    }

    @Test("2.33: the instance that examples share belongs to their group")
    func shared() async {
      await #expect(processExitsWith: .exitCode(0)) {
        let trace = await traced("window", .sharedInstance) {
          it("opens") { _ = try await __instance(of: Window.self) { Window() } }
          it("forgets") { _ = try await __instance(of: Window.self) { Window() } }
        }
        expect(trace.records.map { $0.id?.name }, equals: ["window"])
        expect(trace.issues.map(\.message), equals: ["not closed"])
        #expect(trace.summary.passed == 2 && trace.summary.groupFailures == 1)
      }
    }

    @Test("2.33: an object that lives on belongs to nothing")
    func kept() async {
      await #expect(processExitsWith: .exitCode(0)) {
        let kept = Locked<Window?>(nil)
        let trace = await traced("window") {
          it("keeps") {
            let window = try await __instance(of: Window.self) { Window() }
            kept.withLock { $0 = window }
          }
        }
        #expect(trace.summary.passed == 1 && trace.issues.isEmpty)
        await MainActor.run { kept.withLock { $0 }?.isClosed = true }
      }
    }
  }
#endif
