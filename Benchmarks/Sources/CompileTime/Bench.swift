import Foundation
import SwiftCompiler

/// The compiler with the modules that were built.
struct Bench {
  let products: URL
  /// Of so many the least counts. All texts of a table are tried in turn, so that what else the machine does
  /// falls on all of them.
  let tries: Int

  /// The time to check a text, and the output of the compiler.
  struct Cost {
    var seconds: Double
    /// The scopes of the constraint solver, which are the same in every run.
    var steps: Int
    var output: String
    var isSuccess: Bool
  }

  /// The seconds above which a measurement is not repeated.
  private static let long = 2.0
  /// Seconds after which a check is ended.
  static let limit = 8

  func check(_ texts: [String]) throws -> [Cost] {
    try least(of: texts) {
      try run($0, ["-typecheck"], limit: Self.limit)
    } by: {
      $0.seconds < $1.seconds
    } unless: {
      $0.seconds > Self.long
    }
  }

  /// The time to make an object file without optimization, as for tests.
  func compile(_ texts: [String]) throws -> [Cost] {
    try least(of: texts) { text in
      let cost = try run(text, ["-c", "-Onone", "-g", "-o", "Specs.o"])
      guard cost.isSuccess else {
        print(cost.output)
        exit(1)
      }
      return cost
    } by: {
      $0.seconds < $1.seconds
    } unless: { _ in
      false
    }
  }

  func version() throws -> String {
    let compiler = try SwiftCompiler([])
    defer { compiler.remove() }
    // The output of --version goes to the standard output; messages go to the standard error.
    let output = try compiler.run(["-v"]).output
    return output.firstMatch(of: #/Swift version [0-9.]+/#).map { String($0.0) } ?? "Swift"
  }

  private func least<Cost>(
    of texts: [String], _ cost: (String) throws -> Cost, by isLess: (Cost, Cost) -> Bool,
    unless isFinal: (Cost) -> Bool
  ) throws -> [Cost] {
    var costs = try texts.map(cost)
    for _ in 1..<tries {
      for (index, text) in texts.enumerated() where !isFinal(costs[index]) {
        let cost = try cost(text)
        if isLess(cost, costs[index]) { costs[index] = cost }
      }
    }
    return costs
  }

  private func run(_ text: String, _ arguments: [String], limit: Int? = nil) throws -> Cost {
    let checkouts = products.resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("checkouts")
    let compiler = try SwiftCompiler(
      [
        "-enable-testing", "-suppress-remarks",
        "-I", products.appendingPathComponent("Modules").path,
        "-I", checkouts.appendingPathComponent("Yams/Sources/CYaml/include").path,
        "-load-plugin-executable",
        products.appendingPathComponent("ExemplarMacros-tool").path + "#ExemplarMacros",
      ] + SwiftCompiler.moduleMaps(in: products))
    defer { compiler.remove() }
    try compiler.write(text, to: "Specs.swift")
    let outcome = try compiler.run(
      ["Specs.swift", "-stats-output-dir", compiler.folder.path] + arguments, limit: limit)
    return Cost(
      seconds: outcome.work, steps: try compiler.scopes(), output: outcome.output,
      isSuccess: outcome.isSuccess)
  }
}
