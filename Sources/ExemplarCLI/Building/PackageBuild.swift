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
  /// Whether only the errors of a build are printed, on the standard output.
  var isBrief = false
  /// How many lines are shown of a build that failed; `nil` stands for all.
  var errorLimit: Int?
  var source = TestSource.build

  /// The folder into which the package is built, which the options of `swift build` may name.
  static func folder(of packagePath: String, _ arguments: [String]) -> URL {
    arguments.scratchPath.map { URL(fileURLWithPath: $0) }
      ?? URL(fileURLWithPath: packagePath).appendingPathComponent(".build")
  }

  /// The name of the package for readers: the name of its folder.
  private var name: String { URL(fileURLWithPath: packagePath).lastPathComponent }

  /// The programs with the tests, and the targets that they were built from.
  struct Products {
    let programs: [URL]
    let targets: TestTargets
    /// The digest of the sources that they were built from; `nil` if it is not known.
    var sources: String?
    /// Whether the build had nothing to do, by its output.
    var isUnchanged = false

    /// The sources of the package in a folder as they are now.
    func digest(ofPackage folder: String) -> SourceDigest {
      SourceDigest(
        ofPackage: folder, targets, builtInto: programs[0].deletingLastPathComponent())
    }

    /// Whether the package has an entry point of its own, which starts XCTest alone.
    var startsOnlyXCTest: Bool {
      programs.contains { $0.pathExtension == "xctest" } && targets.entryPoint != nil
    }
  }

  /// The programs that an earlier build has left, if a build follows that may have nothing to do; `nil` if they are
  /// not known.
  var productsBefore: Products? {
    guard case .build = source, !arguments.contains(where: Self.verbosities.contains),
      let (targets, folder) = ConfirmedTargets(
        ofPackageAt: packagePath, in: Self.folder(of: packagePath, arguments), arguments)?
        .beforeBuild,
      let programs = builtPrograms(of: targets, in: folder)
    else { return nil }
    return Products(programs: programs, targets: targets)
  }

  /// The options with which the output of a build has another form.
  private static let verbosities: Set = [
    "-v", "--verbose", "--vv", "--very-verbose", "-q", "--quiet",
  ]

  /// Builds, and returns the programs: one of the whole package, or one of each test target if Swift Build
  /// has built them. Prints what is wrong and throws the status otherwise.
  ///
  /// A program counts only if this build has made or confirmed it: any other may hold old tests.
  func products() async throws -> Products {
    if case .archive(let archive, let folder) = source { return archive.products(in: folder) }
    try requirePackage()
    if let refusal = arguments.refusal { throw stop(refusal) }
    if case .earlierBuild(let allowsStale) = source {
      return try await builtProducts(allowingStale: allowsStale)
    }
    let start = Date().timeIntervalSince1970
    if terminal.isLive {
      terminal.show("Building…")
    } else if !isSilent {
      terminal.print("Building the tests of \(name)…\n")
    }
    let confirmed = ConfirmedTargets(
      ofPackageAt: packagePath, in: Self.folder(of: packagePath, arguments), arguments)
    // SwiftPM answers while it builds. Before that, the answers would keep the folder locked, and the build waiting.
    let (beginning, hasBegun) = AsyncStream.makeStream(of: Void.self)
    async let answers = {
      for await _ in beginning {}
      return try await confirmed == nil ? askedForTargets() : nil
    }()
    var isUnchanged = try await build(arguments) { hasBegun.finish() }
    let asked = try await answers
    let known = confirmed?.afterBuild()
    let (described, folder) =
      if let known = known ?? asked { known } else { try await askedForTargets() }
    // A package with binary targets can be described after they have been downloaded.
    let targets = if let described { described } else { try await testTargets() }
    try requireTests(in: targets)
    let cached = "--disable-build-manifest-caching"
    var plan = BuildPlan(in: folder)
    if plan?.isOfPackage(at: packagePath) == false, !arguments.contains(cached) {
      isUnchanged = try await build(arguments + [cached]) && isUnchanged
      plan = BuildPlan(in: folder)
    }
    let programs = try programs(of: targets, in: folder)
    let own = plan?.ofTests(programs, ofPackageAt: packagePath)
    if own != nil, known == nil {
      ConfirmedTargets.save(targets, in: folder, package: packagePath)
    }
    try own?.removeStaleResources(of: targets, in: folder)
    try refuseEntryPoint(of: programs, targets)
    let digest = SourceDigest(ofPackage: packagePath, targets, builtInto: folder)
    let built = BuiltSources(
      targets, options: arguments.decidingCode, digest, programs: programs,
      copied: (own?.copied ?? []) + targets.resources, in: folder,
      // The clock of a file system may be behind by hundredths of a second.
      since: start - 0.02)
    built.write(for: targets, in: folder)
    return Products(
      programs: programs, targets: targets, sources: built.isCertain ? digest.text : nil,
      isUnchanged: isUnchanged)
  }

  /// The programs that an earlier build has left. Prints why they are not those of the sources, and throws the status
  /// unless old ones are allowed.
  private func builtProducts(allowingStale: Bool) async throws -> Products {
    async let described = testTargets(isAside: true)
    async let asked = askedForFolder()
    let (targets, folder) = try await (described, asked)
    try requireTests(in: targets)
    let advice = "Leave --skip-build out to build them"
    guard let programs = builtPrograms(of: targets, in: folder) else {
      throw stop("The tests of \(name) are not built: \(missing(targets, in: folder)). \(advice).")
    }
    try refuseEntryPoint(of: programs, targets)
    let digest = SourceDigest(ofPackage: packagePath, targets, builtInto: folder)
    let difference = BuiltSources.difference(
      of: programs, targets, options: arguments.decidingCode, digest,
      plan: BuildPlan(in: folder)?.ofTests(programs, ofPackageAt: packagePath), in: folder)
    guard let difference else {
      return Products(programs: programs, targets: targets, sources: digest.text)
    }
    let sentence = "The built tests of \(name) \(difference)."
    if !allowingStale { throw stop("\(sentence) \(advice), or run them as they are with --stale.") }
    terminal.clear()
    Terminal.warn(sentence)
    return Products(programs: programs, targets: targets)
  }

  /// Why there are no programs in a folder, with the one of the other configuration, if that has some.
  private func missing(_ targets: TestTargets, in folder: URL) -> String {
    let others = ["debug", "release"].filter { $0 != folder.lastPathComponent }
    let other = others.first { other in
      let folder = folder.deletingLastPathComponent().appendingPathComponent(other)
      return builtPrograms(of: targets, in: folder) != nil
    }
    return "no program of them is in \(folder.path)"
      + (other.map { ", but there is one of a \($0) build (-- -c \($0))" } ?? "")
  }

  private func requireTests(in targets: TestTargets) throws {
    guard targets.targets.isEmpty else { return }
    report("The package at \(packagePath) has no test targets. \(NothingToRun.noTests)\n")
    throw ExitStatus.nothingRan
  }

  /// The answers of SwiftPM while something else is in progress: the targets, if it can state them now, and the folder of
  /// the programs.
  private func askedForTargets() async throws -> (targets: TestTargets?, folder: URL) {
    async let targets = try? testTargets(isAside: true)
    async let folder = askedForFolder()
    return try await (targets, folder)
  }

  /// The folder of programs, from SwiftPM.
  private func askedForFolder() async throws -> URL {
    let answer = try await ask(["build", "--show-bin-path", "--ignore-lock"], isAside: true)
    guard answer.succeeded, let path = answer.output.textLines.last(where: { !$0.isEmpty })
    else {
      throw UsageError("The folder of the built tests could not be found. \(answer.problem)")
    }
    return URL(fileURLWithPath: String(path))
  }

  /// Prints what is wrong and throws the status if there is no package.
  func requirePackage() throws {
    let manifest = URL(fileURLWithPath: packagePath).appendingPathComponent("Package.swift")
    if FileManager.default.fileExists(atPath: manifest.path) { return }
    throw stop(
      "There is no package at \(packagePath): it has no Package.swift. "
        + "Name the folder of a package with --package-path.")
  }

  /// Prints an error and throws the status if a file of the package keeps specs or tests of Swift Testing from running.
  /// Swift Build ignores such a file, and so does SwiftPM on Apple systems.
  private func refuseEntryPoint(of programs: [URL], _ targets: TestTargets) throws {
    #if !canImport(Darwin)
      guard programs.contains(where: { $0.pathExtension == "xctest" }),
        let file = targets.entryPoint, targets.mayUseSwiftTesting
      else { return }
      throw stop(
        TestEntryPoint.problem(
          of: Place(path: file).relative(to: FileManager.default.currentDirectoryPath).path))
    #endif
  }

  /// The targets, from SwiftPM. Only it knows all inputs of the answer, such as folders and the variables that the
  /// manifest reads, so no answer is kept unless the plan of a build confirms it (`ConfirmedTargets`).
  ///
  /// - Parameter isAside: Whether something else is in progress that the user may interrupt, such as a build, which
  ///   keeps the folder locked.
  func testTargets(isAside: Bool = false) async throws -> TestTargets {
    let answer = try await ask(
      ["package", "--ignore-lock", "describe", "--type", "json"], isAside: isAside)
    guard answer.succeeded, let targets = TestTargets(description: answer.output) else {
      throw UsageError(
        "The test targets of \(packagePath) could not be listed: \(answer.problem)")
    }
    return targets
  }

  /// The programs that a build has made of the test targets, in a folder of built programs.
  private func programs(of tests: TestTargets, in folder: URL) throws -> [URL] {
    if let programs = builtPrograms(of: tests, in: folder) { return programs }
    let test = tests.targets.first { !runner(of: $0, in: folder).isThere }
    throw stop(
      "swift build made no program of the test target \(test?.name ?? ""): neither \(tests.package)PackageTests.xctest nor "
        + "\(test?.name ?? "")-test-runner is in \(folder.path).")
  }

  /// The same; `nil` if one is missing.
  private func builtPrograms(of tests: TestTargets, in folder: URL) -> [URL]? {
    let name = "\(tests.package)PackageTests"
    let bundle = folder.appendingPathComponent("\(name).xctest")
    if bundle.isThere {
      // On Apple systems, not verified here, the tests are a bundle around the program.
      let inner = bundle.appendingPathComponent("Contents/MacOS/\(name)")
      return [inner.isThere ? inner : bundle]
    }
    // Swift Build creates a program of each test target, and keeps those of removed targets.
    let runners = tests.targets.map { runner(of: $0, in: folder) }.sorted { $0.path < $1.path }
    return runners.allSatisfy(\.isThere) ? runners : nil
  }

  private func runner(of target: TestTargets.Target, in folder: URL) -> URL {
    folder.appendingPathComponent("\(target.name)-test-runner")
  }

  /// Builds. Returns whether there was nothing to do. Prints what is wrong and throws if nothing, or something else,
  /// was built.
  ///
  /// - Parameter hasBegun: Called when SwiftPM has the lock of the folder, or does not start.
  private func build(
    _ arguments: [String], hasBegun: @escaping @Sendable () -> Void = {}
  ) async throws -> Bool {
    defer { hasBegun() }
    let (succeeded, output) = try await output(ofBuilding: arguments, hasBegun)
    terminal.clear()
    if Interruption.isRequested { throw ExitStatus.interrupted }
    guard succeeded else {
      let output = BuildFailure.withoutRepetition(output)
      let folder = FileManager.default.currentDirectoryPath
      let failure = BuildFailure(of: name, output, relativeTo: folder)
      let advice = BuildFailure.advice(on: output)
      if isBrief {
        let file = save(output).map { Place(path: $0.path).relative(to: folder).path }
        terminal.print(failure.text(relativeTo: folder, output: file))
        if let advice { terminal.print(advice + "\n") }
      } else {
        report(errorLimit.map { BuildFailure.excerpt(of: output, lines: $0) } ?? output)
        _ = stop(
          "The tests of \(name) do not build; the compiler's output is above."
            + (advice.map { " \($0)" } ?? ""))
      }
      throw failure
    }
    // It succeeds too if an option makes it print a path, a graph or its help.
    guard output.textLines.contains(where: { $0.hasPrefix("Build complete!") }) else {
      throw stop(
        "swift build did not report that the tests of \(name) are built, so the programs on disk may be old. Leave "
          + "out options after -- that make it do something else or print less: "
          + arguments.joined(separator: " "))
    }
    return output.textLines.allSatisfy { line in
      !line.hasPrefix("[") || line.contains("] Planning build")
        || line.contains("] Write swift-version-")
    }
  }

  /// Saves the output of a build in the build folder. Returns the file; `nil` if it cannot be written.
  private func save(_ output: String) -> URL? {
    let file = Self.folder(of: packagePath, arguments).appendingPathComponent("exemplar/build.txt")
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try output.write(to: file, atomically: true, encoding: .utf8)
      return file
    } catch {
      report(output)
      return nil
    }
  }

  /// Builds and collects what is printed; its progress is shown live.
  private func output(
    ofBuilding arguments: [String], _ hasBegun: @escaping @Sendable () -> Void
  ) async throws -> (succeeded: Bool, output: String) {
    let swift = SwiftProgram.current.running(
      ["build", "--package-path", packagePath, "--build-tests"] + arguments)
    let result = try await startingSwift {
      try await run(
        swift.executable, arguments: swift.arguments, platformOptions: Self.ownSession,
        input: .none, output: .sequence, error: .combinedWithOutput
      ) { execution in
        Interruption.add(group: execution.processIdentifier.value)
        var output = ""
        let lines = execution.standardOutput.strings(bufferingPolicy: .unbounded)
        for try await line in lines {
          hasBegun()
          output += line.hasSuffix("\n") ? line : line + "\n"
          if let step = Self.step(in: line) { terminal.show("Building: \(step)") }
        }
        return output
      }
    }
    return (result.terminationStatus.isSuccess, result.closureResult)
  }

  /// The step of a build that a line of its output reports; `nil` if it is part of a diagnostic.
  static func step(in line: String) -> Substring? {
    line.firstMatch(of: #/^(?:\[\d+/\d+\] |[A-Z][a-z]+ing )[^\r\n]+/#)?.output
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
        platformOptions: isAside ? PlatformOptions() : Self.ownSession, input: .none,
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
    defer { if !isAside { Interruption.removeSwift() } }
    do {
      return try await start()
    } catch let error as SubprocessError {
      throw stop("swift could not be started: \(error)")
    }
  }

  /// Compilers are in groups of their own, but in the session of `swift`.
  private static var ownSession: PlatformOptions {
    var options = PlatformOptions()
    options.createSession = true
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
  fileprivate var isThere: Bool { FileManager.default.fileExists(atPath: path) }

  /// The file with the code of a test program: Swift Build puts it into a library beside the program.
  var testCode: URL {
    let suffix = "-test-runner"
    guard path.hasSuffix(suffix) else { return self }
    let library = URL(fileURLWithPath: path.dropLast(suffix.count) + ".so")
    return FileManager.default.fileExists(atPath: library.path) ? library : self
  }
}

extension [String] {
  /// The counterparts of the options that `swift test` has, and that `swift build` does not take or that change nothing
  /// there.
  private static let adviceOnTestOptions: [String: String] = [
    "--filter": "Give --filter before the --.",
    "--skip": "Give --skip before the --.",
    "--specifier": "Give the test before the --, without the option.",
    "-s": "Give the test before the --, without the option.",
    "--parallel": "Several processes are the default; --jobs before the -- sets their number.",
    "--no-parallel": "Give --jobs 1 before the --.",
    "--num-workers": "Give --jobs before the --.",
    "--xunit-output": "Give --report junit=PATH before the --.",
    "--attachments-path": "Give --attachments before the --.",
    "--list-tests": "Use exemplar list.",
    "-l": "Use exemplar list.",
    "--show-codecov-path": "Give --coverage-json PATH before the --.",
    "--show-code-coverage-path": "Give --coverage-json PATH before the --.",
    "--skip-build":
      "Give --skip-build before the --.",
    "--enable-testable-imports": "Give -Xswiftc -enable-testing, which a release build needs.",
    "--disable-testable-imports": "Leave it out.",
    "--disable-xctest": "Leave it out, and select the tests that you want before the --.",
    "--disable-swift-testing": "Leave it out, and select the tests that you want before the --.",
  ]

  /// The reason why tests cannot be built with these options of `swift build`, if there is one.
  fileprivate var refusal: String? {
    let others = ["--package-path", "--multiroot-data-file", "--experimental-prepare-for-indexing"]
    let own = indices.filter { $0 == 0 || !self[$0 - 1].hasPrefix("-X") }.map { self[$0] }
    for option in own {
      let name = option.split(separator: "=").first.map(String.init) ?? option
      guard let advice = Self.adviceOnTestOptions[name] else { continue }
      return "\(name) after -- is an option of swift test, and these go to swift build. \(advice)"
    }
    guard let other = others.first(where: { name in own.contains { $0.hasPrefix(name) } }) else {
      return nil
    }
    return
      "\(other) after -- does not build the tests of this package. Leave it out, and name the package by "
      + "--package-path before --."
  }

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
