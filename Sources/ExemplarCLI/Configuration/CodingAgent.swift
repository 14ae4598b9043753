import ExemplarCore
import Foundation

/// Programs that run commands for a language model, which pays for each line of output.
enum CodingAgent {
  /// The variables that they set for the commands that they run, each with the program, and where it states that.
  static let variables: [(name: String, agent: String, source: String)] = [
    ("AI_AGENT", "any, by a convention", "github.com/vercel/vercel, packages/detect-agent"),
    ("CLAUDECODE", "Claude Code", "github.com/anthropics/claude-code/issues/531"),
    ("CURSOR_AGENT", "Cursor", "forum.cursor.com/t/132427"),
    ("GEMINI_CLI", "Gemini CLI", "google-gemini.github.io/gemini-cli/docs/tools/shell.html"),
    ("CODEX_SANDBOX", "Codex", "github.com/openai/codex, codex-rs/core/src/spawn.rs"),
    ("CODEX_THREAD_ID", "Codex", "github.com/openai/codex/issues/36883"),
    ("OPENCODE", "opencode", "github.com/anomalyco/opencode, packages/opencode/src/index.ts"),
    ("COPILOT_AGENT", "Copilot in VS Code", "github.com/microsoft/vscode/pull/316267"),
    ("COPILOT_CLI", "Copilot CLI", "github.com/github/copilot-cli, changelog.md"),
    ("AUGMENT_AGENT", "Augment", "docs.augmentcode.com/cli/reference"),
    ("CLINE_ACTIVE", "Cline", "github.com/cline/cline, VscodeTerminalRegistry.ts"),
    ("GOOSE_TERMINAL", "Goose", "github.com/block/goose/pull/7017"),
    ("QWEN_CODE", "Qwen Code", "github.com/aws/aws-cdk-cli/pull/1855"),
    ("ANTIGRAVITY_AGENT", "Antigravity", "github.com/microsoft/vscode/issues/311734"),
    ("AMP_CURRENT_THREAD_ID", "Amp", "github.com/microsoft/vscode/issues/311734"),
  ]

  /// The variable by which an agent reads the output, so that the console is quiet; `nil` if none does, or if an option
  /// decides how the console looks.
  ///
  /// - Parameter environment: The variables, with the options in effect.
  static func variable(
    in environment: [String: String], isTerminal: Bool = isatty(1) != 0
  ) -> String? {
    let options: [EnvironmentOption] = [.quiet, .verbose]
    if isTerminal || options.contains(where: { environment[$0.rawValue] != nil }) { return nil }
    return variables.first {
      !["", "0", "false"].contains(environment[$0.name]?.lowercased() ?? "")
    }?.name
  }

  /// The line that states why the console is quiet.
  static func reason(_ variable: String) -> String { "quiet, since \(variable) is set\n" }
}
