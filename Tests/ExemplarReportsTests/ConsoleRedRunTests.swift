import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarReports

/// The console's output of runs in which much fails.
struct ConsoleRedRunTests {
  typealias Issue = ExemplarCore.Issue

  /// A spec with examples of the given outcomes, each with an issue at a line of its own if it fails.
  private static func spec(_ name: String, passing: Int = 0, failing: Int = 0) -> [Event] {
    let examples = (0..<passing + failing).flatMap { number -> [Event] in
      let example = "example \(number)"
      let context = ExampleContext(at: FixtureRun.place(100 + number))
      let issue = Issue(
        "It failed.", at: FixtureRun.place(100 + number), isExpected: true, context: context)
      let isFailing = number >= passing
      return [FixtureRun.started(name, example, context: context)]
        + (isFailing ? [FixtureRun.issue(name, example, is: issue)] : [])
        + [FixtureRun.ended(name, example, as: isFailing ? .failed(unexpected: false) : .passed)]
    }
    return [FixtureRun.group(name)] + examples + [FixtureRun.groupEnded(name)]
  }

  private func console(
    _ specs: [[Event]], at times: [Double] = [], _ change: (inout ReportContext) -> Void = { _ in }
  ) throws -> String {
    let (printed, now) = (Locked(""), Locked(0.0))
    var context = ReportContext(
      directory: "/shop", now: { now.withLock { $0 } },
      print: { text in printed.withLock { $0 += text } })
    change(&context)
    let reporter = ConsoleReporter(context)
    let events = specs.flatMap(\.self)
    reporter.report(.runStart(order: .random, examples: events.ended.count))
    for (number, spec) in specs.enumerated() {
      if number < times.count { now.withLock { $0 = times[number] } }
      spec.forEach(reporter.report)
    }
    reporter.report(FixtureRun.end(of: [.runStart()] + events, notReached: 0))
    reporter.finish()
    return printed.withLock { $0 }
  }

  // MARK: Specs

  @Test func specsThatPassFoldOnceSomethingFailed() throws {
    let text = try console([
      Self.spec("First", passing: 3), Self.spec("Red", passing: 1, failing: 1),
      Self.spec("Second", passing: 3), Self.spec("Third", passing: 3),
      Self.spec("Redder", failing: 1),
    ])
    #expect(text.contains("\nFirst\n  ✔ example 0\n"), "\(text)")
    #expect(text.contains("\nRed\n  ✔ example 0\n  ✘ example 1\n\n✔ Second 3 examples"), "\(text)")
    #expect(text.contains("\n✔ Third 3 examples · 0 s\n\nRedder\n"), "\(text)")
  }

