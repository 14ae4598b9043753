import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// An exit of the process during a run is never a success. Each case ends a process of its own.
  @Suite struct EndingTests {
    /// The ways to end a process with success, and the last line of its standard error.
    enum Way: String, CaseIterable, Codable {
      case exit, quickExit, underscoreExit, capitalExit, execv, execve, execvp, exitAtExit
      case execvpe, fexecve, execveat, execl, execle, execlp, daemon
      /// Other processes see the low eight bits of a status only.
      case wideExit, wideUnderscoreExit
      case condition, builder, rows, cleaning, hook

      /// Ends the process with success.
      func end() {
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        switch self {
        case .exit, .condition, .builder, .rows, .cleaning, .hook: Foundation.exit(0)
        case .quickExit: quick_exit(0)
        case .underscoreExit: _exit(0)
        case .capitalExit: _Exit(0)
        case .execv: Glibc.execv("/bin/true", &arguments)
        case .execve: Glibc.execve("/bin/true", &arguments, environ)
        case .execvp: Glibc.execvp("true", &arguments)
        case .exitAtExit:
          atexit { _exit(0) }
          Foundation.exit(0)
        case .execvpe: search("true", &arguments, environ)
        case .fexecve: Glibc.fexecve(open("/bin/true", O_RDONLY), &arguments, environ)
        case .execveat: executeAt(AT_FDCWD, "/bin/true", &arguments, environ, 0)
        case .execl: executeList("/bin/true", "true", nil)
        case .execle: executeListIn("/bin/true", "true", nil, environ)
        case .execlp: searchList("true", "true", nil)
        case .daemon: _ = Glibc.daemon(1, 1)
        case .wideExit: Foundation.exit(256)
        case .wideUnderscoreExit: _exit(256)
        }
      }

      /// Rows that cannot be made.
      func rows() -> [Row] {
        end()
        return []
      }

      func end(in part: Way) -> Bool {
        if self == part { end() }
        return true
      }

      /// A spec in which the process ends this way.
      func spec() -> SpecNode {
        let isPart = [.condition, .builder, .rows, .cleaning, .hook].contains(self)
        return describe("A till") {
          let _ = end(in: .builder)
          if self == .hook { beforeAll { end() } }
          it("jams", .enabled(if: end(in: .condition))) {
            if self == .cleaning { cleanup { end() } }
            if !isPart { end() }
          }
          if self == .rows {
            outline("sells", from: .sequence { rows() }) { (_: Row) in }
          }
        }
      }

      var message: String {
        switch self {
        case .exit, .quickExit, .wideExit, .cleaning:
          "error: Something ended the process before the run had finished, while this was running:\n"
            + "  A till › jams · "
        case .hook:
          "error: Something ended the process before the run had finished, while this was running:\n"
            + "  A till (beforeAll) · "
        case .condition, .rows: "error: Something ended the process before the run had finished.\n"
        case .builder: "error: Something ended the process while a spec was made.\n"
        case .daemon:
          "error: Something ended the process before the run had finished, by daemon.\n"
        case .underscoreExit, .capitalExit, .execv, .execve, .execvp, .exitAtExit, .execvpe,
          .fexecve, .execveat, .execl, .execle, .execlp, .wideUnderscoreExit:
          "error: Something ended the process before the run had finished, by _exit or exec.\n"
        }
      }
    }

    @Test("no way to end the process is a success", arguments: Way.allCases)
    func ends(way: Way) async throws {
      let result = await #expect(
        processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
      ) { [way] in
        let summary = await Exemplar.run([way.spec()])
        exit(summary.isSuccess ? 0 : 99)
      }
      let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(errors.contains(way.message), "\(errors)")
    }

    @Test func `a status that is no success stays as it is`() async {
      await #expect(processExitsWith: .exitCode(7)) {
        _ = await Exemplar.run([describe("A till") { it("jams") { _exit(7) } }])
      }
      await #expect(processExitsWith: .exitCode(8)) {
        _ = await Exemplar.run([describe("A till") { it("jams") { exit(8) } }])
      }
      await #expect(processExitsWith: .signal(SIGKILL)) {
        _ = await Exemplar.run([describe("A till") { it("jams") { kill(getpid(), SIGKILL) } }])
      }
    }

    /// The ways in which a handler that was registered before a run may replace the status of its end.
    enum EarlyHandler: String, CaseIterable, Codable {
      case underscoreExit, exit, quickExit, exec

      func register() {
        switch self {
        case .underscoreExit: atexit { _exit(0) }
        case .exit: atexit { Foundation.exit(0) }
        case .quickExit: atexit { quick_exit(0) }
        case .exec: atexit { executeList("/bin/true", "true", nil) }
        }
      }
    }

    @Test(
      "a handler that was registered before the run does not replace a failure by a success",
      arguments: EarlyHandler.allCases)
    func earlyHandlers(handler: EarlyHandler) async {
      await #expect(processExitsWith: .exitCode(7)) { [handler] in
        handler.register()
        _ = await Exemplar.run([describe("A till") { it("opens") {} }])
        exit(7)
      }
      await #expect(processExitsWith: .exitCode(1)) { [handler] in
        handler.register()
        _ = await Exemplar.run([describe("A till") { it("jams") { exit(0) } }])
      }
      await #expect(processExitsWith: .exitCode(0)) { [handler] in
        handler.register()
        _ = await Exemplar.run([describe("A till") { it("opens") {} }])
        exit(0)
      }
    }

    @Test func `a process may end after a run, also when it is told the end of it`() async {
      await #expect(processExitsWith: .exitCode(0)) {
        _ = await Exemplar.run([describe("A till") { it("opens") {} }]) { event in
          if case .runEnded = event { exit(0) }
        }
        exit(3)
      }
      await #expect(processExitsWith: .exitCode(0)) {
        _ = await Exemplar.run([describe("A till") { it("opens") {} }])
        _exit(0)
      }
      await #expect(processExitsWith: .exitCode(0)) {
        _ = await Exemplar.run([describe("A till") { it("opens") {} }])
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        execv("/bin/true", &arguments)
      }
    }

    @Test func `without a run, daemon and exec do what they do elsewhere`() async throws {
      let folder = try TemporaryFolder()
      let mark = folder.path + "/mark"
      await #expect(processExitsWith: .exitCode(0)) { [mark = mark as String] in
        _ = await Exemplar.run([describe("A till") { it("opens") {} }])
        let parent = getpid()
        guard daemon(0, 0) == 0, getpid() != parent, getsid(0) == getpid() else { _exit(3) }
        // The search for the program and the descriptor work too.
        var arguments: [UnsafeMutablePointer<CChar>?] = [
          strdup("sh"), strdup("-c"), strdup("pwd > \(mark).new && mv \(mark).new \(mark)"), nil,
        ]
        search("sh", &arguments, environ)
        _exit(4)
      }
      for _ in 0..<600 where !FileManager.default.fileExists(atPath: mark) {
        try await Task.sleep(for: .milliseconds(100))
      }
      try expect(String(contentsOfFile: mark, encoding: .utf8), equals: "/\n")
      await #expect(processExitsWith: .exitCode(7)) {
        _ = await Exemplar.run([describe("A till") { it("opens") {} }])
        var arguments: [UnsafeMutablePointer<CChar>?] = [
          strdup("sh"), strdup("-c"), strdup("exit 7"), nil,
        ]
        fexecve(open("/bin/sh", O_RDONLY), &arguments, environ)
        exit(3)
      }
      let script = folder.path + "/script"
      try writeProgram("#!/bin/sh\nexit $STATUS\n", to: URL(fileURLWithPath: script))
      await #expect(processExitsWith: .exitCode(8)) { [script = script as String] in
        _ = await Exemplar.run([describe("A till") { it("opens") {} }])
        var values: [UnsafeMutablePointer<CChar>?] = [strdup("STATUS=8"), nil]
        executeListIn(script, "script", nil, &values)
        exit(3)
      }
    }

    @Test("a child that is forked in an example may end as it likes, by exit, _exit or exec")
    func forkedChildren() async {
      await #expect(processExitsWith: .exitCode(0)) {
        let summary = await Exemplar.run([
          describe("A till") {
            outline("forks") { (way: Int) in
              let child = forked()
              if child == 0 {
                var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
                if way == 0 { exit(0) }
                if way == 1 { _exit(0) }
                execv("/bin/true", &arguments)
              }
              var status: Int32 = 1
              waitpid(child, &status, 0)
              if status != 0 { throw Skip("it ended with \(status)") }
            } rows: {
              row("exit", 0)
              row("_exit", 1)
              row("exec", 2)
            }
          }
        ])
        exit(summary.passed == 3 ? 0 : 99)
      }
    }

    @Test("a forked child that comes back into the run is ended, and tells nothing of it")
    func returningChildren() async throws {
      let result = await #expect(
        processExitsWith: .exitCode(0),
        observing: [\.standardOutputContent, \.standardErrorContent]
      ) {
        let summary = await Exemplar.run([
          describe("A till") {
            it("forks") {
              let child = forked()
              if child == 0 { return }
              var status: Int32 = 0
              waitpid(child, &status, 0)
              if status >> 8 != 5 { throw Skip("it ended with \(status)") }
            }
          }
        ]) { event in
          if case .exampleEnded(let end) = event { print("\(end.id.name): \(end.outcome)") }
        }
        exit(summary.passed == 1 ? 0 : 99)
      }
      let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
      expect(output.components(separatedBy: "forks: passed").count, equals: 2, "\(output)")
      let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(errors.contains("A child process that was forked in an example came back"))
    }
  }

  /// Swift does not import it.
  @_silgen_name("execvpe")
  @discardableResult
  private func search(
    _ program: UnsafePointer<CChar>, _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>,
    _ environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) -> Int32

  // Swift does not import functions with variable arguments.
  @_silgen_name("execl") @discardableResult
  private func executeList(
    _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ end: OpaquePointer?
  ) -> Int32

  @_silgen_name("execlp") @discardableResult
  private func searchList(
    _ program: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ end: OpaquePointer?
  ) -> Int32

  @_silgen_name("execle") @discardableResult
  private func executeListIn(
    _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ end: OpaquePointer?,
    _ environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) -> Int32

  @_silgen_name("execveat") @discardableResult
  private func executeAt(
    _ folder: Int32, _ path: UnsafePointer<CChar>,
    _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>,
    _ environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, _ flags: Int32
  ) -> Int32

  /// Swift does not let `fork` be called by its name.
  private func forked() -> pid_t {
    typealias Fork = @convention(c) () -> pid_t
    return unsafeBitCast(dlsym(nil, "fork"), to: Fork.self)()
  }
#endif
