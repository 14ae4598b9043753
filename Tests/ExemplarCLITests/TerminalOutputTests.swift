import Exemplar
import ExemplarCore
import ExemplarReports
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// The lines that the tool prints of several sources, as the log of a CI service reads them.
struct TerminalOutputTests {
  private func printed(_ print: (Terminal) -> Void) throws -> String {
    let file = try temporaryFolder().write("", to: "output")
    let handle = try FileHandle(forWritingTo: file)
    print(
      Terminal(
        environment: [:], guardsCommands: true,
        stream: StandardStream(descriptor: handle.fileDescriptor)))
    try handle.close()
    return String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  /// The command of a report begins a line, although output has left one open, and the output after it is no command.
  @Test func openLinesOfOutputHideNoCommandAndPermitNone() throws {
    let text = try printed { terminal in
      terminal.print(Data("50 %".utf8))
      terminal.print(report: "::error file=Till.swift::no\n")
      terminal.print(Data("::error::x\n".utf8))
      terminal.print(report: "an open report")
      terminal.print(report: ", and its end\n")
      terminal.print("::warning::x")
      terminal.print(report: "::notice::yes\n")
    }
    expect(
      text,
      equals: """
        50 %
        ::error file=Till.swift::no
        :\\:error::x
        an open report, and its end
        :\\:warning::x
        ::notice::yes

        """)
  }

  /// The console, too, may print a line after one that is open.
  @Test func theConsolePrintsNoCommand() throws {
    let text = try printed { terminal in
      let console = ConsoleReporter(
        ReportContext(rerun: { _, _ in "" }, print: { terminal.print($0.utf8) }))
      console.report(.issue(Issue("no\n::error::x\n##vso[x]")))
      console.finish()
    }
    #expect(text.contains("##vso\\[x]"))
    #expect(!text.contains(#/(?m)^\s*::/#))
  }
}
