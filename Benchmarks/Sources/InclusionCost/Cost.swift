import Foundation
import SwiftCompiler

/// The cost of one file.
struct Cost {
  /// How many partial solutions the type checker tried.
  var scopes: Int
  /// Seconds of work to check the file, without and with making code of it.
  var checking: Double
  var compiling: Double
  /// Seconds to check the function that took longest.
  var longestBody: Double

  init(of text: String) throws {
    // The modules are beside this program.
    let products = Bundle.main.bundleURL
    let compiler = try SwiftCompiler(
      ["-I", products.appendingPathComponent("Modules").path]
        + SwiftCompiler.moduleMaps(in: products))
    defer { compiler.remove() }
    try compiler.write(text, to: "Shelves.swift")
    func run(_ arguments: [String]) throws -> SwiftCompiler.Outcome {
      let outcome = try compiler.run(["Shelves.swift"] + arguments)
      guard outcome.isSuccess else {
        print(outcome.output)
        exit(1)
      }
      return outcome
    }
    let check = try run([
      "-typecheck", "-stats-output-dir", compiler.folder.path, "-Xfrontend",
      "-warn-long-function-bodies=1",
    ])
    let times = check.output.matches(of: #/took (\d+)ms to type-check/#).compactMap { Double($0.1) }
    checking = check.work
    scopes = try compiler.scopes()
    compiling = try run(["-c", "-o", "/dev/null"]).work
    longestBody = (times.max() ?? 0) / 1000
  }
}
