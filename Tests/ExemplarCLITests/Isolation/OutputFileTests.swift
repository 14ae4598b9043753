import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// The part of the output of workers that is kept.
struct OutputFileTests {
  private let id = ExampleID(["Shop", "A till", "opens"])

  private func with(_ bytes: [UInt8], _ body: (OutputFile) throws -> Void) async throws {
    let file = try OutputFile(temporaryFolder().appendingPathComponent("output").path)
    bytes.withUnsafeBytes { _ = write(file.descriptor, $0.baseAddress!, $0.count) }
    try body(file)
  }

  @Test func aPartBelongsToAnExample() async throws {
    try await with(Array("before\nopen\u{1B}[31m!\u{1B}[0m\r\nafter\n".utf8)) { file in
      #expect(file.size == 29)
      let output = try #require(file.attachment(7..<23, of: id))
      #expect(output.text == "open!\n")
      #expect(output.isOutput && output.size == 16)
      #expect(file.attachment(7..<7, of: id) == nil)
    }
  }

  @Test func bytesThatAreNoTextAreShownAsSuch() async throws {
    try await with([0, 1, 0x41, 0xFF, 0x0A]) { file in
      #expect(file.text(0..<5) == "\\0\\u{01}A\u{FFFD}\n")
    }
  }

  @Test func longOutputIsCutBetweenLines() async throws {
    let lines = (0..<100_000).map { "line \($0)\n" }.joined()
    try await with(Array(lines.utf8)) { file in
      let text = file.text(0..<file.size)
      #expect(text.utf8.count < 1 << 15)
      #expect(text.hasPrefix("line 0\nline 1\n"))
      #expect(text.hasSuffix("line 99998\nline 99999\n"))
      let cut = try #require(
        text.firstMatch(of: /\nline (\d+)\n… (.*) are left out …\nline (\d+)\n/))
      #expect(cut.2 == "1 MB")
      #expect(Int(cut.1)! < Int(cut.3)!)
    }
  }

  @Test func whatNobodyReadsTakesNoRoom() async throws {
    let megabyte = [UInt8](repeating: 0x41, count: 1 << 20)
    try await with(megabyte) { file in
      for _ in 0..<63 {
        megabyte.withUnsafeBytes { _ = write(file.descriptor, $0.baseAddress!, $0.count) }
      }
      file.forget(before: 32 << 20)
      #if os(Linux)
        var status = stat()
        #expect(fstat(file.descriptor, &status) == 0)
        #expect(Int(status.st_blocks) * 512 < 40 << 20)
      #endif
      #expect(file.size == 64 << 20)
      #expect(file.text((64 << 20) - 3..<64 << 20) == "AAA")
    }
  }

  @Test func linesArePassedOnWhole() async throws {
    try await with(Array("one\ntw".utf8)) { file in
      var shown = ""
      file.passOn { shown += String(decoding: $0, as: UTF8.self) }
      #expect(shown == "one\n")
      Array("o\n".utf8).withUnsafeBytes { _ = write(file.descriptor, $0.baseAddress!, $0.count) }
      file.passOn { shown += String(decoding: $0, as: UTF8.self) }
      file.passOn(isLast: true) { shown += String(decoding: $0, as: UTF8.self) }
      #expect(shown == "one\ntwo\n")
    }
  }

  @Test func aCrashIsShortenedToTheFramesOfThePackage() {
    let report = CrashReport(
      text: """
        *** Program crashed: Illegal instruction at 0x00007f2637f6df7f ***

        Thread 0 "a" crashed:

          0      0x00007f2637f6df7f closure #1 in _assertionFailure(_:_:) + 623 in libswiftCore.so
          3 [ra] 0x000055674f1d7fb1 inner(_:) + 32 in a at /shop/Sources/Till.swift:1:34
          4 [ra] [async] 0x000055674f1d7f29 Shop.sell(_:) + 40 in a at /shop/Tests/Till Spec.swift:2:46
          5 [ra] 0x000055674f1d8037 main + 86 in a at /shop/.build/checkouts/other/main.swift:3:14
          6 [ra] 0x000055674f1d8037 thunk + 86 in a at /shop/<compiler-generated>:0
        ...
        """)
    #expect(
      report.shown(package: "/shop", files: [], isWhole: false)
        == "  inner(_:) at Sources/Till.swift:1\n  Shop.sell(_:) at Tests/Till Spec.swift:2")
    #expect(report.shown(package: "/shop", files: [], isWhole: true) == report.text)
  }

  private func crash(_ frames: [String]) -> CrashReport {
    CrashReport(
      text: frames.map { "3 [ra] 0x00007f26 \($0) + 8 in a at /shop/\($0):1:2" }
        .joined(separator: "\n"))
  }

  /// The calls around the example explain nothing, and of a deep recursion the example is still shown.
  @Test func theFramesOfACrashEndAtTheExample() {
    let files = ["/shop/Tests/TillSpec.swift"]
    let helper = crash([
      "Sources/Till.swift", "Tests/TillSpec.swift", "Tests/Helper.swift", "Tests/TillSpec.swift",
      "Sources/main.swift", "Sources/Host.swift",
    ]).shown(package: "/shop", files: files, isWhole: false).split(separator: "\n")
    #expect(helper.count == 4 && helper.last == "  Tests/TillSpec.swift at Tests/TillSpec.swift:1")
    let deep = crash(
      [String](repeating: "Sources/Till.swift", count: 40) + [
        "Tests/TillSpec.swift", "Sources/main.swift",
      ]
    ).shown(package: "/shop", files: files, isWhole: false).split(separator: "\n")
    #expect(deep.count == CrashReport.frameLimit + 1)
    #expect(deep.suffix(2) == ["  … 29 more", "  Tests/TillSpec.swift at Tests/TillSpec.swift:1"])
    // An example in another file than its frames: all are shown.
    let other = crash(["Sources/Till.swift", "Sources/main.swift"])
    #expect(
      other.shown(package: "/shop", files: files, isWhole: false)
        == "  Sources/Till.swift at Sources/Till.swift:1\n  Sources/main.swift at Sources/main.swift:1"
    )
  }

  @Test(arguments: [
    (
      "one\nSwift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range\n",
      "Fatal error: Index out of range"
    ),
    ("Shop/Till.swift:3: Fatal error", "Fatal error"),
    ("a.swift:1: Precondition failed: a: b\r\nlater", "Precondition failed: a: b"),
    ("a.swift:1: Fatal error: one\nb.swift:1: Assertion failed", "Assertion failed"),
    ("no Fatal error: here", nil), ("", nil),
  ])
  func theMessageOfACrashIsFound(output: String, message: String?) {
    #expect(CrashReport.fatalError(in: output) == message)
  }

  @Test func theMessageOfACrashComesFirst() {
    var exit = ProcessExit(way: .signal(SIGILL))
    (exit.fatalError, exit.report) = ("Fatal error: no change", "  sell() at Till.swift:3")
    #expect(
      exit.message(while: "while this ran").hasPrefix(
        "Fatal error: no change\nThe process was ended by signal 4 "))
  }

  @Test func aCrashInAnExpectationIsShownWhereThatStands() {
    let report = CrashReport(
      text: """
          3 [ra] 0x00005572071d3e0b closure #1 in sells() + 170 in a at /tmp/swift-generated-sources/\
        @__swiftmacro_9ShopTests0014TillSpecswift_eCJAcfMX9_6_33_A1D8A7F4C436C7DDBF73EA9DCC81F3E0Ll6expectfMf_.swift:1:45
          4 [ra] 0x00005572071d3e0b other() + 170 in a at /tmp/swift-generated-sources/\
        @__swiftmacro_9ShopTests0014CartSpecswift_eCJAcfMX9_6_33_A1D8A7F4C436C7DDBF73EA9DCC81F3E0Ll6expectfMf_.swift:1:45
        """)
    #expect(
      report.shown(
        package: "/shop", files: ["/shop/Tests/Cart.swift", "/shop/Tests/Till+Spec.swift"],
        isWhole: false) == "  closure #1 in sells() at Tests/Till+Spec.swift:10")
  }

  @Test func aUserMayTurnCrashReportsOff() {
    func settings(_ own: String?) -> String? {
      CrashReport.settings(
        folder: "/tmp/crash", environment: own.map { ["SWIFT_BACKTRACE": $0] } ?? [:])
    }
    #expect(settings(nil)?.contains("output-to=/tmp/crash/") == true)
    #expect(settings("enable=no") == nil)
    #expect(settings("enable=yes,color=yes")?.hasPrefix("enable=yes,color=yes,enable=yes") == true)
  }
}
