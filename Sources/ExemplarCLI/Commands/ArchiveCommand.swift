import ArgumentParser
import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation
import Subprocess

/// `exemplar archive`: packs built tests, so that other machines run them.
struct ArchiveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Packs the built tests of a package into a file that other machines run.",
    discussion: """
      The file of tar has the test programs, their resources and libraries, this tool, and the files of the test targets. \
      exemplar test --archive FILE runs them without sources and without SwiftPM, on the same system with the same \
      toolchain or its runtime. Options after -- go to swift build.
      """)

  @Argument(help: "The file to write.", completion: .file(extensions: ["tar"]))
  var file: String

  @OptionGroup var package: PackageArguments
  @OptionGroup var prebuilt: PrebuiltArguments

  @Option(
    help: ArgumentHelp(
      "A file or a folder outside of the test targets that tests read by a path relative to their sources or to the package.",
      valueName: "path"), completion: .file())
  var include: [String] = []

  @Flag(help: "Adds the libraries of the toolchain, for machines without it.")
  var runtime = false

  func validate() throws {
    try prebuilt.validate(package)
    if package.archive != nil {
      throw ValidationError("The tests are in an archive already. Leave --archive out.")
    }
    if ([file] + include).contains("") {
      throw ValidationError("The name of a file is empty.")
    }
    var files = CommandFiles()
    try files.read(include)
    try files.write(file, as: "The archive")
  }

  func run() async throws {
    Interruption.watch()
    let terminal = Terminal()
    async let code = package.code
    let build = package.build(terminal, prebuilt.source)
    let products = try await build.products()
    if let target = products.targets.target(ofFileAt: FileTarget(file).path) {
      throw UsageError(
        "The archive would be written to \(file), among the files of the target \(target). Give it a path elsewhere."
      )
    }
    var contents = ArchiveContents()
    let folder = products.folder
    try contents.addPrograms(of: products)
    let root = try contents.addFiles(of: products.targets, including: include)
    let programs = products.programs.map { String($0.path.dropFirst(folder.path.count + 1)) }
    var manifest = Archive.Manifest(
      products.targets, programs: programs, root: root, directory: directory(products.targets),
      buildOptions: build.arguments.decidingCode)
    let libraries = await LoadedLibraries(of: contents.programs).ofToolchain
    manifest.libraries = libraries.compactMapValues(LoadedLibraries.identity)
    if runtime {
      if libraries.isEmpty {
        throw UsageError(
          "The libraries of the toolchain are not known, since there is no ldd here.")
      }
      for (name, path) in libraries {
        try contents.add(URL(fileURLWithPath: path), as: "bin/\(name)")
      }
    }
    (manifest.commit, manifest.changes) = await code
    manifest.sources = products.sources
    manifest.build = RunFacts.build(of: products.programs)
    manifest.toolchain = await toolchain
    let size = try contents.write(&manifest, to: file)
    let commit = manifest.commit.map { commit in
      ", commit \(commit.prefix(10))" + (commit.hasSuffix("-dirty") ? " with changes" : "")
    }
    terminal.print(
      """
      \(file): \(manifest.files.count.counted("file")), \(ByteCount.text(size))\(commit ?? "")
      Run it elsewhere: tar -xf \(Rerun.quotedIfNeeded(file)) bin && bin/exemplar test --archive \
      \(Rerun.quotedIfNeeded(file))

      """)
    throw terminal.isComplete ? ExitStatus.fine : .failed
  }

  /// The folder that paths are shown relative to: this one, if the package is in it.
  private func directory(_ targets: TestTargets) -> String {
    let here = FileManager.default.currentDirectoryPath
    return (targets.path + "/").hasPrefix(here + "/") ? here : targets.path
  }

  /// The toolchain of the build, in the words of the compiler.
  private var toolchain: String? {
    get async {
      guard let swift = SwiftProgram.current.url else { return nil }
      let result = try? await Subprocess.run(
        .path(.init(swift.path)), arguments: ["--version"], output: .string(limit: 1 << 16),
        error: .discarded)
      let text = (result?.standardOutput ?? "").textLines.first.map(String.init)
      return text?.replacing(#/^swift-driver version: \S+ /#, with: "")
    }
  }
}

/// The files of an archive, while it is made.
struct ArchiveContents {
  /// The files by their names in the archive.
  private var files: [String: URL] = [:]
  /// The test programs, and the tool.
  private(set) var programs: [URL] = []

