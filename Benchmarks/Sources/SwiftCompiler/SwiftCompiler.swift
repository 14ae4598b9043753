import Foundation

/// The Swift compiler, run on files of a folder of its own.
public struct SwiftCompiler {
  /// The output and the cost of one run.
  public struct Outcome {
    /// Seconds of work of all its threads and processes.
    public var work: Double
    public var output: String
    public var isSuccess: Bool
  }

  private let options: [String]
  public let folder: URL

  /// The options that lead to the modules in C which those of the library import.
  public static func moduleMaps(in products: URL) -> [String] {
    ["ExemplarRuntime", "ExemplarMemory", "ExemplarPage"].flatMap { module in
      let map = products.appendingPathComponent("\(module).build/module.modulemap").path
      return ["-Xcc", "-fmodule-map-file=\(map)"]
    }
  }

  /// - Parameter options: What every run gets, beside the language mode.
  public init(_ options: [String]) throws {
    self.options = options
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("swift-compiler-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  public func remove() { try? FileManager.default.removeItem(at: folder) }

  public func write(_ text: String, to name: String) throws {
    try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
  }

  /// - Parameter limit: After so many seconds of work a process of the compiler is ended.
  public func run(_ arguments: [String], limit: Int? = nil) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", (limit.map { "ulimit -t \($0); " } ?? "") + "exec \"$@\"", "sh"]
      + ["swiftc", "-swift-version", "6", "-parse-as-library"] + options + arguments
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    let before = Self.workOfChildren
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Outcome(
      work: Self.workOfChildren - before, output: output,
      isSuccess: process.terminationStatus == 0)
  }

  /// How many partial solutions the type checker tried, by the counts that `-stats-output-dir` left in
  /// the folder.
  public func scopes() throws -> Int {
    var scopes = 0
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where file.hasPrefix("stats-") {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      let match = text.firstMatch(of: #/"Sema\.NumConstraintScopes": (\d+)/#)
      scopes += match.flatMap { Int($0.1) } ?? 0
    }
    return scopes
  }

  /// The work of all processes that this one has waited for.
  private static var workOfChildren: Double {
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
