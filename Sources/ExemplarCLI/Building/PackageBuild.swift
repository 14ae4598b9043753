import ExemplarCore
import Foundation
import Subprocess

/// Builds the tests of a package and finds the programs that hold them.
struct PackageBuild {
  let packagePath: String
  /// What `swift build` gets beside our own options.
  let arguments: [String]
  let terminal: Terminal
  /// Whether only the output after the build may go to the standard output.
  var isSilent = false
  /// How many lines are shown of a build that failed; `nil` stands for all.
  var errorLimit: Int?

  /// The folder into which the package is built, which the options of `swift build` may name.
  static func folder(of packagePath: String, _ arguments: [String]) -> URL {
    arguments.scratchPath.map { URL(fileURLWithPath: $0) }
      ?? URL(fileURLWithPath: packagePath).appendingPathComponent(".build")
  }

  /// The cached answers of the last build.
  private var memory: BuildMemory {
    BuildMemory(
      packagePath: packagePath, arguments: arguments, in: Self.folder(of: packagePath, arguments))
  }

  /// The name of the package for readers: the name of its folder.
  private var name: String { URL(fileURLWithPath: packagePath).lastPathComponent }

  /// Builds, and returns the programs: one of the whole package, or one of each test target where Swift Build
  /// has built them. Prints what is wrong and throws the status otherwise.
  func testPrograms() async throws -> [URL] {
    try requirePackage()
    if terminal.isLive {
      terminal.show("Building…")
    } else if !isSilent {
      terminal.print("Building the tests of \(name)…\n")
    }
    // The cached answers are read meanwhile.
    async let remembered = memory
    let (succeeded, output) = try await build()
    terminal.clear()
    if Interruption.isRequested { throw ExitStatus.interrupted }
    guard succeeded else {
      report(errorLimit.map { BuildFailure.excerpt(of: output, lines: $0) } ?? output)
      let advice = BuildFailure.advice(on: output).map { " \($0)" } ?? ""
      _ = stop("The tests of \(name) do not build; the compiler's output is above.\(advice)")
      throw BuildFailure(
        of: name, output, relativeTo: FileManager.default.currentDirectoryPath)
    }
    let programs = try await locate(await remembered)
    try await refuseEntryPoint(of: programs)
    return programs
  }

  /// The programs that the last build made.
  func builtPrograms() async throws -> [URL] { try await locate(memory) }

  /// Prints what is wrong and throws the status if there is no package.
  func requirePackage() throws {
    let manifest = URL(fileURLWithPath: packagePath).appendingPathComponent("Package.swift")
    if FileManager.default.fileExists(atPath: manifest.path) { return }
    throw stop(
      "There is no package at \(packagePath): it has no Package.swift. "
        + "Name the folder of a package with --package-path.")
  }

