import Exemplar
import Foundation
import TestSupport
import Testing

/// The live view in a real terminal. Needs tmux; `EXEMPLAR_TERMINAL=1` runs it.
@Suite(
  .serialized,
  .enabled(
    if: ProcessInfo.processInfo.environment["EXEMPLAR_TERMINAL"] == "1",
    "EXEMPLAR_TERMINAL=1 runs it"))
struct TerminalTests {
  /// The examples wait until they are let go, so that nothing depends on time.
  private static let specs = """
    import Exemplar
    import Foundation
    import Testing

    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    func wait(for name: String) async throws {
      let path = folder.appendingPathComponent(name).path
      while !FileManager.default.fileExists(atPath: path) { try await Task.sleep(for: .milliseconds(10)) }
    }

    @Spec let till = describe("The till", .ordered) {
      it("opens") {}
      it("jams") { #expect(Bool(false)) }
      it("waits", .tags("waiting")) { try await Task.sleep(for: "go") }
      it("falls", .tags("falling")) {
        try await Task.sleep(for: "go")
        fatalError("The till fell.")
      }
      it("does not listen", .tags("deaf")) {
        signal(SIGINT, SIG_IGN)
        print("I hear nothing.")
        try await Task.sleep(for: "never")
      }
      it("listens late", .tags("late")) {
        signal(SIGINT, SIG_IGN)
        print("I hear nothing yet.")
        try await Task.sleep(for: "go")
      }
      it("comes after it", .tags("late")) { print("I was not to begin.") }
    }
    """

  /// A package whose tests are built, and a terminal in which they begin to run.
  private func withRun(
    _ arguments: String, _ before: String = "", _ after: String = "",
    _ body: (Fixture, Tmux) async throws -> Void
  ) async throws {
    // One package for all, so that it is built once.
    let fixture = try Fixture.temporary(
      named: "Terminal", files: ["TillSpec.swift": Self.specs],
      in: URL(fileURLWithPath: Fixture.scratch).appendingPathComponent("terminal-package"))
    try? FileManager.default.removeItem(atPath: go(in: fixture))
    try await fixture.build()
    let tmux = try await Tmux()
    do {
      let tool = products.appendingPathComponent("exemplar").path
      try await tmux.type("cd '\(Tool.repository.path)'; unset CI NO_COLOR; clear")
      try await tmux.type(
        "\(before) '\(tool)' test \(arguments) --package-path '\(fixture.path)' -- "
          + "\(Fixture.shellOptions) \(after); echo \"status $?.\"")
      try await body(fixture, tmux)
    } catch {
      try? await tmux.end()
      throw error
    }
    try await tmux.end()
  }

  private func letGo(_ fixture: Fixture) throws {
    try Data().write(to: URL(fileURLWithPath: go(in: fixture)))
  }

  /// The file that the examples wait for.
  private func go(in fixture: Fixture) -> String { fixture.path + "/Tests/TerminalSpecs/go" }

  private static func isBar(_ line: String) -> Bool { line.contains("─ ") || line.contains("━ ") }

  private static func isOver(_ screen: [String]) -> Bool {
    screen.contains { $0.hasPrefix("status ") }
  }

  private static func isStopping(_ screen: [String]) -> Bool {
    screen.contains { $0.contains("stopping, Ctrl-C again kills") }
  }

  /// The workers of a package that live. The name of the program is in their command line, the path of the
  /// package is their working directory.
  private func workers(of fixture: Fixture) -> [String] {
    let folder = URL(fileURLWithPath: fixture.path).resolvingSymlinksInPath().path
    return ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).filter { pid in
      Int(pid) != nil
        && (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/cwd"))
          == folder
    }
  }

