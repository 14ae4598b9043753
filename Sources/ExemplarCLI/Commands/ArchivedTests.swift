import ArgumentParser
import ExemplarCore
import ExemplarReports
import Foundation

/// The archive of a command, which is unpacked into a folder for temporary files when its tests are needed.
final class ArchivedTests: Sendable {
  let archive: Archive
  private let folder: WorkerFolder
  private let isUnpacked = Locked(false)
  private static let opened = Locked<[String: ArchivedTests]>([:])

  /// Opens an archive, once in this process, which runs tests of no other one. Throws ``UsageError`` if that is impossible.
  static func open(_ path: String) throws -> ArchivedTests {
    try opened.withLock { opened in
      if let tests = opened[path] { return tests }
      let tests = try ArchivedTests(path)
      opened[path] = tests
      return tests
    }
  }

  private init(_ path: String) throws {
    archive = try Archive(path)
    do {
      folder = try WorkerFolder()
    } catch {
      throw UsageError(
        "The archive \(path) cannot be unpacked: \(error.systemReason) Set TMPDIR to another folder."
      )
    }
    setenv(EnvironmentOption.root.rawValue, archive.moved(to: folder.url).text, 1)
    atexit { ArchivedTests.opened.withLock { $0.values.forEach { $0.folder.remove() } } }
  }

  /// The folder of the package. Prints what is wrong and ends this process if the archive cannot be unpacked.
  var package: String {
    unpack()
    return archive.package(in: folder.url)
  }

  var source: TestSource {
    unpack()
    return .archive(archive, in: folder.url)
  }

  private func unpack() {
    do {
      try isUnpacked.withLock { isUnpacked in
        if isUnpacked { return }
        try archive.unpack(into: folder.url)
        // The package may have no files that are read.
        try FileManager.default.createDirectory(
          atPath: archive.package(in: folder.url), withIntermediateDirectories: true)
        isUnpacked = true
      }
    } catch {
      Terminal.error(error)
      Conclusion.print(.couldNotStart, ofCommand: CommandLineParts.own.arguments)
      ExitStatus.couldNotStart.exit()
    }
  }

  /// Prints why the tests should not run here, and throws the status: if libraries are missing or others, and if the
  /// commit of this folder is another one, unless old tests are allowed.
  func check(allowingStale: Bool) async throws {
    unpack()
    let (manifest, programs) = (archive.manifest, archive.products(in: folder.url).programs)
    if let program = programs.first(where: { access($0.path, X_OK) != 0 }) {
      throw UsageError(
        "\(program.lastPathComponent) cannot be executed in \(folder.url.path): \(String(cString: strerror(errno))). Set "
          + "TMPDIR to another folder.")
    }
    let libraries = await LoadedLibraries(of: programs)
    if let problem = libraries.problem(expecting: manifest.libraries, manifest.toolchain) {
      throw UsageError(problem)
    }
    guard let built = manifest.commit?.prefix(40),
      let here = await RunFacts.commit(of: ".")?.prefix(40) ?? Self.commitOfJob, built != here
    else { return }
    let sentence =
      "The archive \(archive.path) is of the commit \(built.prefix(10)), and this is \(here.prefix(10))."
    if !allowingStale {
      throw UsageError(
        "\(sentence) Archive the tests of this one, or run them as they are with --stale.")
    }
    Terminal.warn(sentence)
  }

  /// The commit of a job of a CI system that has no sources.
  private static var commitOfJob: Substring? {
    let environment = ProcessInfo.processInfo.environment
    return ["GITHUB_SHA", "CI_COMMIT_SHA", "BUILDKITE_COMMIT"].lazy.compactMap { environment[$0] }
      .first { $0.count == 40 }?[...]
  }
}

/// Whether tests are built first.
struct PrebuiltArguments: ParsableArguments {
  @Flag(
    help: "Runs the tests as an earlier build has left them, unless the sources have changed since."
  )
  var skipBuild = false

  @Flag(help: "Runs them although the sources have changed; with --skip-build or --archive.")
  var stale = false

  var source: TestSource { skipBuild ? .earlierBuild(allowsStale: stale) : .build }

  /// Throws an error if they do not fit the other options.
  func validate(_ package: PackageArguments) throws {
    if skipBuild, package.archive != nil {
      throw ValidationError("Nothing is built with --archive. Leave --skip-build out.")
    }
    if stale, !skipBuild, package.archive == nil {
      throw ValidationError(
        "--stale allows old tests with --skip-build or --archive; a build is never old. Leave it out."
      )
    }
  }
}
