import Foundation
import TestSupport

/// The Swift compiler, which checks what a user may write against the modules that were built for these
/// tests.
struct Compiler {
  /// The working directory of the compiler, with its input.
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What the compiler says of `text`, as far as it has been checked when all errors are told that a build
  /// tells: some come only after types are checked.
  func diagnostics(
    of text: String, named name: String = "Specs.swift", options: [String] = []
  ) async throws -> [Diagnostic] {
    try folder.write(text, to: name)
    return Diagnostic.all(
      in: try await run(["-parse-as-library", "-emit-sil", "-o", "/dev/null", name] + options))
  }

  /// Builds a module that the other files can import.
  func makeModule(_ name: String, of text: String) async throws -> [Diagnostic] {
    try folder.write(text, to: "\(name).swift")
    return Diagnostic.all(
      in: try await run([
        "-parse-as-library", "-emit-module", "-module-name", name, "\(name).swift",
      ]))
  }

  /// Where the toolchain keeps the modules that manifests of packages import.
  func manifestModules() async throws -> String {
    let info = try await run(["-print-target-info"])
    let path = info.firstMatch(of: #/"runtimeResourcePath": "(.+)"/#)?.1
    guard let path else { throw CompilerFailure(output: info) }
    return "\(path)/pm/ManifestAPI"
  }

  /// The diagnostics of the compiler of Objective-C for `text`, after the declarations in a header.
  func diagnostics(ofObjectiveC text: String, header: String) async throws -> [Diagnostic] {
    let path = try folder.write(text, to: "Specs.m").path
    return Diagnostic.all(
      in: try await run(
        command: [
          "clang", "-target", "x86_64-apple-macosx13", "-fsyntax-only", "-fblocks", "-Wall",
          "-include", header, path,
        ]))
  }

  /// Runs the compiler, and returns its output.
  func run(_ arguments: [String]) async throws -> String {
    try await run(command: ["swiftc"] + Self.options + ["-I", folder.path] + arguments)
  }

  private func run(command: [String]) async throws -> String {
    let result = try await runProcess(command, in: folder.url)
    // It must not pass for code without errors that the compiler crashed, or is not there.
    if result.status != 0, Diagnostic.all(in: result.output).isEmpty {
      throw CompilerFailure(output: "\(result)")
    }
    return result.output
  }

  struct CompilerFailure: Error { var output: String }

  /// How users of the built modules compile.
  private static let options: [String] = {
    // A package's dependencies are beside the folder of the products, whose name is a platform's.
    let checkouts = products.resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("checkouts")
    let maps = ["ExemplarRuntime", "ExemplarMemory", "ExemplarPage"].flatMap { module in
      [
        "-Xcc",
        "-fmodule-map-file="
          + products.appendingPathComponent("\(module).build/module.modulemap").path,
      ]
    }
    return [
      "-swift-version", "6", "-suppress-remarks",
      "-I", products.appendingPathComponent("Modules").path,
      "-I", checkouts.appendingPathComponent("Yams/Sources/CYaml/include").path,
    ] + maps + [
      "-load-plugin-executable",
      products.appendingPathComponent("ExemplarMacros-tool").path + "#ExemplarMacros",
    ]
  }()
}

/// A diagnostic.
struct Diagnostic: CustomStringConvertible {
  var file: String
  var line: Int
  var isError: Bool
  var message: String

  var description: String { "\(line): \(isError ? "error" : "warning"): \(message)" }

  /// Those in what the compiler printed, each once, in the order of their lines.
  static func all(in output: String) -> [Diagnostic] {
    // Errors in the expansion of a macro are at the location of the macro.
    let pattern =
      #/(?m)^(.+):(\d+):\d+: (error|warning): (.*)(?:\n`- (.+):(\d+):\d+: note: expanded code .*)?/#
    var told: Set<String> = []
    return output.matches(of: pattern)
      .filter { told.insert(String($0.0)).inserted }
      .map { match in
        // Parts that were copied from a file state it.
        let isOfMacro = match.1.hasPrefix("macro expansion")
        return Diagnostic(
          file: URL(fileURLWithPath: String(isOfMacro ? match.5 ?? match.1 : match.1))
            .lastPathComponent,
          line: Int(isOfMacro ? match.6 ?? match.2 : match.2) ?? 0, isError: match.3 == "error",
          // The name of a group of diagnostics is for those who want to read more.
          message: String(match.4.replacing(#/ \[#[A-Za-z-]+\]$/#, with: "")))
      }
      .sorted { $0.line < $1.line }
  }
}
