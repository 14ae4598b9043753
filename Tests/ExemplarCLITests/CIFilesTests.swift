import Exemplar
import Foundation
import TestSupport
import Testing

/// The files for CI systems on the pages.
struct CIFilesTests {
  /// A CI system, with the variables of one of its four jobs.
  struct System: CustomTestStringConvertible {
    let path: String
    /// The variables of the job with a number from 1.
    let variables: @Sendable (Int) -> [String: String]
    var testDescription: String { path }

    static let all = [
      System(path: ".github/workflows/shards.yml") { _ in
        ["CI": "true", "GITHUB_ACTIONS": "true"]
      },
      System(path: ".gitlab-ci.yml") {
        ["CI": "true", "GITLAB_CI": "true", "CI_NODE_INDEX": "\($0)", "CI_NODE_TOTAL": "4"]
      },
      System(path: ".buildkite/pipeline.yml") {
        ["CI": "true", "BUILDKITE_PARALLEL_JOB": "\($0 - 1)", "BUILDKITE_PARALLEL_JOB_COUNT": "4"]
      },
      System(path: "specs.yml") { ["JOB_COMPLETION_INDEX": "\($0 - 1)"] },
    ]
  }

  /// The YAML of the files of a page, as values of JSON.
  static func files(of page: String) async throws -> [String: [Any]] {
    let files = try DocumentedBlock.all(in: page).compactMap { block -> (String, String)? in
      guard case .file(let path, let text) = block.content, path.hasSuffix(".yml") else {
        return nil
      }
      return (path, text)
    }
    let script =
      "import json, sys, yaml; print(json.dumps([list(yaml.safe_load_all(file)) for file in sys.argv[1:]]))"
    let parsed = try await Tool.run(
      URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-c", script] + files.map(\.1),
      in: Tool.repository)
    try #require(parsed.status == 0, "\(files.map(\.0)): \(parsed.errors)")
    let values = try JSONSerialization.jsonObject(with: Data(parsed.output.utf8))
    return Dictionary(
      zip(files.map(\.0), try #require(values as? [[Any]])), uniquingKeysWith: { $1 })
  }

  /// The commands of the tool in a file.
  static func commands(in value: Any) -> [String] {
    switch value {
    case let text as String: text.contains("swift run exemplar ") ? [text] : []
    case let list as [Any]: list.flatMap(commands)
    case let object as [String: Any]: object.sorted { $0.key < $1.key }.flatMap { commands(in: $1) }
    default: []
    }
  }

  @Test(arguments: ["RunningOnCI", "WhenOneMachineIsNotEnough", "BuildOnce"])
  func filesAreYAML(page: String) async throws {
    let files = try await Self.files(of: page)
    #expect(files.count >= 3)
    for (path, value) in files { #expect(!Self.commands(in: value).isEmpty, "\(path)") }
  }

  @Test func theJobOfKubernetesStatesItsCount() async throws {
    let files = try await Self.files(of: "WhenOneMachineIsNotEnough")
    let job = try #require(files["specs.yml"]?.first as? [String: Any])
    #expect(job["apiVersion"] as? String == "batch/v1" && job["kind"] as? String == "Job")
    let spec = try #require(job["spec"] as? [String: Any])
    expect(spec["completionMode"] as? String, equals: "Indexed")
    #expect(spec["completions"] as? Int == 4 && spec["parallelism"] as? Int == 4)
    #expect(Self.commands(in: job).allSatisfy { $0.contains("--shard auto/4 ") })
  }
}

extension PackageTests {
  private static let wholeBookshop = Task { try await Fixture.example("Bookshop").test() }

  /// Runs each command of the page in a shell, with the variables that the CI system sets.
  @Test(arguments: CIFilesTests.System.all)
  func filesForCISystemsRunAllShards(system: CIFilesTests.System) async throws {
    let bookshop = Fixture.example("Bookshop")
    try await bookshop.build()
    let files = try await CIFilesTests.files(of: "WhenOneMachineIsNotEnough")
    var commands = CIFilesTests.commands(in: try #require(files[system.path]))
    commands +=
      files["merge.yml"].map { system.path == "specs.yml" ? CIFilesTests.commands(in: $0) : [] }
      ?? []
    let shards = commands.filter { $0.contains("exemplar test ") }
    let merges = commands.filter { $0.contains("exemplar merge ") }
    #expect(shards.count == 1 && merges.count == 1)
    let folder = try temporaryFolder()
    // `swift run exemplar` without a build of the tool.
    let swift = """
      #!/bin/sh
      case "$1 $2 $3" in
        "run exemplar test")
          shift 3
          exec '\(products.path)/exemplar' test --package-path '\(Tool.repository.path)/Examples/Bookshop' \\
            "$@" -- \(Fixture.shellOptions) ;;
        "run exemplar merge") shift 2; exec '\(products.path)/exemplar' "$@" ;;
      esac
      exec '\(Tool.repository.path)/Tests/Fixtures/bin/swift' "$@"
      """
    try folder.write(swift, to: "bin/swift", isProgram: true)
    try folder.write("#!/bin/sh\n", to: "bin/buildkite-agent", isProgram: true)
    @Sendable func run(_ command: String, number: Int) async throws -> Tool.Result {
      var environment = system.variables(number)
      environment["PATH"] =
        "\(folder.path)/bin:\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
      environment["PREBUILT"] = folder.appendingPathComponent("answers").path
      let line =
        command.replacing("${{ matrix.shard }}", with: "\(number)")
        .replacing("${{ strategy.job-total }}", with: "4").replacing("$$", with: "$")
        .replacing(" /records/", with: " records/")
      return try await Tool.run(
        URL(fileURLWithPath: "/bin/sh"), ["-euc", line], in: folder, environment: environment)
    }
    try await (1...4).forEachAtOnce { try await run(shards[0], number: $0).expect(0) }
    let records = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/records")
    expect(records.count, equals: 4)
    try await run(merges[0], number: 1).expect(0)
    let whole = try await Self.wholeBookshop.value
    let paths = records.map { folder.path + "/records/" + $0 }
    let shown = try await Tool.exemplar(["merge"] + paths)
    #expect(shown.counts != nil && shown.counts == whole.counts, "\(shown.everything)")
  }
}
