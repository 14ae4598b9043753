import ExemplarCore
import Foundation
import TestSupport
import Testing

/// A package that a test runs the tool on.
struct Fixture {
  let path: String
  let name: String

  init(path: String, name: String? = nil) {
    self.path = path
    self.name = name ?? URL(fileURLWithPath: path).lastPathComponent
  }

  /// One of the packages below `Examples`.
  static func example(_ name: String) -> Fixture {
    Fixture(path: "Examples/\(name)")
  }

  /// The package of `Tests/Fixtures` whose specs run in every host.
  static let everyHost = Fixture(
    path: Tool.repository.appendingPathComponent("Tests/Fixtures/EveryHost").path)

  /// The package of `Tests/Fixtures` whose specs run in workers, and end them. A run selects one of its modules.
  static let workers = Fixture(
    path: Tool.repository.appendingPathComponent("Tests/Fixtures/Workers").path)

  /// A package of this process that depends on this one and holds `files` in one test target; with the source of a
  /// program, if it has one, which is named with `Program` behind it. In a folder that is given, what is as it should be
  /// stays, and is not built again.
  static func temporary(
    named name: String = "Corner", files: [String: String], library: Bool = true,
    program: String? = nil, in folder: URL? = nil
  ) throws -> Fixture {
    let folder = try folder ?? temporaryFolder()
    let dependency =
      library ? "dependencies: [.product(name: \"Exemplar\", package: \"exemplar\")]" : ""
    let manifest = """
      // swift-tools-version: 6.1
      import PackageDescription
      let package = Package(
        name: "\(name)",
        dependencies: [.package(name: "exemplar", path: "\(Tool.repository.path)")],
        targets: [
          .testTarget(name: "\(name)Specs"\(library ? ", " : "")\(dependency)),
          \(program == nil ? "" : ".executableTarget(name: \"\(name)Program\", \(dependency)),")
        ]
      )
      """
    var texts = ["Package.swift": manifest]
    texts["Sources/\(name)Program/Program.swift"] = program
    for (file, text) in files { texts["Tests/\(name)Specs/\(file)"] = text }
    for (path, text) in texts
    where FileManager.default.contents(atPath: folder.path + "/" + path) != Data(text.utf8) {
      try folder.write(text, to: path)
    }
    return Fixture(path: folder.path, name: name)
  }

  /// A package of which all tests that name it use the same, and which none of them changes: it is built once.
  static func shared(
    named name: String, files: [String: String], program: String? = nil
  ) throws -> Fixture {
    try temporary(
      named: name, files: files, program: program, in: Tool.folder.appendingPathComponent(name))
  }

  /// Where examples and fixtures are built: one folder for all, so that Exemplar is built once.
  static let scratch =
    ProcessInfo.processInfo.environment["EXEMPLAR_TEST_SCRATCH"]
    ?? Tool.repository.appendingPathComponent(".build-examples").path

  /// Without the last one, the plan of the package that was built there before may be taken for the
  /// plan of this one.
  static let buildOptions = ["--scratch-path", scratch, "--disable-build-manifest-caching"]

  /// The same for a shell.
  static var shellOptions: String { buildOptions.map { "'\($0)'" }.joined(separator: " ") }

  /// Runs `exemplar test` on the package, and shows what examples print.
  func test(_ arguments: [String] = [], environment: [String: String] = [:]) async throws
    -> Tool.Result
  {
    try await exemplar(
      "test", arguments,
      environment: environment.merging(["EXEMPLAR_SHOW_OUTPUT": "always"]) { first, _ in first })
  }

  /// Runs `exemplar check` on files, for the outlines of the package.
  func check(_ files: [String]) async throws -> Tool.Result { try await exemplar("check", files) }

  /// The variables of a tool that does not build again what is built.
  var toolEnvironment: [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let answers = Tool.folder.appendingPathComponent("answers/\(name)-\(sources.hashValue)").path
    return ["PATH": Self.standIn + ":" + path].merging(isBuilt ? ["PREBUILT": answers] : [:]) { $1 }
  }

  /// Runs the tool on the package.
  func exemplar(
    _ command: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) async throws -> Tool.Result {
    try requireSuite()
    let result = try await Tool.exemplar(
      [command, "--package-path", path] + arguments + ["--"] + Self.buildOptions,
      environment: environment.merging(toolEnvironment) { $1 })
    if command == "test", result.output.contains("\nRunning ") {
      Self.built.withLock { $0[name] = sources }
    }
    return result
  }

  /// Runs `swift test` on the package.
  func swiftTest(
    _ arguments: [String] = [], environment: [String: String] = [:]
  ) async throws -> Tool.Result {
    if isBuilt { return try await swift(["test", "--skip-build"] + arguments, environment) }
    let result = try await swift(["test"] + arguments, environment)
    if result.everything.contains("Build complete!") { Self.built.withLock { $0[name] = sources } }
    return result
  }

  /// Runs the built specs in Swift Testing, without `swift test`, which takes seconds to start them.
  func swiftTesting(
    _ arguments: [String] = [], environment: [String: String] = [:]
  ) async throws -> Tool.Result {
    try await Tool.run(
      Self.program("\(name)PackageTests.xctest"),
      ["--testing-library", "swift-testing"] + arguments,
      in: Tool.repository, environment: environment)
  }

  /// Builds the package with its tests, unless it is built.
  func build() async throws {
    if isBuilt { return }
    let result = try await swift(["build", "--build-tests"], [:])
    try #require(result.status == 0, "\(result.everything)")
    Self.built.withLock { $0[name] = sources }
  }

