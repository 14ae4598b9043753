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

  @OptionGroup var destination: SpecDestination

  func validate() throws {
    if !name.contains(where: { $0.isLetter || $0.isNumber }) || name.contains(where: \.isNewline) {
      throw ValidationError(
        "The name of a spec needs a letter or a digit, and must not contain a line break.")
    }
  }

  func run() async throws {
    let terminal = Terminal()
    Interruption.watch()
    var files = NewFiles(in: try await destination.folder(package.build(terminal)))
    try files.require(
      SpecTemplate.typeName(name) + ".swift", Data(SpecTemplate.spec(named: name).utf8))
    try files.write(terminal)
  }
}

/// The test target into which a command writes a spec.
struct SpecDestination: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The test target; default: the only one that depends on Exemplar.", valueName: "name"))
  var target: String?

  /// The folder of the target: by default, of the one around a file, or of the only one that uses the library.
  func folder(_ build: PackageBuild, for file: URL? = nil) async throws -> URL {
    try build.requirePackage()
    let tests = try await build.testTargets()
    let candidates = tests.users.filter { $0.name == target ?? $0.name }
    let around = candidates.filter { target in
      file?.path.hasPrefix(URL(fileURLWithPath: target.folder).resolvingSymlinksInPath().path + "/")
        == true
    }
    let users = around.isEmpty ? candidates : around
    guard users.count == 1 else {
      let names = tests.users.map(\.name).sorted().joined(separator: ", ")
      if let target, let other = tests.targets.first(where: { $0.name == target }) {
        throw UsageError(
          "The target \(other.name) does not depend on Exemplar, so that the spec would not build. Add the dependency: "
            + "swift package add-target-dependency Exemplar \(other.name) --package exemplar")
      }
      throw UsageError(
        names.isEmpty
          ? "No test target of the package depends on Exemplar. Add one with exemplar init."
          : "Choose the test target with --target: \(names).")
    }
    return URL(fileURLWithPath: users[0].folder).resolvingSymlinksInPath()
  }
}
