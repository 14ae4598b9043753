import Exemplar
import Testing

extension FixturePackageTests {
  /// SL-03, SL-04, SL-35 to SL-37, SL-42, SL-43, SL-45 to SL-47, SL-59, in types, by their names.
  @Test func namesMeanWhatTheyMeantInOlderFrameworks() async throws {
    let fixture = Fixture.workers
    func run(_ selectors: String...) async throws -> Tool.Result {
      try await fixture.test(selectors + ["--order", "defined", "--jobs", "1"])
    }

    try await expect(run("OnTablet").counts, equals: "2 examples: 2 skipped ")
    let here = try await run("Here_linux")
    here.expect(
      counts: "2 examples: 1 passed, 1 skipped ", prints: "✔ testRuns",
      "↷ testOnThePhone_iPhone skipped: only for iPhone")

    let one = try await run("FocusOne")
    one.expect(counts: "1 example: 1 passed ", prints: "hook sees testTwo")
    try await expect(run("InheritsFocus", "Unfocused").counts, equals: "1 example: 1 passed ")
    #expect(try await run("Narrow").output.contains("✔ testTwo"))
    try await expect(run("Narrow").counts, equals: "1 example: 1 passed ")

    try await run("FocusedElsewhere").expect(4, prints: "No focused example can run here.")

    let hooks = try await run("Hooked")
    expect(hooks.status, equals: 0)
    expect(
      hooks.output.split(separator: "\n").filter { $0.hasPrefix("~ ") },
      equals: [
        "~ S 1", "~ s testOne 1", "~ one 1", "~ t testOne 1", "~ s testTwo 1", "~ two 1",
        "~ t testTwo 1", "~ T 1",
      ])
  }

  /// A written `@Example` adds to what names say; what no macro sees in an extension fails.
  @Test func namesMeanTheSameWithAnAttribute() async throws {
    let fixture = Fixture.workers
    func run(_ selectors: String...) async throws -> Tool.Result {
      try await fixture.test(selectors + ["--order", "defined", "--jobs", "1"])
    }

    let one = try await run("WrittenFocus")
    one.expect(counts: "2 examples: 2 passed ", prints: "✔ testTwo")
    expect(one.marks, equals: ["hook sees testTwo", "two", "hook sees one", "outline 1"])
    try await expect(run("InAnExtension").counts, equals: "1 example: 1 passed ")

    #if os(Linux)
      let hidden = try await run("Hidden")
      hidden.expect(1, counts: "5 examples: 1 passed, 3 failed (3 unexpectedly), 1 skipped ")
      expect(hidden.marks, equals: ["seen"])
      for (name, line) in [("testB", 5), ("outlineTestC", 6), ("setUp", 7)] {
        #expect(
          hidden.output.contains(
            "“\(name)” is in an extension of Hidden, where @Spec does not see it"), "\(name)")
        #expect(hidden.output.contains("More.swift:\(line):8"))
      }
    #endif
    try await expect(run("--tag", "ported", "Hidden/testA").counts, equals: "1 example: 1 passed ")
  }
}
