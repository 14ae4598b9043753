import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

extension PackageTests {
  /// The specs fail and are slow as variables state, and print when they begin.
  private static let source = """
    import Exemplar
    import Foundation

    func names(_ variable: String, or text: String = "") -> [String] {
      (ProcessInfo.processInfo.environment[variable] ?? text).split(separator: " ").map(String.init)
    }
    func run(_ name: String) async throws {
      FileHandle.standardOutput.write(Data("begin \\(name)\\n".utf8))
      if names("SLOW").contains(name) { try await Task.sleep(for: .milliseconds(400)) }
      #expect(!names("FAIL").contains(name))
    }

    @Spec let first = describe("First", .runGroup(0)) {
      it("a1") { try await run("a1") }
      it("a2") { try await run("a2") }
    }
    @Spec let till = describe("The till") {
      for name in names("TILL", or: "b1 b2 b3 b4") { it(name) { try await run(name) } }
    }
    @Spec let orders = describe("Orders", .ordered) {
      for name in ["c1", "c2", "c3"] { it(name) { try await run(name) } }
    }
    """

  /// One package for all of these tests, with a store of its own for each.
  private static func withPackage(
    _ body: (Fixture, _ store: URL) async throws -> Void
  ) async throws {
    let fixture = try Fixture.shared(named: "Rerun", files: ["Specs.swift": source])
    try await body(fixture, try temporaryFolder())
  }

