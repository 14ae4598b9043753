import ExemplarCore
import Foundation
import Subprocess

/// Builds the tests of a package and finds the program that holds them.
struct PackageBuild {
  let packagePath: String
  /// What `swift build` gets beside our own options.
  let arguments: [String]
  let terminal: Terminal

  /// Builds, and returns the program. Prints what is wrong and throws the status otherwise.
  func testProgram() async throws -> URL {
    try requirePackage()
    if terminal.isLive {
      terminal.show("Building…")
    } else {
      terminal.print(
        "Building the tests of \(URL(fileURLWithPath: packagePath).lastPathComponent)…\n")
    }
    let (succeeded, output) = try await build()
    terminal.clear()
    if Interruption.isRequested { throw ExitStatus.interrupted }
    guard succeeded else {
      terminal.print(output)
      throw stop(
        "The tests of \(packagePath) do not build; the compiler's output is above."
          + (CollidingResources.advice(on: output).map { " \($0)" } ?? ""))
    }
    return try await locate()
  }

  /// Prints what is wrong and throws the status if there is no package.
  func requirePackage() throws {
    let manifest = URL(fileURLWithPath: packagePath).appendingPathComponent("Package.swift")
    if FileManager.default.fileExists(atPath: manifest.path) { return }
    throw stop(
      "There is no package at \(packagePath): it has no Package.swift. "
        + "Name the folder of a package with --package-path.")
  }

  /// The sources of the test targets. Tells if they cannot be listed, and returns `nil`.
  func testSources() async throws -> PackageSources? {
    if let description = try await ask(["package", "describe", "--type", "json"]),
      let sources = PackageSources(description: description)
    {
      return sources
    }
    Terminal.write(
      "warning: The sources of \(packagePath) could not be listed, so specs that nothing runs "
        + "were not looked for.\n", toError: true)
    return nil
  }

  private func locate() async throws -> URL {
    guard
      let path = try await ask(["build", "--show-bin-path"])?.split(separator: "\n").last
    else { throw stop("The folder of the built tests could not be found.") }
    let folder = URL(fileURLWithPath: String(path))
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var programs = entries.filter { $0.hasSuffix("PackageTests.xctest") }
    if programs.count > 1 {
      // Packages that share a scratch folder leave their tests side by side.
      let name = try await packageName()
      programs = programs.filter { $0 == "\(name)PackageTests.xctest" }
    }
    guard let program = programs.first else {
      terminal.print("The package at \(packagePath) has no tests, so there are no specs.\n")
      throw ExitStatus.nothingRan
    }
    let bundle = folder.appendingPathComponent(program)
    // On Apple systems, not verified here, the tests are a bundle around the program.
    let inner = bundle.appendingPathComponent(
      "Contents/MacOS/\(program.dropLast(".xctest".count))")
    return FileManager.default.fileExists(atPath: inner.path) ? inner : bundle
  }

  private func packageName() async throws -> String {
    struct Description: Decodable { var name: String }
    let json = try await ask(["package", "describe", "--type", "json"])?.drop { $0 != "{" }
    guard
      let description = try? JSONDecoder().decode(
        Description.self, from: Data((json ?? "").utf8))
    else { throw stop("The name of the package at \(packagePath) could not be read.") }
    return description.name
  }

  /// Builds and collects what is printed; the last line is shown live.
  private func build() async throws -> (succeeded: Bool, output: String) {
    let all = ["build", "--package-path", packagePath, "--build-tests"] + arguments
    do {
      defer { Interruption.forget() }
      let result = try await run(
        .name("swift"), arguments: Arguments(all), platformOptions: Self.ownGroup, input: .none,
        output: .sequence, error: .combinedWithOutput
      ) { execution in
        Interruption.note(buildGroup: execution.processIdentifier.value)
        var output = ""
        let lines = execution.standardOutput.strings(bufferingPolicy: .unbounded)
        for try await line in lines {
          output += line.hasSuffix("\n") ? line : line + "\n"
          if let text = line.split(separator: "\n").last { terminal.show("Building: \(text)") }
        }
        return output
      }
      return (result.terminationStatus.isSuccess, result.closureResult)
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

  /// Asks `swift` something about the package; `nil` if it has no answer.
  private func ask(_ command: [String]) async throws -> String? {
    let options = command[0] == "build" ? arguments : arguments.scratchPath
    let all = [command[0], "--package-path", packagePath] + options + command.dropFirst()
    do {
      if Interruption.isRequested { throw ExitStatus.interrupted }
      defer { Interruption.forget() }
      let result = try await run(
        .name("swift"), arguments: Arguments(all), platformOptions: Self.ownGroup, input: .none,
        output: .string(limit: 1 << 24), error: .discarded
      ) { execution in
        Interruption.note(buildGroup: execution.processIdentifier.value)
      }
      if Interruption.isRequested { throw ExitStatus.interrupted }
      return result.terminationStatus.isSuccess ? result.standardOutput : nil
    } catch let error as SubprocessError {
      throw stop("swift could not be started: \(error)")
    }
  }

  private func stop(_ message: String) -> ExitStatus {
    terminal.clear()
    Terminal.write("error: \(message)\n", toError: true)
    return .couldNotStart
  }
}

extension [String] {
  /// The scratch folder among options of `swift build`: other commands need it too.
  fileprivate var scratchPath: [String] {
    for (index, argument) in enumerated() {
      if argument.hasPrefix("--scratch-path=") { return [argument] }
      if argument == "--scratch-path", index + 1 < count { return [argument, self[index + 1]] }
    }
    return []
  }
}
