import Foundation
import Mutation
import Testing

/// The mutants of a file with code of many forms, in a program that is compiled once, beside one program that has each
/// of them as a person would have made it.
@Suite struct SubjectTests {
  private static let source = try! String(
    contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Subject/Subject.swift"), encoding: .utf8)
  private static let lines = source.components(separatedBy: "\n")
  private static let plan = MutationPlan(
    files: [MutableFile(path: "Subject.swift", text: source)], MutantSelection())

  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("exemplar-mutate-tests-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// What a process has printed, and how it ended.
  struct Ending: Equatable {
    var output: String
    var isSuccess: Bool
  }

  private func run(
    _ program: String, _ arguments: [String], _ variables: [String: String] = [:]
  ) throws -> Ending {
    let process = Process()
    let pipe = Pipe()
    // Some mutants never end.
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      [
        "-c",
        program.hasPrefix(folder.path) ? "ulimit -t 2; exec \"$0\" \"$@\"" : "exec \"$0\" \"$@\"",
        program,
      ]
      + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    process.environment?["SWIFT_BACKTRACE"] = "enable=no"
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = String(
      decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return Ending(
      output: output,
      isSuccess: process.terminationReason == .exit && process.terminationStatus == 0)
  }

  /// Compiles files of a program, each with its text. Returns the path of the program.
  private func compile(_ files: [String: String], _ name: String, _ options: [String] = []) throws
    -> String
  {
    let program = folder.appendingPathComponent(name).path
    let paths = try files.map { path, text in
      let file = folder.appendingPathComponent("\(name)-\(path)")
      let isMain = path == "main.swift"
      let place = isMain ? folder.appendingPathComponent(name + "-main/main.swift") : file
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: place, atomically: true, encoding: .utf8)
      return place.path
    }
    let output = folder.appendingPathComponent("\(name).txt").path
    let command =
      (["swiftc", "-Onone", "-wmo", "-module-name", name, "-o", program] + options + paths)
      .map { "'\($0)'" }.joined(separator: " ")
    let result = try run("/bin/sh", ["-c", "\(command) > '\(output)' 2>&1"])
    try #require(
      result.isSuccess, "\((try? String(contentsOfFile: output, encoding: .utf8)) ?? "")")
    return program
  }

  /// The subject with another name.
  private static func renamed(_ text: String, _ suffix: String) -> String {
    text.replacing("struct Subject ", with: "struct Subject\(suffix) ")
      .replacing("Subject()", with: "Subject\(suffix)()")
  }

  /// The source as a person would change it. A binding of `nil` needs a type, and a closure its parameter.
  private static func edited(_ mutant: Mutant) -> String {
    var mutant = mutant
    if mutant.mutator == MutationOperator.binding.rawValue {
      if mutant.original.isEmpty {
        mutant.replacement = " = Int?.none"
      } else {
        mutant.replacement = "(false ? \(mutant.original) : nil)"
      }
    }
    if mutant.mutator == MutationOperator.condition.rawValue, mutant.original.contains("$0") {
      let isTrue = mutant.replacement == "true"
      mutant.replacement = "(\(isTrue) \(isTrue ? "||" : "&&") (\(mutant.original)))"
    }
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(\.utf8.count)
    func offset(_ line: Int, _ column: Int) -> Int {
      lines[..<(line - 1)].reduce(0) { $0 + $1 + 1 } + column - 1
    }
    var bytes = Array(source.utf8)
    bytes.replaceSubrange(
      offset(mutant.line, mutant.column)..<offset(mutant.endLine, mutant.endColumn),
      with: mutant.replacement.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let editsOfAProgram = 32

  /// Compiles the edits of mutants, each by hand, some to a program: the compiler needs less memory then, and both
  /// processors. The original is number 0.
  private func programs(ofEdits mutants: [Mutant]) async throws -> [String] {
    let starts = Array(stride(from: 0, to: mutants.count, by: Self.editsOfAProgram))
    return try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for (program, start) in starts.enumerated() {
        let mutants = mutants[start...].prefix(Self.editsOfAProgram)
        group.addTask {
          var files = ["Original.swift": Self.renamed(Self.source, "0")]
          for mutant in mutants {
            files["Edit\(mutant.number).swift"] = Self.renamed(
              Self.edited(mutant), "\(mutant.number)")
          }
          files["main.swift"] =
            "switch CommandLine.arguments[1] {\n"
            + ([0] + mutants.map(\.number)).map {
              "case \"\($0)\": print(Subject\($0).outcome())\n"
            }.joined() + "default: break\n}\n"
          return (program, try compile(files, "Edited\(program)", ["-suppress-warnings"]))
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        .sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// Each mutant behaves as the edit, and records that it is reached; without one, the program does as the original.
  @Test func eachMutantBehavesAsTheEdit() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(Self.plan.mutants.count >= 400, "\(Self.plan.mutants.count)")
    // Each edit is a copy of the source, so all of them take minutes to compile.
    let isSlow = ProcessInfo.processInfo.environment["EXEMPLAR_SLOW_TESTS"] != nil
    let mutants = Self.plan.mutants.filter { isSlow || $0.number % 7 == 1 }
    let programs = try await programs(ofEdits: mutants)
    // Other mutants in the program change nothing, whichever they are.
    var random = SystemRandomNumberGenerator()
    var files = ["Subject.swift": Self.plan.text(ofFile: 0), "Runtime.swift": MutantRuntime.text]
    for subset in 1...3 {
      var plan = Self.plan
      plan.drop(plan.mutants.map(\.number).filter { _ in Bool.random(using: &random) }, "left out")
      files["Subset\(subset).swift"] = Self.renamed(plan.text(ofFile: 0), "\(subset)")
    }
    files["main.swift"] = """
      switch CommandLine.arguments[1] {
      case "1": print(Subject1.outcome())
      case "2": print(Subject2.outcome())
      case "3": print(Subject3.outcome())
      default: print(Subject.outcome())
      }

      """
    let mutated = try compile(files, "Mutated", ["-swift-version", "6"])
    let original = try run(programs[0], ["0"])
    try #require(original.isSuccess)
    for subset in ["0", "1", "2", "3"] {
      let ending = try run(mutated, [subset])
      #expect(ending == original, "subset \(subset)")
    }
    let reached = folder.appendingPathComponent("reached")
    var noticed = 0
    for (index, mutant) in mutants.enumerated() {
      try Data(count: Self.plan.mutants.count + 1).write(to: reached)
      let hand = try run(programs[index / Self.editsOfAProgram], ["\(mutant.number)"])
      let ending = try run(
        mutated, ["0"],
        ["EXEMPLAR_MUTANT": "\(mutant.number)", "EXEMPLAR_MUTANTS_REACHED": reached.path])
      #expect(ending == hand, "\(mutant.listing(in: Self.lines))")
      if hand != original {
        noticed += 1
        let bytes = try Data(contentsOf: reached)
        #expect(bytes[mutant.number] == 1, "not reached: \(mutant.listing(in: Self.lines))")
      }
    }
    #expect(
      noticed * 3 >= mutants.count * 2, "\(noticed) of \(mutants.count) mutants change the outcome")
  }
}