  private static func begun(_ result: Tool.Result) -> [String] {
    // Failures quote what their examples printed, with more space before it.
    result.output.matches(of: #/^begin (\w+)/#.anchorsMatchLineEndings()).map { String($0.1) }
  }

  @Test func outstandingExamplesRunAgain() async throws {
    try await Self.withPackage { fixture, store in
      func test(
        _ arguments: String..., fail: String = "", till: String = "b1 b2 b3 b4"
      ) async throws -> Tool.Result {
        try await fixture.test(
          arguments + ["--store", store.path, "--jobs", "1"],
          environment: ["FAIL": fail, "TILL": till])
      }
      // A first run never becomes one of everything, or of nothing without a reason.
      try await test("--only-failures").expect(
        4, prints: "Once all examples have run, new ones are outstanding too.")
      try await expect(test("First").status, equals: 0)
      try await expect(test("--only-failures").status, equals: 4)

      // It fails in the first run group, and is cut there.
      let cut = try await test("--fail-fast", "1", fail: "a1 a2")
      #expect(cut.status == 1 && Self.begun(cut).count == 1)
      let selected = try await test("--only-failures", "First")
      selected.expect(6, prints: "Outstanding: 1 failed, 8 new or not finished\n")
      expect(Self.begun(selected).sorted(), equals: ["a1", "a2"])
      let lines = selected.output.split(separator: "\n")
      let last = lines.dropLast().last ?? ""
      expect(lines.last?.hasPrefix("FAILED (status 6) · 2 examples: 2 passed · "), equals: true)
      #expect(last.hasPrefix("7 other examples are outstanding. Run what is: "))
      #expect(last.contains(" --only-failures"))
      let rest = try await test("--only-failures", fail: "b2")
      #expect(rest.status == 1 && Self.begun(rest).count == 7)
      let shown = try await test("--only-failures", "--dry-run")
      #expect(shown.output.contains("b2") && shown.output.contains("1 example would run"))
      expect(shown.output.matches(of: #/Building the tests/#).count, equals: 1)
      let again = try await test("--only-failures")
      #expect(again.status == 0 && Self.begun(again) == ["b2"])
      try await test("--only-failures").expect(
        4, prints: "every selected example has passed since it was new or failed.")

      // A new example, and one that does not exist any more.
      try await expect(test(fail: "b3").status, equals: 1)
      let renamed = try await test("--only-failures", till: "b1 b2 b5 b4")
      renamed.expect(0, prints: "Outstanding: 1 new or not finished\n")
      expect(Self.begun(renamed), equals: ["b5"])
      try await expect(test("--only-failures", till: "b1 b2 b5 b4").status, equals: 4)
    }
  }

  @Test func outstandingExamplesBegin() async throws {
    try await Self.withPackage { fixture, store in
      func test(_ arguments: [String], fail: String = "") async throws -> Tool.Result {
        try await fixture.test(arguments + ["--store", store.path], environment: ["FAIL": fail])
      }
      try await test(["--failed-first", "--jobs", "1", "--seed", "3"]).expect(
        prints: "Nothing is outstanding, so the order is the usual one.")
      for (options, failures) in [
        (["--jobs", "1"], ["b3", "c2", "b1 a2"]), (["--jobs", "2"], ["b3"]),
        (["--in-process"], ["b1 a2"]), (["--order", "defined"], ["b3", "b1 a2"]),
      ] {
        for failing in failures {
          try await expect(test(["--jobs", "1"], fail: failing).status, equals: 1)
          let result = try await test(["--failed-first", "--seed", "3"] + options)
          expect(result.status, equals: 0)
          let count = failing.split(separator: " ").count
          #expect(
            result.output.contains(
              "Outstanding: \(count) failed. They begin, as far as run groups and .ordered permit.")
          )
          let begun = Self.begun(result)
          expect(begun.count, equals: 9)
          // The first run group precedes everything.
          expect(Set(begun.prefix(2)), equals: ["a1", "a2"], "\(begun)")
          expect(begun.filter { $0.hasPrefix("c") }, equals: ["c1", "c2", "c3"])
          switch failing {
          case "b3": expect(begun.first { $0.hasPrefix("b") }, equals: "b3", "\(options) \(begun)")
          case "c2": expect(begun[2], equals: "c1", "\(begun)")
          default: #expect(begun[0] == "a2" && begun.first { $0.hasPrefix("b") } == "b1")
          }
        }
      }
    }
  }

  @Test func recordedRunsAreListedAndCompared() async throws {
    try await Self.withPackage { fixture, store in
      func exemplar(_ command: String, _ arguments: String..., variables: [String: String] = [:])
        async throws -> Tool.Result
      {
        // A subcommand precedes the options.
        let (first, rest) = (arguments.prefix(1), arguments.dropFirst())
        let isDiff = first == ["diff"]
        return try await Tool.exemplar(
          [command] + (isDiff ? first : [])
            + ["--package-path", fixture.path, "--store", store.path]
            + (isDiff ? Array(rest) : arguments) + ["--"] + Fixture.buildOptions,
          environment: variables.merging(fixture.toolEnvironment) { $1 })
      }
      try await fixture.build()
      let none = try await exemplar("runs")
      #expect(none.status == 2 && none.errors.hasPrefix("error: No run is recorded in "))
      try await expect(exemplar("test", "--seed", "5").status, equals: 0)
      let alone = try await exemplar("runs", "diff")
      expect(alone.status, equals: 2)
      expect(
        alone.errors,
        equals: "error: Only one run is recorded. Run exemplar test again, or name two records.\n")
      for _ in 1...2 { try await expect(exemplar("test").status, equals: 0) }
      let one = try await exemplar("runs", "diff", "9")
      expect(one.status, equals: 2)
      expect(
        one.errors,
        equals:
          "error: No recorded run is named “9”. Give a number or a name that exemplar runs lists, or the path of a record.\n"
      )
      try await expect(
        exemplar("test", variables: ["FAIL": "b1 b2", "SLOW": "c1"]).status, equals: 1)
      let diff = try await exemplar("runs", "diff")
      diff.expect(
        0, prints: "Newly failing\n  ✘ RerunSpecs/The till/b1\n    ",
        "Slower than three times their median\n  ◷ RerunSpecs/Orders/c1  ",
        "'RerunSpecs/The till/b2'")
      #expect(!diff.output.contains("Fixed") && !diff.output.contains("did not run everything"))
      try await expect(exemplar("test", "The till").status, equals: 0)
      let fixed = try await exemplar("runs", "diff", "2", "1")
      fixed.expect(
        prints: "Fixed\n  ✔ RerunSpecs/The till/b1\n",
        "Run 1 did not run everything to its end, so it does not show which")
      #expect(!fixed.output.contains("No longer there"))

      let listed = try await exemplar("runs")
      let lines = listed.output.split(separator: "\n")
      #expect(listed.status == 0 && lines.count == 6, "\(listed.everything)")
      #expect(lines[0].hasPrefix("   name"))
      #expect(lines[1].hasPrefix("1  ") && lines[1].hasSuffix("  'The till'"))
      #expect(lines[2].contains("  ✘ 2 failed, 7 passed  ") && lines[2].hasSuffix("  everything"))
      let name = try #require(lines[2].split(separator: " ").dropFirst().first)
      let json = try await exemplar("runs", "--json")
      let runs = try #require(
        JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
      #expect(runs.count == 5 && runs[1]["name"] as? String == String(name))
      #expect(runs[1]["status"] as? Int == 1 && runs[1]["failed"] as? Int == 2)
      #expect(runs[4]["seed"] as? Int == 5 && runs[4]["number"] as? Int == 5)

      // Other commands accept the names.
      try await exemplar("report", String(name)).expect(1, prints: "9 examples: 7 passed, 2 failed")
      try await expect(exemplar("report", "1").status, equals: 0)
      let log = try #require(runs[1]["log"] as? String)
      try await exemplar("runs", "diff", log, "1").expect(prints: "Fixed\n")
      try await exemplar("runs", "diff", "-2", "-1").expect(prints: "From run 2 to run 1\n")
      try await exemplar("runs", "diff", log, "2").expect(
        2, errors: " and 2 are one run. Name another one to compare it with.")
      let flaky = try await exemplar("flaky", String(name), "1", "2")
      flaky.expect(1, prints: "b1: failed 1 of 2 times")
      #expect(flaky.output.hasSuffix("2 flaky in 2 recorded runs.\n"), "\(flaky.everything)")
      try await exemplar("bisect", "b1", "--run", "nosuch").expect(
        errors: "No recorded run is named “nosuch”.")
      try Data("no log".utf8).write(to: URL(fileURLWithPath: log))
      let rest = try await exemplar("runs")
      #expect(rest.status == 0 && rest.output.split(separator: "\n").count == 5)
      #expect(rest.errors.hasPrefix("warning: A recorded run is left out. "), "\(rest.errors)")
      // A program reads a report in the standard output.
      let tap = try await exemplar("test", "--report", "tap")
      #expect(tap.output.hasPrefix("TAP version 13\n"), "\(tap.everything)")
    }
  }

  /// Four tools record runs of one example each at the same time; some are killed.
  @Test func runsAtTheSameTimeLoseNoFailure() async throws {
    try await Self.withPackage { fixture, store in
      try await expect(fixture.test(["--store", store.path]).status, equals: 0)
      let records = RunFolder.folder(ofPackage: fixture.path, store: store.path)
      let names = ["b1", "b2", "b3", "b4"]
      var random = SeededGenerator(seed: 7)
      for round in 1...(soaks ? 100 : 5) {
        let before = RunStore(in: records).state.outstanding
        let fails = names.filter { _ in Bool.random(using: &random) }
        let limits = names.map { _ in
          Bool.random(using: &random) ? 60 : Double.random(in: 0.05..<1.5, using: &random)
        }
        let environment = fixture.toolEnvironment.merging(
          ["FAIL": fails.joined(separator: " ")]
        ) { $1 }
        let statuses = try await withThrowingTaskGroup(
          of: (Int, Int32).self, returning: [Int: Int32].self
        ) { group in
          for (index, name) in names.enumerated() {
            group.addTask {
              let result = try await Tool.run(
                URL(fileURLWithPath: "/usr/bin/timeout"),
                [
                  "-s", "KILL", "\(limits[index])",
                  products.appendingPathComponent("exemplar").path, "test", "--package-path",
                  fixture.path, "--store", store.path, name, "--",
                ] + Fixture.buildOptions, in: Tool.repository, environment: environment)
              return (index, result.status)
            }
          }
          var statuses: [Int: Int32] = [:]
          for try await (index, status) in group { statuses[index] = status }
          return statuses
        }
        let after = RunStore(in: records).state.outstanding
        for (index, name) in names.enumerated() {
          let id = "RerunSpecs/The till/\(name)"
          let (isFailing, status) = (fails.contains(name), statuses[index])
          if status == 0 || status == 1 {
            #expect((status == 1) == isFailing, "\(round) \(name)")
            expect(after.contains(id), equals: isFailing, "\(round) \(name)")
          } else if isFailing, before.contains(id) {
            #expect(after.contains(id), "\(round) \(name) was killed")
          }
        }
      }
    }
  }

  /// On a disk that is full, and in a folder that is read-only, runs have the same results, and warn once; no outstanding
  /// failure is lost.
  @Test(
    .enabled("file systems can be mounted") {
      try await runProcess(["unshare", "-m", "true"], in: Tool.repository).status == 0
    },
    arguments: [
      "mount --bind $S $S && mount -o remount,ro,bind $S",
      "mount -t tmpfs -o size=16k none $S", "mount -t tmpfs -o size=400k none $S",
    ])
  func aStoreThatCannotBeWrittenChangesNoResult(mount: String) async throws {
    try await Self.withPackage { fixture, store in
      func run(_ script: String, fail: String) async throws -> Tool.Result {
        let options = Fixture.buildOptions.joined(separator: " ")
        let tool = products.appendingPathComponent("exemplar").path
        return try await Tool.run(
          URL(fileURLWithPath: "/usr/bin/unshare"),
          [
            "-m", "sh", "-c",
            "S=\(store.path)/s; mkdir -p $S; cp -a $S $S-copy; \(script); \(tool) test --package-path \(fixture.path) "
              + "--store $S -- \(options)",
          ], in: Tool.repository,
          environment: fixture.toolEnvironment.merging(["FAIL": fail]) { $1 })
      }
      try await expect(run(":", fail: "b1").status, equals: 1)
      let full =
        mount.contains("tmpfs")
        ? mount + " && cp -a $S-copy/. $S; dd if=/dev/zero of=$S/fill bs=4k; :" : mount
      for fail in ["b1 b2", ""] {
        let result = try await run(full, fail: fail)
        #expect(result.status == (fail.isEmpty ? 0 : 1), "\(result.everything)")
        expect(
          result.errors.matches(of: #/warning: The run is not recorded: /#).count, equals: 1,
          "\(result.errors)")
        #expect(
          result.errors.contains("Make room in the folder, or name another one with --store."))
      }
      let records = RunFolder.folder(ofPackage: fixture.path, store: store.path + "/s")
      expect(RunStore(in: records).state.outstanding, equals: ["RerunSpecs/The till/b1"])
    }
  }
}