  /// The tool keeps nothing in memory that a crash of an example could destroy, so it can wait for a failure.
  @Test func theToolFoldsEarlierSpecsToo() throws {
    let specs = [
      Self.spec("First", passing: 3), Self.spec("Red", failing: 1), Self.spec("Second", passing: 3),
    ]
    let text = try console(specs) { $0.isApart = true }
    #expect(
      text.contains(
        "\n✔ First 3 examples · 0 s\n\nRed\n  ✘ example 0\n\n✔ Second 3 examples · 0 s\n\nFailures\n"
      ), "\(text)")
    let verbose = try console(specs) { ($0.isApart, $0.console.isVerbose) = (true, true) }
    expect(verbose.components(separatedBy: "✔ example").count, equals: 7, "\(verbose)")
  }

  /// A slow run prints what has passed, and a green one prints everything, in order.
  @Test(arguments: [[0, 1, 1.5], [0, 0, 3]])
  func specsAreDrawnWhileNothingFails(times: [Double]) throws {
    let specs = ["First", "Second", "Third"].map { Self.spec($0, passing: 2) }
    let whole = try console(specs, at: times)
    try expect(console(specs, at: times) { $0.isApart = true }, equals: whole)
    expect(whole.components(separatedBy: "  ✔ example").count, equals: 7, "\(whole)")
    let red = try console(specs + [Self.spec("Red", failing: 1)], at: times) { $0.isApart = true }
    #expect(red.components(separatedBy: "  ✔ example").count == (times[2] > 2 ? 7 : 1), "\(red)")
  }

  /// What passed without running as it should is shown in a folded spec too.
  @Test func skippedExamplesOfAFoldedSpecAreShown() throws {
    let skipping = [
      FixtureRun.group("Cart"), FixtureRun.started("Cart", "prints"),
      FixtureRun.ended("Cart", "prints", as: .skipped(reason: "no printer")),
      FixtureRun.groupEnded("Cart"),
    ]
    let text = try console([Self.spec("Red", failing: 1), skipping])
    #expect(text.contains("    ↷ prints skipped: no printer\n"), "\(text)")
  }

  // MARK: The end

  @Test(arguments: [3, 4, 10, 11, 37, 300])
  func theLastScreenNamesTheFailures(count: Int) throws {
    let text = try console([Self.spec("Shop", passing: 2, failing: count)])
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let list = lines.drop { !$0.hasPrefix("  1  Tests/") }.prefix { !$0.isEmpty }
    expect(
      lines.dropLast().last?.hasPrefix("FAILED · \(count + 2) examples: 2 passed"), equals: true)
    if count == 3 { return expect(list.count, equals: 0, "\(text)") }
    #expect(list.count == (count > 20 ? 21 : count))
    expect(list.first, equals: "  1  Tests/CartSpec.swift:102  Shop › example 2", "\(text)")
    #expect(list.last == (count > 20 ? "     … and \(count - 20) more" : list.last))
    #expect(list.allSatisfy { DisplayText.columns(of: String($0)) <= 80 })
    // Up to ten, each has its line.
    #expect(text.components(separatedBy: "run it again: ").count == (count > 10 ? 1 : count + 1))
    let alone = "\nRun one alone, such as the first: exemplar test 'Shop/Shop/example 2'\n"
    #expect(text.contains(alone) == (count > 10), "\(text)")
    expect(lines.dropLast(2).last?.hasPrefix("Run what failed again: "), equals: true)
  }

  @Test func theQuietListIsAboveTheCounts() throws {
    let text = try console([Self.spec("Shop", failing: 12)]) { $0.console.isQuiet = true }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).suffix(17)
    expect(
      lines.dropFirst().first, equals: "  Tests/CartSpec.swift:100  Shop › example 0", "\(text)")
    expect(
      lines.dropLast().last?.hasPrefix("FAILED · 12 examples: 12 failed"), equals: true, "\(text)")
  }

  /// Long names and paths leave room for each other, and what distinguishes a name is at its end.
  @Test func longNamesAreShortened() throws {
    let name = String(repeating: "very long ", count: 30)
    let text = try console([Self.spec(name, failing: 5)])
    #expect(text.contains(" long  › example 4\n"), "\(text)")
    let list = text.split(separator: "\n").filter { $0.contains("  Tests/CartSpec.swift:10") }
    #expect(list.suffix(5).allSatisfy { DisplayText.columns(of: String($0)) == 80 }, "\(list)")
  }

  /// Of a long path, the file and the line remain, by which a run can select.
  @Test func longPathsAreShortened() throws {
    let text = try console([Self.spec("Shop", failing: 5)]) { $0.directory = "/elsewhere" }
    #expect(text.contains("  1  /shop/Tests/CartSpec.swift:100  Shop › example 0\n"), "\(text)")
    let place = Place(
      path: "/shop/" + String(repeating: "folder/", count: 9) + "Cart.swift", line: 3)
    let failures = (0..<5).flatMap { number -> [Event] in
      [
        FixtureRun.started("Shop", "\(number)"),
        FixtureRun.issue("Shop", "\(number)", is: Issue("It failed.", at: place)),
        FixtureRun.ended("Shop", "\(number)", as: .failed(unexpected: true)),
      ]
    }
    let long = try console([[FixtureRun.group("Shop")] + failures + [FixtureRun.groupEnded("Shop")]]
    )
    #expect(long.contains("  5  Cart.swift:3  Shop › 4\n"), "\(long)")
  }

  /// Of many causes, those of most failures are listed.
  @Test func theListContainsTheGreatestCauses() throws {
    let rows = (0..<6).flatMap { number -> [Event] in
      let context = ExampleContext(at: FixtureRun.place(9))
      let issue = Issue("Odd.", at: FixtureRun.place(9), isExpected: true, context: context)
      return [
        FixtureRun.started("Rows", "all", "row \(number)", context: context),
        FixtureRun.issue("Rows", "all", "row \(number)", is: issue),
        FixtureRun.ended("Rows", "all", "row \(number)", as: .failed(unexpected: false)),
      ]
    }
    let outline =
      [FixtureRun.group("Rows"), FixtureRun.group("Rows", "all", kind: .outline)] + rows
      + [FixtureRun.groupEnded("Rows", "all"), FixtureRun.groupEnded("Rows")]
    let text = try console([Self.spec("Shop", failing: 30), outline])
    #expect(
      text.contains("\n 31  Tests/CartSpec.swift:9    6 × Rows › all\n     … and 11 more\n"),
      "\(text)")
  }

  /// A crash begins with the message of the runtime, which is not repeated, and the list leads to its frame.
  @Test func aCrashIsListedAtItsFrame() throws {
    func crash(_ name: String, _ example: String = "reads", printing output: String = "hello\n")
      -> [Event]
    {
      let context = ExampleContext(at: FixtureRun.place(3))
      let message = """
        Fatal error: Index out of range
        The process was ended by signal 4 (a Swift precondition or trap) while this ran.
          next() at Sources/Parser.swift:7
        """
      return [
        FixtureRun.group(name), FixtureRun.started(name, example, context: context),
        FixtureRun.issue(
          name, example,
          is: Issue(message, at: FixtureRun.place(3), context: context, cause: .endOfProcess)),
        .attachment(
          AttachmentRecorded.outputName, of: FixtureRun.id(name, example), size: 40,
          text: output + "Swift/Array.swift:692: Fatal error: Index out of range\n"),
        FixtureRun.ended(name, example, as: .failed(unexpected: true)), FixtureRun.groupEnded(name),
      ]
    }
    let text = try console(
      [crash("A"), crash("B"), crash("C"), crash("D")] + [Self.spec("Shop", failing: 3)])
    #expect(
      text.contains(
        "  1  4 fail alike, such as A › reads, B › reads, C › reads\n     Fatal error: Index out of range\n"
      ), "\(text)")
    #expect(
      text.contains("\n  1  Sources/Parser.swift:7    4 × Fatal error: Index out of range\n"),
      "\(text)")
    expect(text.components(separatedBy: "Fatal error").count, equals: 3, "\(text)")
    // Those of one group have its name too.
    let inner = ["a", "b", "c", "d"].flatMap { crash("A", $0).dropFirst().dropLast() }
    let group = [FixtureRun.group("A")] + inner + [FixtureRun.groupEnded("A")]
    let named = try console([group, Self.spec("Shop", failing: 3)])
    #expect(
      named.contains("\n  1  Sources/Parser.swift:7    4 × A: Fatal error: Index out of range\n"),
      "\(named)")
    let alone = try console([crash("A")])
    #expect(alone.contains("     It printed:\n       hello\n     run it again"), "\(alone)")
    let unended = try console([crash("A", printing: "loading… ")])
    #expect(
      unended.contains("     It printed:\n       loading… Swift/Array.swift:692: "), "\(unended)")
  }
}