  /// Prints an error and throws the status if a file of the package keeps the specs from running. Swift Build
  /// ignores such a file, and so does SwiftPM on Apple systems.
  private func refuseEntryPoint(of programs: [URL]) async throws {
    #if !canImport(Darwin)
      guard programs.contains(where: { $0.pathExtension == "xctest" }) else { return }
      let package = URL(fileURLWithPath: packagePath)
      let isThere =
        TestEntryPoint.path { folder in
          let path = package.appendingPathComponent(folder).path
          return (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        } != nil
      // SwiftPM reports which folders hold tests.
      guard isThere, let file = try await testTargets()?.entryPoint else { return }
      throw stop(
        TestEntryPoint.problem(
          of: Place(path: file).relative(to: FileManager.default.currentDirectoryPath).path))
    #endif
  }

  /// The sources of the test targets. Prints a message and returns `nil` if they cannot be listed.
  ///
  /// - Parameter isAside: Whether something else is in progress that the user may interrupt.
  func testSources(isAside: Bool = false) async throws -> PackageSources? {
    if let tests = try await testTargets(isAside: isAside) { return PackageSources(tests) }
    if Interruption.isRequested { return nil }
    Terminal.warn(
      "The sources of \(packagePath) could not be listed, so specs that nothing runs were not looked for."
    )
    return nil
  }

  /// The test targets, from the cache or from SwiftPM; `nil` if it does not list them.
  ///
  /// - Parameter isFresh: Whether the files of the other targets must be those of now.
  func testTargets(isAside: Bool = false, isFresh: Bool = false) async throws -> TestTargets? {
    if !isFresh, let tests = memory.testTargets { return tests }
    let answer = try await ask(["package", "describe", "--type", "json"], isAside: isAside)
    guard answer.succeeded, let tests = TestTargets(description: answer.output) else { return nil }
    var memory = memory
    memory.testTargets = tests
    memory.store()
    return tests
  }

  private func locate(_ remembered: BuildMemory) async throws -> [URL] {
    if let known = remembered.programs {
      let programs = try await programs(in: known)
      if !programs.isEmpty { return programs }
    }
    let answer = try await ask(["build", "--show-bin-path"])
    guard answer.succeeded, let path = answer.output.textLines.last(where: { !$0.isEmpty }) else {
      throw stop("The folder of the built tests could not be found.")
    }
    let programs = try await programs(in: String(path))
    if programs.isEmpty {
      report("The package at \(packagePath) has no tests, so there are no specs.\n")
      throw ExitStatus.nothingRan
    }
    var memory = memory
    memory.programs = String(path)
    memory.store()
    return programs
  }

  /// The programs with the tests in a folder of built programs.
  private func programs(in path: String) async throws -> [URL] {
    let folder = URL(fileURLWithPath: path)
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var bundles = entries.filter { $0.hasSuffix("PackageTests.xctest") }
    if bundles.count > 1 {
      // Packages that share a scratch folder leave their tests side by side.
      guard let name = try await testTargets()?.package else {
        throw stop("The name of the package at \(packagePath) could not be read.")
      }
      bundles = bundles.filter { $0 == "\(name)PackageTests.xctest" }
    }
    if let bundle = bundles.first {
      // On Apple systems, not verified here, the tests are a bundle around the program.
      let name = bundle.dropLast(".xctest".count)
      let inner = folder.appendingPathComponent("\(bundle)/Contents/MacOS/\(name)")
      let isBundle = FileManager.default.fileExists(atPath: inner.path)
      return [isBundle ? inner : folder.appendingPathComponent(bundle)]
    }
    // Swift Build creates a program of each test target, and keeps those of removed targets.
    let suffix = "-test-runner"
    var runners = entries.filter { $0.hasSuffix(suffix) }.sorted()
    if !runners.isEmpty, let targets = try await testTargets()?.targets {
      let names = Set(targets.map { $0.name + suffix })
      runners.removeAll { !names.contains($0) }
    }
    return runners.map(folder.appendingPathComponent)
  }

  /// Builds and collects what is printed; the last line is shown live.
  private func build() async throws -> (succeeded: Bool, output: String) {
    let swift = SwiftProgram.current.running(
      ["build", "--package-path", packagePath, "--build-tests"] + arguments)
    let result = try await startingSwift {
      try await run(
        swift.executable, arguments: swift.arguments, platformOptions: Self.ownGroup,
        input: .none, output: .sequence, error: .combinedWithOutput
      ) { execution in
        Interruption.add(group: execution.processIdentifier.value)
        var output = ""
        let lines = execution.standardOutput.strings(bufferingPolicy: .unbounded)
        for try await line in lines {
          output += line.hasSuffix("\n") ? line : line + "\n"
          if let text = line.textLines.last(where: { !$0.isEmpty }) { terminal.show("Building: \(text)") }
        }
        return output
      }
    }
    return (result.terminationStatus.isSuccess, result.closureResult)
  }

  /// The answer of `swift` to a command, and the problem if it failed.
  typealias Answer = (succeeded: Bool, output: String, problem: String)

  /// Asks `swift` something about the package.
  ///
  /// - Parameter isAside: Whether something else goes on that the user may interrupt.
  func ask(_ command: [String], isAside: Bool = false) async throws -> Answer {
    let options = command[0] == "build" ? arguments : arguments.scratchPathOption
    let swift = SwiftProgram.current.running(
      [command[0], "--package-path", packagePath] + options + command.dropFirst())
    if Interruption.isRequested { throw ExitStatus.interrupted }
    let result = try await startingSwift(isAside: isAside) {
      try await run(
        swift.executable, arguments: swift.arguments,
        platformOptions: isAside ? PlatformOptions() : Self.ownGroup, input: .none,
        output: .string(limit: 1 << 24), error: .string(limit: 1 << 24)
      ) { execution in
        if !isAside { Interruption.add(group: execution.processIdentifier.value) }
      }
    }
    if Interruption.isRequested { throw ExitStatus.interrupted }
    // An error in the manifest explains more than the sentence that it is invalid.
    let errors = result.standardError.textLines.compactMap { line in
      line.firstMatch(of: #/(Package\.swift:[\d:]+ )?error: (.*)/#)
        .map { (isInManifest: $0.1 != nil, text: String($0.2)) }
    }
    let error = (errors.first(where: \.isInManifest) ?? errors.first)?.text
    return (
      result.terminationStatus.isSuccess, result.standardOutput,
      error.map { "\($0)." } ?? "swift \(command.prefix(2).joined(separator: " ")) failed."
    )
  }

  private func startingSwift<Result>(
    isAside: Bool = false, _ start: () async throws -> Result
  ) async throws -> Result {
    defer { if !isAside { Interruption.removeAll() } }
    do {
      return try await start()
    } catch let error as SubprocessError {
      throw stop("swift could not be started: \(error)")
    }
  }

  /// Compilers get the signals that `swift` gets only if they are a group together.
  private static var ownGroup: PlatformOptions {
    var options = PlatformOptions()
    options.processGroupID = 0
    return options
  }

  private func report(_ text: String) {
    if isSilent { Terminal.write(text, toError: true) } else { terminal.print(text) }
  }

  private func stop(_ message: String) -> ExitStatus {
    terminal.clear()
    Terminal.error(message)
    return .couldNotStart
  }
}

extension URL {
  /// The file with the code of a test program: Swift Build puts it into a library beside the program.
  var testCode: URL {
    let suffix = "-test-runner"
    guard path.hasSuffix(suffix) else { return self }
    let library = URL(fileURLWithPath: path.dropLast(suffix.count) + ".so")
    return FileManager.default.fileExists(atPath: library.path) ? library : self
  }
}

extension [String] {
  /// The option for the scratch folder among those of `swift build`: other commands need it too.
  fileprivate var scratchPathOption: [String] { scratchPath.map { ["--scratch-path", $0] } ?? [] }

  /// The scratch folder, if one is named; the last holds.
  fileprivate var scratchPath: String? {
    for (index, argument) in enumerated().reversed() {
      for name in ["--scratch-path", "--build-path"] {
        if argument.hasPrefix(name + "=") { return String(argument.dropFirst(name.count + 1)) }
        if argument == name, index + 1 < count { return self[index + 1] }
      }
    }
    return nil
  }
}