  /// Adds the programs of a build, with their resources and the libraries beside them, and this tool.
  mutating func addPrograms(of products: PackageBuild.Products) throws {
    let folder = products.folder
    let plan = BuildPlan(in: folder)?.ofTests(products.programs, ofPackageAt: products.targets.path)
    let bundles = plan?.bundles(in: folder)
    for entry in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let file = folder.appendingPathComponent(entry)
      let isOfTests = (products.programs + products.programs.map(\.testCode)).contains {
        $0.path == file.path || $0.path.hasPrefix(file.path + "/")
      }
      let isBundle = ["resources", "bundle"].contains(file.pathExtension)
      let isLibrary = ["so", "dylib"].contains(file.pathExtension)
      if isOfTests || isLibrary || products.targets.programs.contains(entry)
        || isBundle && bundles?.contains(entry) ?? true
      {
        try add(file, as: "bin/\(entry)")
      }
    }
    let tool =
      Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments.first ?? "")
    files["bin/exemplar"] = tool
    programs = products.programs + [tool]
  }

  /// Adds the files that tests may read beside their sources, and others that the user names. Returns the folder that
  /// their names are relative to.
  mutating func addFiles(of targets: TestTargets, including others: [String]) throws -> String {
    let package = URL(fileURLWithPath: targets.path)
    var paths = targets.withFiles.map { URL(fileURLWithPath: $0.folder) }
    paths += [package.appendingPathComponent(ConfigurationFile.name)].filter {
      FileManager.default.fileExists(atPath: $0.path)
    }
    paths += targets.entryPoint.map { [URL(fileURLWithPath: $0)] } ?? []
    for other in others {
      let file = URL(fileURLWithPath: other).standardizedFileURL
      guard FileManager.default.fileExists(atPath: file.path) else {
        throw UsageError("There is no file \(other), which --include names.")
      }
      paths.append(file)
    }
    var root = package.standardizedFileURL.pathComponents
    for path in paths {
      let components = path.standardizedFileURL.pathComponents
      root = Array(zip(root, components).prefix { $0 == $1 }.map(\.0))
    }
    guard root.count > 1 else {
      throw UsageError("--include names a file that has no folder in common with the package.")
    }
    let top = NSString.path(withComponents: root)
    for path in paths {
      try add(path, as: "files" + path.standardizedFileURL.path.dropFirst(top.count))
    }
    return top
  }

  /// Adds a file, or all files in a folder but those of version control and of builds.
  ///
  /// - Parameter around: The folders around it: a link may lead to one of them.
  mutating func add(_ file: URL, as name: String, in around: Set<String> = []) throws {
    var status = stat()
    // A link that leads nowhere is no file.
    guard stat(file.path, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      let path = file.resolvingSymlinksInPath().path
      if around.contains(path) { return }
      for entry in try FileManager.default.contentsOfDirectory(atPath: path)
      where ![".build", ".git", ".swiftpm", ".DS_Store"].contains(entry) {
        try add(
          file.appendingPathComponent(entry), as: "\(name)/\(entry)", in: around.union([path]))
      }
    case S_IFREG: files[name] = file
    default:
      throw UsageError("\(file.path) is a pipe or a device, which an archive cannot contain.")
    }
  }

  /// Writes the archive, whose path leads to an earlier one until it is complete. Returns its size in bytes.
  func write(_ manifest: inout Archive.Manifest, to path: String) throws -> Int {
    let files = files.sorted { $0.key < $1.key }
    do {
      for (name, file) in files {
        manifest.files[name] = PathHash.digest(of: try Data(contentsOf: file))
      }
      let target = FileTarget(path)
      guard target.isRegular, !target.isOpen else {
        throw UsageError("It is no place for a file.")
      }
      var size = 0
      try target.replace { handle in
        let writer = TarWriter(file: handle)
        try writer.add(Archive.Manifest.name, manifest.text)
        for (name, file) in files {
          var status = stat()
          _ = stat(file.path, &status)
          try writer.add(
            name, Data(contentsOf: file), isProgram: status.st_mode & 0o100 != 0,
            modified: Int(RunFacts.build(of: [file]) ?? 0))
        }
        try writer.finish()
        size = Int(try handle.offset())
      }
      return size
    } catch {
      throw UsageError("The archive \(path) cannot be written: \(error.systemReason)")
    }
  }
}

extension PackageBuild.Products {
  /// The folder of the built programs.
  fileprivate var folder: URL {
    let program = programs[0].deletingLastPathComponent()
    // On Apple systems, the program is in a bundle.
    return program.path.hasSuffix(".xctest/Contents/MacOS")
      ? program.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      : program
  }
}
