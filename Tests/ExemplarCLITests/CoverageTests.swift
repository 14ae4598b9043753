import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// The coverage of a program that was compiled for it, from the profiles of its processes.
@Suite(.serialized) struct CoverageTests {
  private static let source = """
    func sign(_ number: Int) -> Int {
      if number > 0 { return 1 }
      if number < 0 {
        return -1
      }
      return 0
    }
    let number = Int(CommandLine.arguments[1])!
    print(sign(number))
    precondition(number >= 0, "too low")
    """

  /// Runs the program with a number for each process, and returns what is reported, and why the run fails.
  private func coverage(
    _ coverage: Coverage = Coverage(), of numbers: [Int],
    after status: ExemplarCore.ExitStatus = .fine, hasSources: Bool = true, isLinked: Bool = true,
    change: (URL) throws -> Void = { _ in }
  ) async throws -> (text: String, warnings: [String], problem: String?) {
    let folder = try temporaryFolder()
    let file = try folder.write(Self.source, to: "main.swift")
    let program = folder.appendingPathComponent("program")
    let unlinked = try folder.write(Self.source, to: "unlinked.swift")
    let swift = try #require(SwiftProgram.current.url)
    try await Tool.run(
      swift.deletingLastPathComponent().appendingPathComponent("swiftc"),
      ["-profile-generate", "-profile-coverage-mapping", file.path, "-o", program.path]
        + Coverage.buildOptions([], packagePath: ".").filter { $0 != "-Xswiftc" }.drop {
          $0 != "-Xllvm"
        }.prefix(2), in: folder
    ).expect(0)
    let profiles = try coverage.begin()
    let path = try #require(getenv("LLVM_PROFILE_FILE").map { String(cString: $0) })
    unsetenv("LLVM_PROFILE_FILE")
    for number in numbers {
      let result = try await Tool.run(
        program, ["\(number)"], in: folder,
        environment: ["LLVM_PROFILE_FILE": path, "SWIFT_BACKTRACE": "enable=no"])
      expect(result.status == 0, equals: number >= 0)
    }
    try change(profiles.url)
    let text = Locked("")
    let warnings = Locked([String]())
    let problem = await coverage.report(
      profiles, of: [program], sources: hasSources ? [isLinked ? file.path : unlinked.path] : [],
      after: status,
      print: { part in text.withLock { $0 += part } },
      warn: { warning in warnings.withLock { $0.append(warning) } })
    #expect(!FileManager.default.fileExists(atPath: profiles.url.path))
    return (text.withLock { $0 }, warnings.withLock { $0 }, problem)
  }

  @Test func `all processes count, and one that crashes too`() async throws {
    let one = try await coverage(of: [3])
    #expect(one.text.contains("\nCoverage\n\n   58.3 % of 12 lines  "), "\(one.text)")
    #expect(one.text.hasSuffix("   58.3 % of 12 lines  in all files\n"))
    let two = try await coverage(of: [3, 0, -4])
    expect(one.warnings + two.warnings, equals: [])
    expect([one.problem, two.problem], equals: [nil, nil])
    #expect(two.text.hasSuffix("  100.0 % of 12 lines  in all files\n"), "\(two.text)")
  }

  @Test func `a damaged profile is left out, and the rest counts`() async throws {
    let result = try await coverage(of: [3]) { profiles in
      let names = try FileManager.default.contentsOfDirectory(atPath: profiles.path)
      let name = try #require(names.first { $0.hasSuffix(".profraw") })
      let data = try Data(contentsOf: profiles.appendingPathComponent(name))
      for (name, bytes) in [("0", Data()), ("1", data.prefix(100)), ("2", Data("no".utf8))] {
        try bytes.write(to: profiles.appendingPathComponent("\(name).profraw"))
      }
    }
    #expect(result.text.hasSuffix("   58.3 % of 12 lines  in all files\n"), "\(result.text)")
    expect(result.problem, equals: nil)
    // An empty one says nothing, and is left out without a warning.
    expect(result.warnings.count, equals: 2, "\(result.warnings)")
    #expect(result.warnings.allSatisfy { $0.hasPrefix("A profile of the coverage is left out: ") })
  }

  @Test func `without any profile, the run fails`() async throws {
    let result = try await coverage(of: [])
    #expect(result.text.isEmpty)
    let begin = "The coverage could not be reported. "
    expect(result.problem, equals: begin + "No process of the tests has written a profile.")
    let empty = try await coverage(of: [3], hasSources: false)
    expect(empty.problem, equals: begin + "The package has no sources apart from its tests.")
    let unlinked = try await coverage(Coverage(minimum: 0), of: [3], isLinked: false)
    expect(
      unlinked.problem,
      equals: begin
        + "The programs with the tests contain no line of the package's own targets. Let a test target depend on one of "
        + "them.")
    let interrupted = try await coverage(of: [], after: .interrupted)
    #expect(interrupted.text.isEmpty && interrupted.problem == nil)
  }

