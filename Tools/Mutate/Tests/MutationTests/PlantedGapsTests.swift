import Foundation
import Testing

/// Rows that alone tell two operators apart are removed from a table, and the report names each gap.
struct PlantedGapsTests {
  /// The programs are built in one folder.
  private static let programs = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent()
  private static let repository = URL(fileURLWithPath: #filePath + "/../../../../..")
    .standardizedFileURL
  private static let operators = ["<", "<=", ">", ">="]
  private static let boundaries = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]

  /// The code of 20 comparisons, one in a line after the first.
  private static let code = """
    public enum Limits {
    \((0..<20).map { #"  static func check\#($0)(_ n: Int) -> Bool { n \#(operators[$0 % 4]) \#($0 * 10 + 5) }"# }.joined(separator: "\n"))
      public static func check(_ number: Int, _ n: Int) -> Bool { checks[number](n) }
      static let checks = [\((0..<20).map { "check\($0)" }.joined(separator: ", "))]
    }
    """

  private static func table(withLimits: Bool) -> String {
    var lines = ["name,number,n,holds"]
    for number in 0..<20 {
      for offset in withLimits ? [-1, 0, 1] : [-1, 1] {
        let holds = [offset < 0, offset <= 0, offset > 0, offset >= 0][number % 4]
        lines.append("\(number) at \(offset),\(number),\(number * 10 + 5 + offset),\(holds)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["EXEMPLAR_SLOW_TESTS"] != nil))
  func eachGapIsNamed() throws {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("gaps-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ text: String, to path: String) throws {
      let file = folder.appendingPathComponent("Gaps/\(path)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    try write(
      """
      // swift-tools-version: 6.1
      import PackageDescription
      let package = Package(
        name: "Gaps",
        dependencies: [.package(name: "exemplar", path: "\(Self.repository.path)")],
        targets: [
          .target(name: "Limits"),
          .testTarget(
            name: "LimitSpecs", dependencies: ["Limits", .product(name: "Exemplar", package: "exemplar")]),
        ])
      """, to: "Package.swift")
    try write(Self.code, to: "Sources/Limits/Limits.swift")
    try write(
      """
      import Exemplar
      import Limits
      @Spec("Limits") struct LimitSpec {
        @Example("hold", from: .csv("limits"))
        func hold(number: Int, n: Int, holds: Bool) { expect(Limits.check(number, n), equals: holds) }
      }
      """, to: "Tests/LimitSpecs/LimitSpec.swift")
    func run(_ options: [String]) throws -> String {
      let process = Process()
      process.executableURL = Self.programs.appendingPathComponent("exemplar-mutate")
      let scratch =
        ProcessInfo.processInfo.environment["EXEMPLAR_TEST_SCRATCH"]
        ?? Self.repository.appendingPathComponent(".build").path
      process.arguments =
        ["--package-path", folder.appendingPathComponent("Gaps").path] + options
        + ["--", "--scratch-path", scratch, "--disable-build-manifest-caching"]
      process.environment = ProcessInfo.processInfo.environment.merging([
        "EXEMPLAR_PROGRAM": Self.programs.appendingPathComponent("exemplar").path,
        "XDG_CACHE_HOME": folder.appendingPathComponent("cache").path,
      ]) { $1 }
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return output + "status \(process.terminationStatus)"
    }

    try write(Self.table(withLimits: true), to: "Tests/LimitSpecs/limits.csv")
    let complete = try run(["--operators", "EqualityOperator", "--minimum", "100"])
    #expect(complete.contains("PASSED · 40 mutants, 40 killed, score 100 %"), "\(complete)")
    #expect(!complete.contains("No row of"), "\(complete)")

    try write(Self.table(withLimits: false), to: "Tests/LimitSpecs/limits.csv")
    let gaps = try run(["--operators", "EqualityOperator", "--minimum", "51"])
    for number in 0..<20 {
      let name = Self.operators[number % 4]
      let sentence =
        "No row of limits.csv tells `\(name)` from `\(Self.boundaries[name] ?? "")` at Limits.swift:\(number + 2)."
      #expect(gaps.contains(sentence), "\(sentence)\n\(gaps)")
    }
    #expect(gaps.components(separatedBy: "No row of limits.csv").count == 21)
    #expect(
      gaps.contains("FAILED (status 1) · 40 mutants, 20 killed, 20 survived, score 50 %"), "\(gaps)"
    )
    #expect(gaps.hasSuffix("status 1"))
  }
}