  /// Fails a test that runs a package for which another suite alone may record runs.
  private func requireSuite() throws {
    let isShared = [Self.workers.path, Self.everyHost.path].contains(path)
    let test = Test.current.map { "\($0.id)" } ?? ""
    try #require(
      !(isShared && test.contains(".PackageTests/")),
      "Runs of \(name) belong to FixturePackageTests.")
  }

  /// Starts `exemplar test` on the package, and does not wait for it.
  func start(_ arguments: [String], environment: [String: String]) throws -> Process {
    try requireSuite()
    return try Tool.start(
      products.appendingPathComponent("exemplar"),
      ["test"] + arguments + ["--package-path", path, "--"] + Self.buildOptions,
      environment: toolEnvironment.merging(environment) { $1 })
  }

  /// The folder of the program that the tool starts as `swift`.
  private static let standIn =
    Tool.repository.appendingPathComponent("Tests/Fixtures/bin").path

  /// The sources that were built last of each package, by its name, with their modification dates. They need no further
  /// build: others have programs of other names.
  private static let built = Locked<[String: [String: Date]]>([:])

  private var isBuilt: Bool { Self.built.withLock { $0[name] } == sources }

  private var sources: [String: Date] {
    let folder = URL(fileURLWithPath: path, relativeTo: Tool.repository)
    let files = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: [.contentModificationDateKey],
      options: .skipsHiddenFiles)
    var sources: [String: Date] = [:]
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      let values = try? file.resourceValues(forKeys: [.contentModificationDateKey])
      sources[file.path] = values?.contentModificationDate
    }
    return sources
  }

  /// Where a program of the package is built.
  static func program(_ name: String) -> URL {
    URL(fileURLWithPath: scratch).appendingPathComponent("debug/\(name)")
  }

  private func swift(
    _ arguments: [String], _ environment: [String: String]
  ) async throws -> Tool.Result {
    try await Tool.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["swift"] + arguments + ["--package-path", path] + Self.buildOptions,
      in: Tool.repository, environment: environment)
  }
}

extension Tool.Result {
  /// Expects a status, counts, and parts of both outputs; shows everything that was printed otherwise.
  func expect(
    _ status: Int32? = nil, counts: String? = nil, prints output: String..., errors: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isWrong = status.map { $0 != self.status } ?? false
    expect(
      counts, output, errors,
      isWrong ? ["has the status \(self.status), not \(status ?? 0)"] : [], sourceLocation)
  }

  /// Expects a status that is not 0, counts, and parts of both outputs.
  func expectFailure(
    counts: String? = nil, prints output: String..., errors: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(counts, output, errors, status == 0 ? ["has the status 0"] : [], sourceLocation)
  }

  private func expect(
    _ counts: String?, _ output: [String], _ errors: [String], _ mistakes: [String],
    _ sourceLocation: SourceLocation
  ) {
    var missing = output.filter { !self.output.contains($0) }.map { "does not print “\($0)”" }
    missing += errors.filter { !self.errors.contains($0) }.map {
      "does not print the error “\($0)”"
    }
    missing += mistakes
    if let counts, counts != self.counts {
      missing.append("counts \(self.counts ?? "nothing"), not \(counts)")
    }
    if missing.isEmpty { return }
    Testing.Issue.record(
      "It \(missing.joined(separator: ", ")):\n\(everything)", sourceLocation: sourceLocation)
  }

  /// The output without what differs from run to run and from machine to machine.
  var normalized: String {
    output
      .replacing(products.path + "/exemplar ", with: "swift run exemplar ")
      .replacing(Fixture.scratch, with: "SCRATCH")
      .replacing(Tool.repository.path + "/", with: "")
      .replacing(#/ -- --scratch-path \S+ --disable-build-manifest-caching/#, with: "")
      .replacing(#/(SCRATCH|\.build-examples)\/[^ \n]*?\/(?=\w+\.resources)/#, with: "BUILD/")
      .replacing(#/ [0-9a-f]{8} --failure /#, with: " RUN --failure ")
      .replacing(#/· (under 1 ms|[0-9.]+ s|[0-9]+ min [0-9]+ s)/#, with: "· TIME")
      .replacing(#/(?m) ([0-9.]+ s|[0-9]+ min [0-9]+ s)$/#, with: "")
      .replacing(#/BUILD\/\w+\.resources(?=\n)/#, with: "RESOURCES")
      // Only a run with several processes that knows earlier durations says so.
      .replacing(", specs of 1 s and more first", with: "")
  }

  /// The lines that XCTest logs of one of its suites, without times.
  func xctestLog(of suite: String) -> String {
    let lines = output.split(separator: "\n")
      .drop { !$0.hasPrefix("Test Suite '\(suite)' started") }
    let end = lines.firstIndex {
      $0.hasPrefix("Test Suite '\(suite)' ") && !$0.contains("started")
    }
    return lines.prefix(through: end.map { $0 + 1 } ?? lines.index(before: lines.endIndex))
      .joined(separator: "\n")
      .replacing(#/ at \d{4}-\d\d-\d\d [0-9:.]+/#, with: "")
      .replacing(#/ \([0-9.]+ seconds\)/#, with: "")
      .replacing(#/ in [0-9.]+ \([0-9.]+\) seconds/#, with: "")
      .replacing(#/, seed \d+/#, with: "")
      .replacing(#/\S*\/(?=\w+\.(swift|json|plist))/#, with: "")
  }

  /// The text of both outputs.
  var everything: String { output + errors }

  /// What was printed by code under test: the lines that begin with `~ `.
  var marks: [String] {
    output.split(separator: "\n").filter { $0.hasPrefix("~ ") }.map { String($0.dropFirst(2)) }
  }

  /// The last line that counts examples.
  var counts: String? {
    output.matches(of: #/\d+ (examples?|tests?|examples? and tests): [^·]*/#).last.map {
      String($0.output.0)
    }
  }
}