  @Test(
    arguments: [
      (58.3, nil), (58.4, "58.4"), (100, "100"), (0, nil),
    ] as [(Double, String?)])
  func `below the minimum, the run fails`(minimum: Double, shown: String?) async throws {
    let result = try await coverage(Coverage(minimum: minimum), of: [3])
    let problem = shown.map {
      "58.3 % of the lines are covered, which is less than --coverage-minimum \($0)."
    }
    expect(result.problem, equals: problem)
    #expect(result.text.hasSuffix("   58.3 % of 12 lines  in all files\n"))
  }

  @Test func `reports are those of llvm-cov`() async throws {
    let folder = try temporaryFolder()
    let paths = ["lcov", "json"].map { folder.appendingPathComponent($0).path }
    let result = try await coverage(Coverage(lcov: paths[0], json: paths[1]), of: [-1])
    expect(result.problem, equals: nil)
    let lcov = try String(contentsOfFile: paths[0], encoding: .utf8)
    #expect(lcov.contains("DA:4,1\n") && lcov.contains("DA:6,0\n"), "\(lcov)")
    let json = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: paths[1])))
    expect((json as? [String: Any])?["type"] as? String, equals: "llvm.coverage.json.export")
    let missing = Coverage(lcov: folder.appendingPathComponent("no/lcov").path)
    #expect(
      try await coverage(missing, of: [-1]).problem?.contains("/no/lcov cannot be written") == true)
  }

  /// Files of an earlier run are not mistaken for those of a run that did not begin.
  @Test(arguments: [[], ["--baseline", "junk.exemplar"]])
  func `old reports are removed first`(more: [String]) async throws {
    let folder = try temporaryFolder()
    let reports = ["lcov", "json", "summary.json"]
    for name in ["Package.swift", "junk.exemplar"] + reports { try folder.write("old", to: name) }
    try await Tool.exemplar(
      ["test", "--coverage-lcov", "lcov", "--coverage-json", "json", "--report", "summary"] + more,
      in: folder
    ).expect(2)
    let left = reports.filter {
      FileManager.default.contents(atPath: folder.path + "/" + $0) == Data("old".utf8)
    }
    expect(left, equals: [])
  }
}

extension PackageTests {
  /// Line for line, in several processes as in one. Everything is compiled with coverage for it, swift-syntax too.
  @Test(.enabled(if: soaks, "EXEMPLAR_SOAK=1 enables it")) func coverageIsThatOfSwiftTest()
    async throws
  {
    let bookshop = Fixture.example("Bookshop")
    let json = try temporaryFolder().path + "/coverage.json"
    let result = try await Tool.exemplar(
      ["test", "--package-path", bookshop.path, "--jobs", "3", "--coverage-minimum", "100"]
        + ["--coverage-json", json, "--"] + Fixture.buildOptions)
    result.expect(1, errors: "which is less than --coverage-minimum 100.")
    #expect(result.output.contains(#/\n +\d+\.\d % of \d+ lines  in all files\n/#))
    #expect(!result.output.contains("BookshopSpecs/"))
    let ours = try Self.lines(in: json)
    expect(ours.count, equals: 11)

    let options = Coverage.buildOptions(Fixture.buildOptions, packagePath: bookshop.path)
    func swiftTest(_ arguments: [String]) async throws -> Tool.Result {
      try await Tool.run(
        URL(fileURLWithPath: "/usr/bin/env"),
        ["swift", "test", "--package-path", bookshop.path] + options + arguments,
        in: Tool.repository)
    }
    try await swiftTest([]).expect(0)
    let shown = try await swiftTest(["--show-codecov-path"])
    let path = try #require(shown.output.split(separator: "\n").last.map(String.init))
    let theirs = try Self.lines(in: path).filter { ours[$0.key] != nil }
    expect(ours, equals: theirs)
  }

  /// The segments of each file: where they begin, and whether they ran.
  private static func lines(in path: String) throws -> [String: [[Int]]] {
    struct Export: Decodable {
      struct Data: Decodable { var files: [File] }
      struct File: Decodable {
        var filename: String
        var segments: [Segment]
      }
      struct Segment: Decodable {
        var numbers: [Int]

        init(from decoder: any Decoder) throws {
          var list = try decoder.unkeyedContainer()
          let (line, column) = (try list.decode(Int.self), try list.decode(Int.self))
          let count = try list.decode(Int.self)
          numbers = [line, column, count > 0 ? 1 : 0, try list.decode(Bool.self) ? 1 : 0]
        }
      }
      var data: [Data]
    }
    let export = try JSONDecoder().decode(
      Export.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    return Dictionary(
      uniqueKeysWithValues: export.data[0].files.map { ($0.filename, $0.segments.map(\.numbers)) })
  }
}
