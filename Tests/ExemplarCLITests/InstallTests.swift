import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// What is installed beside the tool: the manual page, and completions.
@Suite struct InstallTests {
  private static let tool = products.appendingPathComponent("exemplar").path

  /// Runs a script of bash, with the path of the tool as its argument.
  private func bash(_ script: String, in folder: URL? = nil) async throws -> ProcessResult {
    try await runProcess(["bash", "-c", script, "bash", Self.tool], in: folder, errorsApart: true)
  }

  @Test func theManualPageHasEachCommandAndOption() async throws {
    let page = try await runProcess(
      [Tool.repository.appendingPathComponent("Tools/manual").path, Self.tool], errorsApart: true)
    expect(page.errors, equals: "")
    let commands = ExemplarCommand.configuration.subcommands.map { $0.configuration }
      .filter(\.shouldDisplay).map { ".SS exemplar \($0.commandName!)" }
    let options = EnvironmentOption.onCommandLine.filter { $0 != .select }.map {
      "\\fB" + $0.commandLineName.replacing("-", with: "\\-") + "\\fR"
    }
    expect((commands + options).filter { !page.output.contains($0) }, equals: [])
    expect(options.isEmpty, equals: false)
    // Text that begins with a dot would be a request of the formatter.
    let requests = page.output.split(separator: "\n").filter { $0.hasPrefix(".") }
      .map { $0.prefix { $0 != " " } }
    expect(
      Set(requests).subtracting([
        ".TH", ".SH", ".SS", ".TP", ".PP", ".RS", ".RE", ".nf", ".fi",
      ]), equals: [])
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/man")))
  func theManualPageIsFormattedWithoutAWarning() async throws {
    let script =
      "set -o pipefail; \(Tool.repository.path)/Tools/manual \"$1\" | man --warnings -Tutf8 -Z -l - > /dev/null"
    let result = try await bash(script)
    expect(result.errors, equals: "")
    expect(result.status, equals: 0)
  }

  @Test(
    arguments: [
      ("exemplar te", "test"), ("exemplar test --show-", "--show-output"),
      ("exemplar test --order ", "random defined"), ("exemplar test --report ju", "junit"),
      ("exemplar test --package-path Fo", "Folder"), ("exemplar check Fi", "File.csv"),
      ("exemplar test Fi", "File.csv"), ("exemplar report --report ht", "html"),
    ])
  func bashCompletes(line: String, words: String) async throws {
    let folder = try temporaryFolder()
    try folder.subfolder("Folder")
    try folder.write("", to: "File.csv")
    let script = #"""
      source <("$1" --generate-completion-script bash)
      COMP_LINE='\#(line)' COMP_POINT=${#COMP_LINE}
      read -ra COMP_WORDS <<< "$COMP_LINE"
      if [[ $COMP_LINE == *' ' ]]; then COMP_WORDS+=(''); fi
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _exemplar exemplar "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      echo "${COMPREPLY[*]}"
      """#
    let result = try await bash(script, in: folder)
    expect(result.errors, equals: "")
    expect(result.output, equals: words + "\n")
  }
}
