import ArgumentParser
import ExemplarCore
import ExemplarReports
import Foundation

/// `exemplar mutate`: becomes `exemplar-mutate`, a program of its own, so that this one is built without swift-syntax.
struct MutateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mutate",
    abstract: "Changes the code in small ways, and shows which changes no test notices.",
    discussion:
      "Runs exemplar-mutate, a package of its own; exemplar mutate --help shows its options.")

  @Argument(parsing: .captureForPassthrough, help: "The arguments of exemplar-mutate.")
  var arguments: [String] = []

  func run() throws {
    let tool = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    let program = try Self.program(beside: tool)
    setenv(Self.variable, tool.path, 1)
    // The parser leaves some words out.
    throw Self.become(program, Array(CommandLine.arguments.dropFirst(2)))
  }

  /// The variable by which `exemplar-mutate` finds the tool that started it.
  private static let variable = "EXEMPLAR_PROGRAM"

  /// Replaces this process by a program. Returns the error if that is impossible.
  static func become(_ program: URL, _ arguments: [String]) -> UsageError {
    var words = ([program.path] + arguments).map { strdup($0) } + [nil]
    execv(program.path, &words)
    return UsageError("\(program.path) cannot be started: \(String(cString: strerror(errno))).")
  }

  /// The program: beside the tool, as it was built in the clone that contains the tool or that the package of the tool
  /// uses, or in the path. Throws ``UsageError`` if there is none.
  static func program(
    beside tool: URL, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> URL {
    let name = "exemplar-mutate"
    let folder = tool.resolvingSymlinksInPath().deletingLastPathComponent()
    // PACKAGE/.build/TRIPLE/debug/exemplar
    let package = folder.appendingPathComponent("../../..").standardizedFileURL
    let builds = ["", ".build/checkouts/exemplar/"].flatMap { clone in
      ["release", "debug"].map {
        package.appendingPathComponent("\(clone)Tools/Mutate/.build/\($0)")
      }
    }
    let found = ([folder] + builds).map { $0.appendingPathComponent(name) }
      .first { FileManager.default.fileExists(atPath: $0.path) }
    if let found, !SwiftProgram.isProgram(found) {
      throw UsageError("\(found.path) is no program. Remove it, or build exemplar-mutate there.")
    }
    if let found = found ?? SwiftProgram.url(of: name, in: environment) { return found }
    throw UsageError(
      "exemplar-mutate is not built. Build it with swift build -c release --package-path CLONE/Tools/Mutate, where CLONE is "
        + "a clone of Exemplar, and put it beside \(tool.path) or into a folder of PATH.")
  }
}
