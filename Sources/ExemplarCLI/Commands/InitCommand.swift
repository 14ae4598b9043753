import ArgumentParser
import ExemplarCore
import ExemplarLog
import Foundation

/// `exemplar init`: adds a test target with a first spec to a package.
struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Adds a test target with a first spec to a package, or a section for coding agents.",
    discussion: """
      Adds the dependency and a test target to Package.swift, as swift package add-dependency and add-target do, \
      and writes a first spec, a file of rows and .gitignore. Existing files are not overwritten. If Package.swift \
      cannot be edited, it is left unchanged, and the lines to add are printed.

      With --agents, it writes a section about the tests into AGENTS.md, and nothing else. The rest of the file stays, \
      and a section that an earlier version has written is replaced.
      """)

  @OptionGroup var package: PackageArguments

  @Option(
    help: ArgumentHelp(
      "The name of the test target; default: the name of the target to test, followed by Specs.",
      valueName: "name"))
  var target: String?

  @Option(help: ArgumentHelp("The repository of Exemplar.", valueName: "url"))
  var url: String?

  @Option(help: ArgumentHelp("The lowest version, with --url.", valueName: "version"))
  var from = ExemplarVersion.current

  @Option(
    help: ArgumentHelp(
      "A clone of Exemplar; default: the one that this tool was built in.", valueName: "folder"),
    completion: .directory)
  var path: String?

  @Flag(help: "Writes how to run the tests into AGENTS.md, for coding agents.")
  var agents = false

  @Flag(name: .customLong("dry-run"), help: "Prints the changes and makes none.")
  var isDryRun = false

  func validate() throws {
    if agents, url != nil || path != nil || target != nil {
      throw ValidationError(
        "--agents writes into AGENTS.md, and adds no test target. Leave --target, --url and --path out."
      )
    }
    if url != nil, path != nil { throw ValidationError("Give --url or --path, not both.") }
    if let target, !Self.isName(target) {
      throw ValidationError("“\(target)” is not a valid target name. Use letters, digits and _.")
    }
  }

  func run() async throws {
    let terminal = Terminal()
    Interruption.watch()
    let build = package.build(terminal)
    try build.requirePackage()
    if agents { return try addAgents(terminal) }
    try await add(terminal, build)
  }

  private func addAgents(_ terminal: Terminal) throws {
    let folder = URL(fileURLWithPath: package.path)
    let file = folder.appendingPathComponent(AgentsSection.file)
    let shown = Place(path: file.path).relative(to: FileManager.default.currentDirectoryPath).path
    var old = ""
    if FileManager.default.fileExists(atPath: file.path) {
      guard let data = FileManager.default.contents(atPath: file.path),
        let text = String(data: data, encoding: .utf8)
      else {
        throw UsageError("\(shown) cannot be read as UTF-8. Correct it, or move it away.")
      }
      old = text
    }
    let manifest = try? String(
      contentsOf: folder.appendingPathComponent("Package.swift"), encoding: .utf8)
    let isDependency = manifest?.contains(".product(name: \"Exemplar\"") == true
    let section = AgentsSection(tool: isDependency ? "swift run exemplar" : "exemplar")
    let new = try section.added(to: old, at: file.path)
    if new == old {
      terminal.print("\(shown) is up to date.\n")
    } else if isDryRun {
      terminal.print(Self.difference(shown, from: old, to: new))
    } else {
      try FileTarget(file.path).write(new)
      terminal.print("\(shown) has a section about the tests.\n")
    }
  }

  private func add(_ terminal: Terminal, _ build: PackageBuild) async throws {
    let folder = URL(fileURLWithPath: package.path).standardizedFileURL
    let manifest = try await Manifest(in: folder, build)
    let subject = (manifest.subject ?? manifest.package).filter {
      $0.isLetter || $0.isNumber || $0 == "_"
    }
    let name = target ?? subject + "Specs"
    if manifest.targets.contains(name) {
      throw UsageError(
        "The package already has a target \(name). Add a spec to it with exemplar new spec, or choose another name "
          + "with --target.")
    }
    if manifest.text.contains(".product(name: \"Exemplar\"") {
      throw UsageError(
        "The package already depends on Exemplar. Add a spec with exemplar new spec.")
    }
    let tests = manifest.folder(of: name)
    let specs = SpecTarget(
      name: name, folder: tests, subject: manifest.subject, library: try library(for: folder))
    let text = try await manifest.adding(specs, terminal)
    var files = NewFiles(in: folder)
    files.add(
      "\(tests)/\(subject)Spec.swift",
      SpecTemplate.first(named: subject, testing: manifest.subject))
    files.add("\(tests)/Rows/numbers.json", SpecTemplate.numbers)
    files.add(".gitignore", ".build/\n")
    if isDryRun {
      terminal.print(Self.difference(manifest.file, from: manifest.text, to: text))
      for file in files.files { terminal.print("new file \(file.path)\n") }
    } else {
      try FileTarget(folder.appendingPathComponent(manifest.file).path).write(text)
      terminal.print("\(manifest.file) has a test target \(name).\n")
      try files.write(terminal)
      terminal.print("Run it with: swift run exemplar test\n")
    }
    if manifest.isForOlderMacOS {
      terminal.print(
        "On a Mac, Exemplar requires macOS 13: write platforms: [.macOS(.v13)] in \(manifest.file).\n"
      )
    }
  }

  private func library(for package: URL) throws -> SpecTarget.LibraryLocation {
    if let url { return .repository(url, from: from) }
    let own = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folder = path.map { URL(fileURLWithPath: $0).standardizedFileURL } ?? own
    let manifest = folder.appendingPathComponent("Package.swift")
    guard let text = try? String(contentsOf: manifest, encoding: .utf8),
      text.contains("name: \"exemplar\"")
    else {
      throw UsageError(
        "\(folder.path) is not a clone of Exemplar. Pass the path of a clone with --path, or a repository with --url."
      )
    }
    return .folder(folder.path)
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// The added and removed lines.
  private static func difference(_ file: String, from old: String, to new: String) -> String {
    let lines = (old.textLines, new.textLines)
    var text = "\(file)\n"
    for change in lines.1.difference(from: lines.0) {
      switch change {
      case .remove(_, let line, _): text += "- \(line)\n"
      case .insert(_, let line, _): text += "+ \(line)\n"
      }
    }
    return text
  }
}
