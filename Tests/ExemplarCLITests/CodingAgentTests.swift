import Exemplar
import ExemplarCore
import Foundation
import Testing

@testable import ExemplarCLI

/// Whether the console is quiet without being asked.
struct CodingAgentTests {
  /// Variables, whether a terminal reads the output, and the variable that is found.
  private static let rows: [(String, Bool, String?)] = [
    ("CLAUDECODE=1", false, "CLAUDECODE"), ("AI_AGENT=shop@2", false, "AI_AGENT"),
    ("CODEX_SANDBOX=seatbelt AI_AGENT=", false, "CODEX_SANDBOX"),
    ("CLAUDECODE=0", false, nil), ("OPENCODE=false", false, nil), ("", false, nil),
    // A person reads a terminal.
    ("CLAUDECODE=1", true, nil),
    // An option of any kind wins: the tool gives all of them these names.
    ("CLAUDECODE=1 EXEMPLAR_QUIET=0", false, nil),
    ("CLAUDECODE=1 EXEMPLAR_VERBOSE=1", false, nil),
  ]

  @Test(arguments: 0..<9)
  func isFoundByItsVariable(index: Int) {
    let (text, isTerminal, name) = Self.rows[index]
    var variables: [String: String] = [:]
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      variables[parts[0]] = parts[1]
    }
    expect(CodingAgent.variable(in: variables, isTerminal: isTerminal), equals: name, "\(text)")
  }

  @Test func anOptionOfThePackageWins() throws {
    let package = try temporaryFolder()
    func agent(_ options: [EnvironmentOption: String] = [:]) throws -> String? {
      try ToolEnvironment(options, over: ["GEMINI_CLI": "1"], package: package.path).agent
    }
    // This process may have a terminal.
    let wanted = isatty(1) != 0 ? nil : "GEMINI_CLI"
    try expect(agent(), equals: wanted)
    try expect(agent([.report: "junit=out.xml"]), equals: wanted)
    try expect(agent([.report: "tap"]), equals: nil)
    try expect(agent([.verbose: "1"]), equals: nil)
    try package.write(#"{ "quiet": false }"#, to: "exemplar.json")
    try expect(agent(), equals: nil)
  }

  /// The page lists them.
  @Test func allAreDocumented() throws {
    let page = try DocumentedBlock.text(of: "Reports")
    for variable in CodingAgent.variables {
      #expect(page.contains("`\(variable.name)`"), "\(variable)")
    }
  }
}
