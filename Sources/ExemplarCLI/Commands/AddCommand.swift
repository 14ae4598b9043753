import ArgumentParser
import ExemplarCore
import ExemplarReports
import Foundation

/// `exemplar add rows`: writes a spec over the rows of a data file.
struct AddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Writes a spec over the rows of a data file.",
    subcommands: [AddRowsCommand.self])
}

struct AddRowsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rows", abstract: "Writes a spec over the rows of a data file into a test target.",
    discussion: """
      The columns of the file are the parameters of its outline, with the types that read all of their values, \
      optional where a value is missing. A file outside of the test target is copied into it.
      """)

  @Argument(help: "The file. Its extension determines the format.", completion: .file())
  var file: String

  @OptionGroup var package: PackageArguments
  @OptionGroup var destination: SpecDestination

  @Option(
    help: ArgumentHelp(
      "The path to the rows in the file; default: the only list of objects. An empty one is the top.",
      valueName: "path"))
  var each: String?

  @Flag(name: .customLong("dry-run"), help: "Prints the files and the spec, and writes nothing.")
  var isDryRun = false

  func validate() throws {
    if file.isEmpty { throw ValidationError("The name of the file is empty.") }
    if each != nil, !DataFile.takesPath(URL(fileURLWithPath: file)) {
      throw ValidationError("--each leads to rows in JSON, YAML and property lists only.")
    }
  }

  func run() async throws {
    let terminal = Terminal()
    try CommandFiles.check(reading: [file])
    let given = URL(fileURLWithPath: file).standardizedFileURL
    let url = given.deletingLastPathComponent().resolvingSymlinksInPath()
      .appendingPathComponent(given.lastPathComponent)
    let data = try await DataFile(url, each: each)
    if DataFile.takesPath(url), let mistake = data.mistakes.first {
      throw UsageError(
        "\(data.mistakes.count) of the rows cannot be read, so that a spec over them would fail. The first one: "
          + "\(mistake.message)", at: mistake.place ?? Place(path: url.path))
    }
    Interruption.watch()
    let folder = try await destination.folder(package.build(terminal), for: url)
    let isInside = url.path.hasPrefix(folder.path + "/")
    let hasRows = FileManager.default.fileExists(atPath: folder.path + "/Rows")
    let path =
      isInside
      ? String(url.path.dropFirst(folder.path.count + 1))
      : (hasRows ? "Rows/" : "") + url.lastPathComponent
    // Files of a folder that is processed are found without its name.
    let top = path.split(separator: "/")[0]
    let manifest = try String(contentsOfFile: package.path + "/Package.swift", encoding: .utf8)
    let isProcessed = manifest.contains(".process(\"\(top)\")")
    let name = SpecTemplate.typeName(url.deletingPathExtension().lastPathComponent)
    let text = SpecTemplate.spec(
      named: name, over: data, at: isProcessed ? url.lastPathComponent : path)
    var files = NewFiles(in: folder)
    if !isInside {
      guard let content = try? Data(contentsOf: url) else {
        throw UsageError("Copy \(url.lastPathComponent) into \(folder.path) first.")
      }
      try files.require(path, content)
    }
    try files.require("\(name).swift", Data(text.utf8))
    if isDryRun { terminal.print(files.list + "\n" + text) } else { try files.write(terminal) }
    if let mistake = data.mistakes.first {
      terminal.print(
        "\(data.mistakes.count) of the rows cannot be read; see exemplar check \(file). The first one: "
          + "\(mistake.message)\n")
    }
    if !manifest.contains("\"\(top)\"") {
      terminal.print("In Package.swift, write: resources: [.copy(\"\(top)\")]\n")
    }
    if !isDryRun { terminal.print("Run it with: swift run exemplar test \(name)\n") }
  }
}