  private func awaitNoWorker(of fixture: Fixture) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while !workers(of: fixture).isEmpty, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(workers(of: fixture).isEmpty)
  }

  private static func showsWaiting(_ screen: [String]) -> Bool {
    screen.contains { $0.contains(" s  The till › waits") }
  }

  @Test func aBarStandsBelowAndFollowsTheSizeOfTheTerminal() async throws {
    try await withRun("--tag '!falling' --tag '!deaf' --tag '!late' --order defined") {
      fixture, tmux in
      var screen = try await tmux.screen(until: Self.showsWaiting)
      let bar = try #require(screen.last(where: Self.isBar))
      #expect(bar.contains("66 % · 1 failed · 1 passed"))
      #expect(screen.contains { $0.contains(" ✘ The till › jams  Expectation failed: ") })
      for (columns, rows) in [(50, 20), (120, 40)] {
        try await tmux.resize(columns: columns, rows: rows)
        screen = try await tmux.screen { screen in
          // Lines that wrapped when the terminal became narrower are one line here.
          let bars = screen.filter(Self.isBar)
          return Self.showsWaiting(screen) && bars.count == 1 && bars[0].count <= columns
        }
      }
      try await tmux.resize(columns: 100, rows: 40)
      try letGo(fixture)
      screen = try await tmux.screen(until: Self.isOver)
      #expect(!screen.contains(where: Self.isBar))
      #expect(
        screen.contains { $0.hasPrefix("FAILED (status 1) · 3 examples: 2 passed, 1 failed") })
      #expect(screen.contains("status 1."))
    }
  }

  @Test func anInterruptPrintsWhatIsKnownAndLeavesNoWorker() async throws {
    try await withRun("--tag '!falling' --tag '!deaf' --tag '!late' --order defined") {
      fixture, tmux in
      try await tmux.screen(until: Self.showsWaiting)
      #expect(!workers(of: fixture).isEmpty)
      try await tmux.press("C-c")
      let screen = try await tmux.screen(until: Self.isOver)
      #expect(!screen.contains(where: Self.isBar))
      #expect(screen.contains { $0.contains("✘ waits did not finish") })
      #expect(screen.contains { $0.contains("✘ jams") })
      #expect(screen.contains("The run was interrupted."))
      #expect(screen.contains { $0.hasPrefix("FAILED (status 130) · 3 examples: ") })
      #expect(screen.contains("status 130."))
      try await awaitNoWorker(of: fixture)
    }
  }

  @Test func aSecondInterruptKills() async throws {
    try await withRun("--tag deaf --show-output always") { fixture, tmux in
      try await tmux.screen { $0.contains("I hear nothing.") }
      try await tmux.press("C-c")
      try await tmux.screen(until: Self.isStopping)
      #expect(!workers(of: fixture).isEmpty)
      try await tmux.press("C-c")
      let screen = try await tmux.screen(until: Self.isOver)
      #expect(screen.contains("status 130."))
      try await awaitNoWorker(of: fixture)
    }
  }

  @Test func anInterruptKillsWhatNeverListens() async throws {
    try await withRun("--tag deaf --show-output always") { fixture, tmux in
      try await tmux.screen { $0.contains("I hear nothing.") }
      try await tmux.press("C-c")
      let screen = try await tmux.screen(until: Self.isOver)
      #expect(screen.contains { $0.contains("✘ does not listen did not finish") })
      #expect(screen.contains("status 130."))
      try await awaitNoWorker(of: fixture)
    }
  }

  @Test func nothingBeginsAfterAnInterrupt() async throws {
    try await withRun("--tag late --show-output always") { fixture, tmux in
      try await tmux.screen { $0.contains("I hear nothing yet.") }
      try await tmux.press("C-c")
      try await tmux.screen(until: Self.isStopping)
      try letGo(fixture)
      let screen = try await tmux.screen(until: Self.isOver)
      #expect(!screen.contains("I was not to begin."))
      #expect(screen.contains("status 130."))
      try await awaitNoWorker(of: fixture)
    }
  }

  @Test func aCrashIsToldWhereTheBarWas() async throws {
    try await withRun("--tag falling") { fixture, tmux in
      try await tmux.screen { $0.contains { $0.contains(" s  The till › falls") } }
      try letGo(fixture)
      let screen = try await tmux.screen(until: Self.isOver)
      #expect(!screen.contains(where: Self.isBar))
      #expect(screen.contains { $0.contains("✘ falls") })
      #expect(screen.contains { $0.contains("The till fell.") })
      #expect(!screen.contains("status 0."))
    }
  }

  @Test func aToolThatIsKilledLeavesNoWorker() async throws {
    try await withRun("--tag waiting") { fixture, tmux in
      try await tmux.screen(until: Self.showsWaiting)
      let worker = try #require(workers(of: fixture).first)
      let status = try String(contentsOfFile: "/proc/\(worker)/status", encoding: .utf8)
      let parent = try #require(
        status.firstMatch(of: #/PPid:\s+(\d+)/#).flatMap { pid_t($0.output.1) })
      kill(parent, SIGKILL)
      try await tmux.screen(until: Self.isOver)
      try await awaitNoWorker(of: fixture)
    }
  }

  @Test(arguments: [
    ("TERM=dumb", "", false, false), ("CI=1", "", false, true), ("", "| cat", false, false),
    ("NO_COLOR=1", "", true, false), ("", "", true, true),
  ])
  func isDrawnWhereATerminalCan(
    before: String, after: String, isDrawn: Bool, hasColor: Bool
  ) async throws {
    try await withRun("--tag '!falling' --tag '!deaf' --tag '!late' --order defined", before, after)
    {
      fixture, tmux in
      if isDrawn {
        let screen = try await tmux.screen(withColors: true) {
          $0.contains { $0.contains("The till › waits") }
        }
        let bar = try #require(screen.last(where: { $0.contains("66 %") }))
        expect(bar.contains("\u{1B}["), equals: hasColor)
      } else {
        try await tmux.screen { $0.contains { $0.hasPrefix("Running 3 examples") } }
        // Any drawing would be there by now.
        try await Task.sleep(for: .milliseconds(500))
        #expect(!(try await tmux.screen()).contains(where: Self.isBar))
      }
      try letGo(fixture)
      let screen = try await tmux.screen(withColors: true, until: Self.isOver)
      expect(screen.joined().contains("\u{1B}["), equals: hasColor)
    }
  }
}
