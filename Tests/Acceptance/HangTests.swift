import Exemplar
import ExemplarCore
import Foundation
import Testing

#if os(Linux)
  /// Author's code that never returns ends the process with a failure that names it. Each case needs a process of
  /// its own.
  @Suite struct HangTests {
    /// Code outside of examples.
    enum Part: String, CaseIterable, Codable {
      case builder, shared, condition, opening, row, exit

      /// Hangs if it is this code.
      func hang(in part: Part) -> Bool {
        if self == part { while true { usleep(1000) } }
        return true
      }

      func spec() -> SpecNode {
        let shared = SharedExamples("a drawer") {
          let _ = hang(in: .shared)
          it("slides") {}
        }
        return describe("A till") {
          let _ = hang(in: .builder)
          it("opens", .enabled(if: hang(in: .condition))) {
            if self == .exit { atexit { while true { usleep(1000) } } }
          }
          outline("sells", from: .sequence { rows() }) { (row: Row) in _ = row.name }
          itBehavesLike(shared)
        }
      }

      /// Rows that may hang before the first, or before the second.
      private func rows() -> some Sequence<Row> & SendableMetatype {
        _ = hang(in: .opening)
        return (1...2).lazy.map { number in
          if number == 2 { _ = hang(in: .row) }
          return Row("row \(number)", ["number": 1])
        }
      }

      var message: String {
        switch self {
        case .builder: "The builder of “A till” at HangTests.swift:"
        case .shared: "The builder of “a drawer” at HangTests.swift:"
        case .condition: "The condition of “A till › opens” at HangTests.swift:"
        case .opening, .row: "The row source of “A till › sells” at HangTests.swift:"
        case .exit: "The process did not exit within 3 s after its run: "
        }
      }
    }

    @Test(
      "what hangs outside of examples is named", .timeLimit(.minutes(10)), arguments: Part.allCases)
    func hangs(part: Part) async throws {
      let result = await #expect(
        processExitsWith: .exitCode(5), observing: [\.standardErrorContent]
      ) { [part] in
        setenv("EXEMPLAR_PLANNING_TIMEOUT", "3s", 1)
        let summary = await Exemplar.run([part.spec()])
        exit(summary.isSuccess ? 0 : 99)
      }
      let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(errors.contains("error: \(part.message)"), "\(errors)")
      #expect(errors.contains("within 3 s"), "\(errors)")
      #expect(
        errors.contains("Let it end sooner, or raise EXEMPLAR_PLANNING_TIMEOUT."), "\(errors)")
    }

    @Test("an example that exceeds the timeout ends the process", .timeLimit(.minutes(10)))
    func exampleHangs() async throws {
      let result = await #expect(
        processExitsWith: .exitCode(5), observing: [\.standardErrorContent]
      ) {
        setenv("EXEMPLAR_TIMEOUT", "3s", 1)
        _ = await Exemplar.run([
          describe("A till") {
            it("opens") {}
            it("jams") { while true { usleep(1000) } }
          }
        ])
        exit(99)
      }
      let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(
        errors.contains(
          """
          error: “A till › jams” did not end within 3 s. Let it end sooner, or raise EXEMPLAR_TIMEOUT.
          This was running:
            A till › jams ·\u{20}
          """), "\(errors)")
      let seconds = errors.firstMatch(of: #/jams · (\d+)(\.\d+)? s\n/#).flatMap { Int($0.1) }
      expect(seconds.map { $0 >= 3 }, equals: true, "\(errors)")
    }

    @Test("a message that nobody reads does not keep the process", .timeLimit(.minutes(10)))
    func fullPipe() async {
      await #expect(processExitsWith: .exitCode(5)) {
        setenv("EXEMPLAR_TIMEOUT", "3s", 1)
        replaceByFullPipe(2)
        // Otherwise, it would hang forever.
        alarm(120)
        _ = await Exemplar.run([
          describe("A till") { it("jams") { while true { usleep(1000) } } }
        ])
        exit(99)
      }
    }

    /// The places in which the reporters of a run hang.
    enum HangingReporter: String, CaseIterable, Codable {
      case atTheStart, atTheEnd, withoutAReader

      func handle(_ event: RunEvent) {
        switch (self, event) {
        case (.atTheStart, .exampleStarted), (.atTheEnd, .exampleEnded):
          while true { usleep(1000) }
        case (.withoutAReader, .exampleEnded):
          // No process reads either pipe, not even the message about it.
          replaceByFullPipe(1)
          replaceByFullPipe(2)
          _ = write(1, "x", 1)
        default: break
        }
      }
    }

    @Test(
      "a reporter that hangs ends the process", .timeLimit(.minutes(10)),
      arguments: HangingReporter.allCases)
    func reporterHangs(reporter: HangingReporter) async throws {
      let result = await #expect(
        processExitsWith: .exitCode(5), observing: [\.standardErrorContent]
      ) { [reporter] in
        setenv("EXEMPLAR_TIMEOUT", "3s", 1)
        _ = await Exemplar.run([describe("A till") { it("opens") {} }]) { reporter.handle($0) }
        exit(99)
      }
      if reporter == .withoutAReader { return }
      let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(
        errors.contains(
          "error: The reporters of the run did not handle an event within 3 s: a reporter hangs, or no process "
            + "reads the output. Let it end sooner, or raise EXEMPLAR_TIMEOUT."), "\(errors)")
      expect(errors.contains("A till › opens"), equals: reporter == .atTheStart, "\(errors)")
    }

    @Test("rows that take long together exceed no limit", .timeLimit(.minutes(10)))
    func slowRowsAreNoHang() async {
      await #expect(processExitsWith: .exitCode(0)) {
        setenv("EXEMPLAR_TIMEOUT", "10s", 1)
        let summary = await Exemplar.run([
          describe("A till") {
            outline("sells", from: .sequence { Self.slowRows() }) { (row: Row) in _ = row.name }
          }
        ])
        exit(summary.passed == 22 ? 0 : 99)
      }
    }

    private static func slowRows() -> some Sequence<Row> & SendableMetatype {
      (1...22).lazy.map { number in
        usleep(500_000)
        return Row("row \(number)", ["number": 1])
      }
    }

    // Dispatch may lose its own descriptors in the middle of something, so this is left to nightly runs.
    @Test(
      "an example that closes every descriptor ends the process", .slow, .timeLimit(.minutes(10)))
    func closesEverything() async {
      await #expect(processExitsWith: .exitCode(5)) {
        _ = await Exemplar.run([
          describe("A till") {
            it("closes everything") {
              for descriptor in 0..<Int32(1024) { close(descriptor) }
              try await Task.sleep(for: .seconds(600))
            }
          }
        ])
        exit(0)
      }
    }
  }

  /// Replaces a descriptor by a pipe that is full and that no process reads.
  private func replaceByFullPipe(_ descriptor: Int32) {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    while write(ends[1], "x", 1) == 1 {}
    _ = fcntl(ends[1], F_SETFL, 0)
    dup2(ends[1], descriptor)
  }
#endif
