import Foundation

/// The Swift compiler, run on one file.
struct Compiler {
  /// What one file costs.
  struct Cost {
    /// How many partial solutions the type checker tried.
    var scopes: Int
    /// Seconds of work to check the file, without and with making code of it.
    var checking: Double
    var compiling: Double
    /// Seconds to check the function that took longest.
    var longestBody: Double
  }

  private let folder: URL

  static func cost(of text: String) throws -> Cost {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("inclusion-cost-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try text.write(
      to: folder.appendingPathComponent("Shelves.swift"), atomically: true, encoding: .utf8)
    let compiler = Compiler(folder: folder)
    let check = try compiler.run([
      "-typecheck", "-stats-output-dir", folder.path, "-Xfrontend", "-warn-long-function-bodies=1",
    ])
    let times = check.output.matches(of: #/took (\d+)ms to type-check/#).compactMap { Double($0.1) }
    return Cost(
      scopes: try compiler.scopes(), checking: check.work,
      compiling: try compiler.run(["-c", "-o", "/dev/null"]).work,
      longestBody: (times.max() ?? 0) / 1000)
  }

  /// What the compiler has counted.
  private func scopes() throws -> Int {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    var scopes = 0
    for file in files where file.hasPrefix("stats-") {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      let match = text.firstMatch(of: #/"Sema\.NumConstraintScopes": (\d+)/#)
      scopes += match.flatMap { Int($0.1) } ?? 0
    }
    return scopes
  }

  /// Runs the compiler on the file; its work in seconds, and what it said.
  private func run(_ arguments: [String]) throws -> (work: Double, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // The modules stand beside this program.
    let products = Bundle.main.bundleURL
    let modules = products.appendingPathComponent("Modules").path
    let sections = products.appendingPathComponent("ExemplarRuntime.build/module.modulemap").path
    process.arguments =
      [
        "swiftc", "-swift-version", "6", "-parse-as-library", "-I", modules, "-Xcc",
        "-fmodule-map-file=\(sections)", "Shelves.swift",
      ] + arguments
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardError = pipe
    let before = children
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      print(output)
      exit(1)
    }
    return (children - before, output)
  }

  /// The work of all processes that this one has waited for.
  private var children: Double {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_CHILDREN, &usage)
    #else
      getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    #endif
    return usage.ru_utime.seconds + usage.ru_stime.seconds
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1_000_000 }
}
