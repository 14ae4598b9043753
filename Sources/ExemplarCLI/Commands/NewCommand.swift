import ArgumentParser
import ExemplarCore
import Foundation

/// `exemplar new spec`: writes a file with a new spec.
struct NewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Writes a file with a new spec.",
    subcommands: [NewSpecCommand.self])
}

struct NewSpecCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spec", abstract: "Writes a file with a new spec into a test target.")

  @Argument(help: "The subject of the spec, such as “A shopping cart”.")
  var name: String

  @OptionGroup var package: PackageArguments

  @Option(
    help: ArgumentHelp(
      "The test target; default: the only one that depends on Exemplar.", valueName: "name"))
  var target: String?

  func validate() throws {
    if !name.contains(where: { $0.isLetter || $0.isNumber }) || name.contains(where: \.isNewline) {
      throw ValidationError(
        "The name of a spec needs a letter or a digit, and must not contain a line break.")
    }
  }

  func run() async throws {
    let terminal = Terminal(environment: ProcessInfo.processInfo.environment)
    Interruption.watch()
    let build = package.build(terminal)
    try build.requirePackage()
    guard let tests = try await build.testTargets() else {
      throw stop("The test targets of \(package.path) could not be listed.")
    }
    let candidates = tests.targets.filter { $0.name == target ?? $0.name }
    let users = target == nil ? candidates.filter(\.importsExemplar) : candidates
    guard users.count == 1 else {
      let names = (users.isEmpty ? tests.targets : users).map(\.name).sorted().joined(
        separator: ", ")
      throw stop(
        tests.targets.isEmpty
          ? "The package has no test target. Add one with exemplar init."
          : "Choose the test target with --target: \(names).")
    }
    let identifier = SpecTemplate.identifier(name)
    let file = identifier.prefix(1).uppercased() + identifier.dropFirst() + "Spec.swift"
    let url = URL(fileURLWithPath: users[0].folder).appendingPathComponent(file)
    do {
      let escaped = name.replacingOccurrences(of: "\\", with: "\\\\")
        .replacingOccurrences(of: "\"", with: "\\\"")
      try Data(SpecTemplate.spec(named: escaped).utf8).write(to: url, options: .withoutOverwriting)
    } catch {
      throw stop("\(url.path) could not be written: \(error.localizedDescription)")
    }
    terminal.print("new file \(url.path)\n")
  }

  private func stop(_ message: String) -> ExitStatus {
    Terminal.write("error: \(message)\n", toError: true)
    return .couldNotStart
  }
}

extension TestTargets.Target {
  /// Whether one of its files imports the library.
  fileprivate var importsExemplar: Bool {
    sources.contains { path in
      (try? String(contentsOfFile: path, encoding: .utf8))?.contains("import Exemplar") == true
    }
  }
}
