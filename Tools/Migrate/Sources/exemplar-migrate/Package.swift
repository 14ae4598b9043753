import Foundation
import Migration

/// A package whose tests can be built and run.
struct Package: Sendable {
  let folder: URL
  /// Options for `swift build` and `swift test`.
  let options: [String]

  /// A test target, with its Swift files relative to the package.
  struct TestTarget: Sendable {
    var name: String
    var files: [String]
  }

  /// The test targets, wherever their folders are.
  func testTargets() async throws -> [TestTarget] {
    struct Description: Decodable {
      struct Target: Decodable {
        var name: String
        var type: String
        var path: String
        var sources: [String]
      }
      var targets: [Target]
    }
    let output = try await swift(["package", "describe", "--type", "json"])
    let description = try JSONDecoder().decode(
      Description.self, from: Data(output.drop { $0 != "{" }.utf8))
    return description.targets.filter { $0.type == "test" }.map { target in
      TestTarget(
        name: target.name,
        files: target.sources.filter { $0.hasSuffix(".swift") }.map { "\(target.path)/\($0)" }
          .sorted())
    }
  }

  func text(of file: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
  }

  /// A copy in a temporary folder, without what was built.
  func copy() throws -> Package {
    let copy = FileManager.default.temporaryDirectory
      .appendingPathComponent("exemplar-migrate-\(UUID().uuidString)/\(folder.lastPathComponent)")
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name != ".git" && !name.hasPrefix(".build") {
      try FileManager.default.copyItem(
        at: folder.appendingPathComponent(name), to: copy.appendingPathComponent(name))
    }
    // Dependencies beside the package are beside the copy too.
    let siblings = folder.deletingLastPathComponent()
    for name in (try? FileManager.default.contentsOfDirectory(atPath: siblings.path)) ?? []
    where name != folder.lastPathComponent {
      try? FileManager.default.createSymbolicLink(
        at: copy.deletingLastPathComponent().appendingPathComponent(name),
        withDestinationURL: siblings.appendingPathComponent(name))
    }
    return Package(folder: copy, options: options)
  }

  /// Adds Exemplar to the manifest, for test targets.
  func addDependency(on library: URL, targets: Set<String>) async throws {
    let name = library.lastPathComponent.lowercased()
    if let text = ManifestEditor(try text(of: "Package.swift")).adding(
      package: library.path, product: "Exemplar", of: name, to: targets)
    {
      return try text.write(
        to: folder.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
    }
    // A manifest whose lists are not written as literals.
    try await swift(["package", "add-dependency", library.path, "--type", "path"])
    for target in targets.sorted() {
      try await swift(["package", "add-target-dependency", "Exemplar", target, "--package", name])
    }
  }

  @discardableResult
  private func swift(_ arguments: [String]) async throws -> String {
    let result = try await Command.run(["swift"] + arguments, in: folder)
    guard result.status == 0 else {
      throw Problem(
        "swift \(arguments.joined(separator: " ")) failed:\n\(BuildErrors(in: result.output).text)")
    }
    return result.output
  }

  /// Builds the tests.
  func build() async throws -> (output: String, status: Int32) {
    try await Command.run(["swift", "build", "--build-tests"] + options, in: folder)
  }

  /// Runs all tests, and returns the outcome of each by its name.
  func outcomes() async throws -> Outcomes {
    let stream = FileManager.default.temporaryDirectory
      .appendingPathComponent("exemplar-migrate-\(UUID().uuidString).jsonl")
    let events = FileManager.default.temporaryDirectory
      .appendingPathComponent("exemplar-migrate-\(UUID().uuidString).events.jsonl")
    defer {
      try? FileManager.default.removeItem(at: stream)
      try? FileManager.default.removeItem(at: events)
    }
    let result = try await Command.run(
      ["swift", "test"] + options + [
        "--event-stream-output-path", stream.path, "--event-stream-version", "6.3",
      ],
      in: folder,
      environment: ["EXEMPLAR_REPORT": "json=\(events.path)", "EXEMPLAR_ORDER": "defined"])
    var outcomes = Outcomes()
    outcomes.add(logOfXCTest: result.output)
    outcomes.add(streamOfSwiftTesting: (try? String(contentsOf: stream, encoding: .utf8)) ?? "")
    outcomes.add(eventsOfExemplar: (try? String(contentsOf: events, encoding: .utf8)) ?? "")
    guard !outcomes.all.isEmpty else {
      throw Problem("swift test ran no test:\n\(BuildErrors(in: result.output).text)")
    }
    return outcomes
  }
}

struct Problem: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

/// Processes.
enum Command {
  /// Runs a command that the shell would find. Returns what it printed, errors included, and its status.
  static func run(
    _ command: [String], in folder: URL, environment: [String: String] = [:]
  ) async throws -> (output: String, status: Int32) {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "exemplar-migrate-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let handle = try FileHandle(forWritingTo: file)
    process.standardOutput = handle
    process.standardError = handle
    process.standardInput = FileHandle.nullDevice
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
    return (String(decoding: try Data(contentsOf: file), as: UTF8.self), process.terminationStatus)
  }
}
