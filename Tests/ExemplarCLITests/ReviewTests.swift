import Exemplar
import ExemplarCore
import ExemplarLog
import ExemplarReports
import ExemplarRows
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

private typealias Issue = ExemplarCore.Issue

/// A package whose run found values that its files do not expect.
private struct ReviewedPackage {
  let root: URL
  let records: URL
  let log: URL
  private static let spec = ExampleID(["App", "A till"])

  init() throws {
    root = try temporaryFolder().subfolder("app")
    log = root.deletingLastPathComponent().appendingPathComponent("run.exemplar")
    records = RunFolder.folder(ofPackage: root.path, store: root.deletingLastPathComponent().path)
    try records.subfolder("")
  }

  static let csv = "Tests/prices.csv"
  private static let table = ["table", ",", "rfc", "\"", "000", ""].joined(separator: "\n")

  func digest(_ path: String) -> String? { ReviewedFiles.File(root.path + "/" + path).digest }

  func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appendingPathComponent(path)), as: UTF8.self)
  }

  /// A value of a cell.
  func cell(_ line: Int, _ column: Int, _ new: String, in path: String = csv) -> ReviewedValue {
    ReviewedValue(
      .value, at: Place(path: root.path + "/" + path, line: line, column: column),
      named: "expected",
      syntax: Self.table, digest: digest(path), old: nil, new: new, isPending: true)
  }

  func file(_ path: String, old: String? = nil, _ new: String, form: ReviewedValue.Form = .text)
    -> ReviewedValue
  {
    ReviewedValue(
      .file, at: Place(path: root.path + "/" + path), named: "a", digest: digest(path), old: old,
      new: new, form: form,
      isPending: old == nil)
  }

  /// The events of an example with the values of its attempts.
  static func example(
    _ name: String, _ attempts: [ReviewedValue?]..., outcome: Outcome = .failed(unexpected: false),
    cause: Issue.Cause? = nil
  ) -> [Event] {
    let id = spec.appending(name)
    var events: [Event] = [.exampleStart(id, at: Place(path: "/a/TillSpec.swift", line: 3))]
    for (number, values) in attempts.enumerated() {
      for value in values {
        var issue = Issue(
          "It is \(value?.new ?? "wrong").",
          at: Place(path: "/a/TillSpec.swift", line: 4, column: 5), isExpected: true,
          isRetried: number < attempts.count - 1)
        issue.context.place = Place(path: "/a/TillSpec.swift", line: 3)
        issue.reviewed = value
        events.append(.issue(issue, of: id))
      }
    }
    if let cause { events.append(.issue(Issue("It broke off.", cause: cause), of: id)) }
    return events + [.exampleEnd(id, outcome, attempts: attempts.count)]
  }

  /// The facts about a run whose tests were built from known sources.
  static let facts: RunFacts = {
    var facts = RunFacts(package: "app")
    facts.sources = "5"
    return facts
  }()

  /// Records a run of examples.
  func record(_ events: [Event], facts: RunFacts? = facts) throws {
    let writer = try EventLogWriter(path: log.path)
    if let facts { writer.write(section: RunFacts.section, facts.text) }
    let all = [.runStart(), .groupStart(Self.spec)] + events + [.groupEnd(Self.spec), .runEnd()]
    for event in all { writer.report(event) }
    writer.finish()
    try EventLogWriter.record(ProcessEnd(.status(1)), inLogAt: log.path)
  }

  func record(_ values: ReviewedValue...) throws {
    try record(values.enumerated().flatMap { Self.example("example \($0)", [$1]) })
  }

  var items: [ReviewItem] { get throws { try items(of: [log]) } }

  func items(of logs: [URL]) throws -> [ReviewItem] {
    var list = try ReviewList(of: logs, in: PackageRoot(root.path))
    var files = ReviewedFiles()
    list.mark(by: try ReviewJournal(in: records), &files)
    return list.items
  }

  /// The items as `kind state new: problem`.
  var lines: [String] { get throws { try lines(of: [log]) } }

  func lines(of logs: [URL]) throws -> [String] {
    try items(of: logs).map {
      "\($0.kind) \($0.state) \($0.value.new)\($0.problem.map { ": \($0)" } ?? "")"
    }
  }

  @discardableResult
  func accept(_ indices: Int...) throws -> [ValueAcceptance.ChangedFile] {
    let items = try items
    return try acceptance.accept(indices.map { items[$0] })
  }

  var acceptance: ValueAcceptance { ValueAcceptance(records: records) }

  /// Runs `exemplar review`.
  func review(_ arguments: String...) async throws -> Tool.Result {
    try await Tool.exemplar(
      ["review", "--package-path", root.path, "--store", root.deletingLastPathComponent().path]
        + arguments)
  }
}

/// The message of the error that is thrown.
private func problem(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch { return "\(error)" }
}

/// Values that a run found are written into their files when a person accepts them.
struct ReviewTests {
  private static let prices = "name,expected\r\ntea,?\r\ncake,\"3,50\"\r\npie,?\r\n"

  private func package(_ text: String = prices) throws -> ReviewedPackage {
    let package = try ReviewedPackage()
    try package.root.write(text, to: ReviewedPackage.csv)
    return package
  }

  @Test func acceptedValuesAreWrittenAndNothingElse() throws {
    let package = try package()
    try package.record(
      package.cell(2, 5, "2"), package.cell(3, 6, "4,50"), package.cell(4, 5, "a\n\"b\""))
    try expect(
      package.accept(0, 2),
      equals: [.init(path: ReviewedPackage.csv, added: 3, removed: 2)])
    try expect(
      package.text(ReviewedPackage.csv),
      equals: "name,expected\r\ntea,2\r\ncake,\"3,50\"\r\npie,\"a\n\"\"b\"\"\"\r\n")
    try expect(
      package.lines,
      equals: ["pending accepted 2", "pending open 4,50", "pending accepted a\n\"b\""])
    // Those that are there already are not written again.
    try expect(package.accept(0), equals: [])
    // The place of the run is found in the file that was changed since by acceptances alone.
    try package.accept(1, 2)
    try expect(
      package.text(ReviewedPackage.csv),
      equals: "name,expected\r\ntea,2\r\ncake,\"4,50\"\r\npie,\"a\n\"\"b\"\"\"\r\n")
    for _ in 0..<2 { _ = try package.acceptance.undo() }
    try expect(package.text(ReviewedPackage.csv), equals: Self.prices)
    try expect(
      package.lines, equals: ["pending open 2", "pending open 4,50", "pending open a\n\"b\""])
    expect(
      problem { _ = try package.acceptance.undo() },
      equals: "No accepted value is recorded for this package, so nothing was undone.")
  }

  @Test func aFileThatWasChangedSinceTheRunStays() throws {
    let package = try package()
    try package.record(package.cell(2, 5, "2"), package.cell(4, 5, "3"))
    let items = try package.items
    try package.accept(0)
    let changed = try package.text(ReviewedPackage.csv) + "jam,?\r\n"
    try package.root.write(changed, to: ReviewedPackage.csv)
    let reason = "Tests/prices.csv is not what it was when the run read it. Run the example again."
    try expect(package.lines, equals: ["pending accepted 2", "pending refused 3: \(reason)"])
    for list in [items, try package.items] {
      expect(
        problem { _ = try package.acceptance.accept([list[1]]) },
        equals: "Nothing was written. \(list[1].id), Tests/prices.csv:4:5: \(reason)")
    }
    expect(
      problem { _ = try package.acceptance.undo() },
      equals: """
        \(package.root.resolvingSymlinksInPath().path)/Tests/prices.csv was changed since the value was accepted, so \
        nothing was undone. Use your version control.
        """)
    try expect(package.text(ReviewedPackage.csv), equals: changed)
    // The user takes the acceptance back by version control.
    try package.root.write(Self.prices, to: ReviewedPackage.csv)
    try expect(package.lines, equals: ["pending open 2", "pending open 3"])
    try package.accept(0, 1)
    try expect(
      package.text(ReviewedPackage.csv),
      equals: "name,expected\r\ntea,2\r\ncake,\"3,50\"\r\npie,3\r\n")
  }

  @Test func aValueThatIsNotCertainIsRefused() throws {
    let package = try package()
    let (a, b) = (package.cell(2, 5, "1"), package.cell(2, 5, "2"))
    func lines(_ events: [Event]) throws -> [String] {
      try package.record(events)
      return try package.lines
    }
    let unstable = "The value is unstable: two attempts of the example had different ones."
    try expect(
      lines(ReviewedPackage.example("a", [a], [b])), equals: ["pending refused 1: \(unstable)"])
    try expect(lines(ReviewedPackage.example("a", [a], [a])), equals: ["pending open 1"])
    try expect(
      lines(ReviewedPackage.example("a", [a], [nil])),
      equals: [
        "pending refused 1: The value is unstable: the last attempt of the example did not have it."
      ])
    try expect(
      lines(ReviewedPackage.example("a", [a], [], outcome: .flaky)),
      equals: [
        "pending refused 1: The value is unstable: the last attempt of the example did not have it."
      ])
    try expect(
      lines(ReviewedPackage.example("a", [a], cause: .endOfProcess)),
      equals: [
        "pending refused 1: The example did not come to its end: it crashed, or exceeded its time limit."
      ])
    try expect(
      lines(ReviewedPackage.example("a", [a]) + ReviewedPackage.example("b", [b])),
      equals: [
        "pending refused 1: Two examples have different values for this place: App/A till/a and App/A till/b."
      ])
    try expect(
      lines(ReviewedPackage.example("a", [a], [a]) + ReviewedPackage.example("b", [b], [b])),
      equals: [
        "pending refused 1: Two examples have different values for this place: App/A till/a and App/A till/b."
      ])
    // Two examples that agree have one value.
    try expect(
      lines(ReviewedPackage.example("a", [a]) + ReviewedPackage.example("b", [a])),
      equals: ["pending open 1"])
    expect(
      problem { _ = try package.accept(0) }, equals: nil)
    // A run that broke off contains the values of the examples that ended.
    let events = ReviewedPackage.example("c", [package.cell(4, 5, "3")])
    try expect(lines(Array(events.dropLast())), equals: [])
  }

  /// A value is not offered if it contradicts one that the same example, or one of another process, has passed with.
  @Test func aValueThatContradictsAnotherIsRefused() throws {
    let package = try package()
    try package.root.write("expectInline(x) { \"1\" }\n", to: "Tests/A.swift")
    try package.root.write("old", to: "Tests/Goldens/a.txt")
    let call = Place(path: package.root.path + "/Tests/A.swift", line: 1, column: 13)
    let literal = ReviewedValue(
      .call, at: call, named: "expected", digest: package.digest("Tests/A.swift"), old: "1",
      new: "2", isPending: false)
    let golden = package.file("Tests/Goldens/a.txt", old: "old", "new")
    var cell = package.cell(2, 5, "3")
    cell.isContradicted = true
    let id = ExampleID(["App", "A till", "passes"])
    var end = ExampleEnded(id: id, outcome: .passed)
    end.confirmed = [ConfirmedPlace(call, named: "expected"), ConfirmedPlace(golden.place)]
    let passed = [Event.exampleStart(id), .exampleEnded(end)]
    let failed =
      ReviewedPackage.example("a", [literal, golden])
      + ReviewedPackage.example("b", [cell])
    let other = "Another example passed with the value that is there: App/A till/passes"
    for events in [passed + failed, failed + passed] {
      try package.record(events)
      try expect(
        package.lines,
        equals: [
          "changed refused 2: \(other)", "changed refused new: \(other)",
          "pending refused 3: Two calls had different values for this place.",
        ])
    }
  }

  /// Two outlines that read one column disagree in turn, whichever value is accepted.
  @Test func aCellWithWhichAnotherOutlinePassedIsRefused() throws {
    let package = try package()
    let csv = package.root.path + "/" + ReviewedPackage.csv
    let column = ConfirmedPlace(Place(path: csv), named: "expected")
    /// The events of an outline: for each line of the file, the value of a row that fails.
    func outline(
      _ name: String, _ rows: [(line: Int, new: String?)], confirming: [ConfirmedPlace]
    ) -> [Event] {
      let outline = ExampleID(["App", "A till", name])
      let spec = Place(path: "/a/TillSpec.swift", line: 7)
      var events = [Event.groupStarted(GroupStarted(id: outline, place: spec, kind: .outline))]
      var confirmed = confirming
      for row in rows {
        let id = outline.appending("\(row.line)")
        let reference = RowReference(
          name: "\(row.line)", place: Place(path: csv, line: row.line, column: 1))
        events.append(.exampleStarted(ExampleStarted(id, ExampleContext(at: spec, row: reference))))
        var end = ExampleEnded(id: id, outcome: .passed)
        if let new = row.new {
          var issue = Issue("It is \(new).", isExpected: true)
          issue.reviewed = package.cell(row.line, 5, new)
          events.append(.issue(issue, of: id))
          end.outcome = .failed(unexpected: false)
        } else {
          end.confirmed = confirmed
          confirmed = []
        }
        events.append(.exampleEnded(end))
      }
      return events + [.groupEnded(GroupEnded(id: outline))]
    }
    let failing = outline("b", [(2, "4"), (3, nil), (4, "5")], confirming: [column])
    let refused =
      "pending refused 4: Another example passed with the value that is there: App/A till/a/2, at TillSpec.swift:7"
    // It has passed with one of the rows.
    let passing = outline("a", [(2, nil), (4, "5")], confirming: [column])
    for events in [failing + passing, passing + failing] {
      try package.record(events)
      try expect(Set(package.lines), equals: [refused, "pending open 5"])
    }
    // It compares another column of the same rows.
    let other = ConfirmedPlace(Place(path: csv), named: "price")
    try package.record(failing + outline("a", [(2, nil), (4, nil)], confirming: [other]))
    try expect(package.lines, equals: ["pending open 4", "pending open 5"])
    // The rows of a combined source name the value.
    let cell = ConfirmedPlace(Place(path: csv, line: 2, column: 5), named: "expected")
    try package.record(failing + outline("a", [(9, nil), (2, nil)], confirming: [other, cell]))
    try expect(
      package.lines,
      equals: [refused.replacing("a/2", with: "a/9"), "pending open 5"])
  }

  /// The file of a row belongs to several outlines, too.
  @Test func aFileOfARowWithWhichAnotherExamplePassedIsRefused() throws {
    let package = try package()
    try package.root.write("old", to: "Tests/a.html")
    let value = package.file("Tests/a.html", old: "old", "new")
    var end = ExampleEnded(id: ExampleID(["App", "A till", "d"]), outcome: .passed)
    end.confirmed = [ConfirmedPlace(Place(path: value.place.path, line: 1))]
    try package.record(
      ReviewedPackage.example("a", [value]) + [.exampleStart(end.id), .exampleEnded(end)])
    try expect(
      package.lines,
      equals: [
        "changed refused new: Another example passed with the value that is there: App/A till/d"
      ])
  }

  /// The failure says why a value cannot be accepted, instead of how.
  @Test func adviceIsForValuesThatCanBeAccepted() throws {
    let package = try package()
    let outside = try temporaryFolder().write("x\n?\n", to: "secret.csv")
    try package.root.write("expectInline(x)\n", to: "Tests/A.swift")
    var (unread, foreign) = (package.cell(2, 5, "1"), package.cell(2, 5, "1"))
    unread.digest = nil
    foreign.place.path = outside.path
    let literal = ReviewedValue(
      .call, at: Place(path: package.root.path + "/Tests/A.swift", line: 1, column: 1),
      named: "expected", digest: package.digest("Tests/A.swift"), old: nil, new: "2",
      isPending: true)
    let id = ExampleID(["App", "A till", "a"])
    func message(_ value: ReviewedValue?, isOfKnownCode: Bool = true, _ text: String? = nil)
      -> String?
    {
      let advice = ReviewAdvice(root: PackageRoot(package.root.path), isOfKnownCode: isOfKnownCode)
      var issue = Issue(text ?? "It is 1.\n\(ReviewedValue.advice)")
      issue.reviewed = value
      guard
        case .event(.issueRecorded(let record)) = advice.corrected(.event(.issue(issue, of: id)))
      else { return nil }
      expect(record.issue.reviewed, equals: value)
      return record.issue.message
    }
    let refused = "It is 1.\nThis value cannot be accepted. "
    for value in [package.cell(2, 5, "1"), literal, package.file("Tests/new.txt", "1"), nil] {
      expect(message(value), equals: "It is 1.\n\(ReviewedValue.advice)")
    }
    expect(message(foreign, "It is 1."), equals: "It is 1.")
    // The list has both by itself.
    for value in [foreign, literal] {
      expect(message(value).map(ReviewAdvice.removed(from:)), equals: "It is 1.")
    }
    expect(ReviewAdvice.removed(from: "It is 1.\nIt is 2."), equals: "It is 1.\nIt is 2.")
    expect(
      message(unread),
      equals: refused
        + "The run could not read Tests/prices.csv as a whole, or it was changed meanwhile. Run the example again."
    )
    expect(
      message(foreign),
      equals: refused
        + "The file \(outside.path) is not in the package, or no longer exists.")
    expect(
      message(literal, isOfKnownCode: false),
      equals: refused
        + "The record does not show that its tests were built from the sources here. Run the example again with exemplar "
        + "test.")
  }

  /// Examples that failed on another machine alone are outstanding here, once their values are accepted.
  @Test func examplesOfAcceptedValuesAreOutstanding() throws {
    let package = try package()
    let store = RunStore(in: package.records)
    try package.record(package.cell(2, 5, "2"), package.cell(4, 5, "3"))
    expect(store.state.outstanding, equals: [])
    try package.accept(1)
    expect(store.state.outstanding, equals: ["App/A till/example 1"])
    _ = try package.acceptance.undo()
    expect(store.state.outstanding, equals: ["App/A till/example 1"])
  }

  @Test func aValueThatAnotherRepetitionDidNotHaveIsRefused() throws {
    let package = try package()
    let writer = try EventLogWriter(path: package.log.path)
    for repetition in 1...2 {
      writer.report(.runStart(examples: 1, repetition: repetition, of: 2))
      let events =
        repetition == 1
        ? ReviewedPackage.example("a", [], outcome: .passed)
        : ReviewedPackage.example("a", [package.cell(2, 5, "1")])
      for event in events { writer.report(event) }
      writer.report(.runEnd())
    }
    writer.finish()
    try expect(
      package.lines,
      equals: [
        "pending refused 1: An example passed with the value in the file in another repetition."
      ])
  }

  @Test func filesOutsideOfThePackageAreNeverWritten() throws {
    let package = try package()
    let outside = try temporaryFolder().write("x\n?\n", to: "secret.csv")
    var (other, hidden, new) = (
      package.cell(2, 5, "1"), package.cell(2, 5, "1"), package.file("a", "1")
    )
    other.place.path = outside.path
    try package.root.write("x\n?\n", to: ".git/hooks.csv")
    hidden.place.path = package.root.path + "/.git/hooks.csv"
    new.place.path = "/etc/exemplar-new"
    try package.record(other, hidden, new)
    try expect(
      package.lines,
      equals: [
        "pending refused 1: The file \(outside.path) is not in the package, or no longer exists.",
        "pending refused 1: The file is in a hidden folder, such as that of the build. Build again, so that rows are those of "
          + "the sources.",
        "pending refused 1: The file /etc/exemplar-new is not in the package, or no longer exists.",
      ])
    #expect(problem { _ = try package.accept(1) } != nil)
    try expect(package.text(".git/hooks.csv"), equals: "x\n?\n")
  }

  @Test func aLinkThatLeadsOutOfThePackageIsNotFollowed() throws {
    let package = try package()
    let outside = try temporaryFolder().write(Self.prices, to: "prices.csv")
    try package.root.write(Self.prices, to: ".git/prices.csv")
    let tests = package.root.appendingPathComponent("Tests")
    for (name, target) in [("out.csv", outside.path), ("hidden.csv", "../.git/prices.csv")] {
      try FileManager.default.createSymbolicLink(
        atPath: tests.appendingPathComponent(name).path, withDestinationPath: target)
    }
    try package.record(
      package.cell(2, 5, "1", in: "Tests/out.csv"), package.cell(2, 5, "1", in: "Tests/hidden.csv"))
    try expect(
      package.lines,
      equals: [
        "pending refused 1: Tests/out.csv leads to \(outside.resolvingSymlinksInPath().path), which is not in the package. "
          + "Write the new value there yourself.",
        "pending refused 1: The file is in a hidden folder, such as that of the build. Build again, so that rows are those of "
          + "the sources.",
      ])
    #expect(problem { _ = try package.accept(0) } != nil)
    try expect(String(contentsOf: outside, encoding: .utf8), equals: Self.prices)
  }

  /// The record of a CI names files by their paths there.
  @Test func aRecordOfAnotherMachineIsAcceptedHere() throws {
    let package = try package()
    var (cell, new) = (package.cell(2, 5, "1"), package.file("Tests/Goldens/a.txt", "2\n"))
    cell.place.path = "/home/ci/work/app/app/Tests/prices.csv"
    new.place.path = "/home/ci/work/app/app/Tests/Goldens/a.txt"
    try package.record(cell, new)
    try expect(
      package.accept(0, 1),
      equals: [
        .init(path: "Tests/Goldens/a.txt", added: 1, removed: 0),
        .init(path: ReviewedPackage.csv, added: 1, removed: 1),
      ])
    try expect(package.text("Tests/Goldens/a.txt"), equals: "2\n")
    _ = try package.acceptance.undo()
    #expect(throws: (any Error).self) { try package.text("Tests/Goldens/a.txt") }
    try expect(package.text(ReviewedPackage.csv), equals: Self.prices)
  }

  /// Not even the folder of golden files exists, and the record has another path of the package.
  @Test func theFirstGoldenFileOfAPackageComesFromAnotherMachine() throws {
    let package = try package()
    try package.root.write("", to: "Tests/Till/TillSpec.swift")
    var (new, other) = (package.file("a", "1\n"), package.file("b", "2\n"))
    new.place.path = "/home/ci/app/Tests/Till/Goldens/TillSpec/a-till.opens.txt"
    other.place.path = "/home/ci/app/Tests/Cart/Goldens/CartSpec/a-cart.opens.txt"
    try package.record(new, other)
    try expect(
      package.lines,
      equals: [
        "pending open 1\n",
        "pending refused 2\n: The file \(other.place.path) is not in the package, or no longer exists.",
      ])
    try package.accept(0)
    try expect(package.text("Tests/Till/Goldens/TillSpec/a-till.opens.txt"), equals: "1\n")
  }

  /// Shards of one run have different paths for the place of a value that several of them have.
  @Test func recordsOfSeveralFoldersHaveOneValueForAPlace() throws {
    let package = try package()
    try package.root.write("expectInline(x) { \"1\" }\n", to: "Tests/A.swift")
    func literal(_ new: String, in folder: String) -> ReviewedValue {
      ReviewedValue(
        .call, at: Place(path: folder + "/Tests/A.swift", line: 1, column: 1), named: "expected",
        digest: package.digest("Tests/A.swift"), old: "1", new: new, isPending: false)
    }
    var logs: [URL] = []
    func lines(_ first: [Event], _ second: [Event]) throws -> [String] {
      logs = try [first, second].enumerated().map { number, events in
        try package.record(events)
        let log = package.log.deletingLastPathComponent().appendingPathComponent(
          "\(number).exemplar")
        try? FileManager.default.removeItem(at: log)
        try FileManager.default.moveItem(at: package.log, to: log)
        return log
      }
      let ids = try package.items(of: logs).map(\.id)
      expect(Set(ids).count, equals: ids.count)
      return try package.lines(of: logs)
    }
    let one = ReviewedPackage.example("a", [literal("2", in: "/one/app")])
    let two = ReviewedPackage.example("b", [literal("2", in: "/two/app")])
    let three = ReviewedPackage.example("c", [literal("3", in: "/two/app")])
    try expect(lines(one, two), equals: ["changed open 2"])
    try expect(
      lines(one, three),
      equals: [
        "changed refused 2: Two examples have different values for this place: App/A till/a and App/A till/c."
      ])
    var end = ExampleEnded(id: ExampleID(["App", "A till", "d"]), outcome: .passed)
    end.confirmed = [ConfirmedPlace(literal("1", in: "/two/app").place, named: "expected")]
    try expect(
      lines(one, [.exampleStart(end.id), .exampleEnded(end)]),
      equals: [
        "changed refused 2: Another example passed with the value that is there: App/A till/d"
      ])
    // The cells of a file are found in its order.
    var (last, first) = (package.cell(4, 5, "9"), package.cell(2, 5, "8"))
    last.place.path = "/one/app/" + ReviewedPackage.csv
    first.place.path = "/two/app/" + ReviewedPackage.csv
    try expect(
      lines(ReviewedPackage.example("a", [last]), ReviewedPackage.example("b", [first])),
      equals: ["pending open 9", "pending open 8"])
    _ = try package.acceptance.accept(try package.items(of: logs))
    try expect(
      package.text(ReviewedPackage.csv),
      equals: Self.prices.replacing("tea,?", with: "tea,8").replacing("pie,?", with: "pie,9"))
  }

  /// Its lines may be those of other calls.
  @Test func aLiteralInCodeThatIsNotKnownIsRefused() throws {
    let package = try package()
    try package.root.write("expectInline(x)\n", to: "Tests/A.swift")
    let literal = ReviewedValue(
      .call, at: Place(path: package.root.path + "/Tests/A.swift", line: 1, column: 1),
      named: "expected", digest: package.digest("Tests/A.swift"), old: nil, new: "2",
      isPending: true)
    let events = ReviewedPackage.example("a", [literal, package.cell(2, 5, "1")])
    for facts in [nil, RunFacts(package: "app")] {
      try package.record(events, facts: facts)
      try expect(
        package.lines,
        equals: [
          "pending refused 2: The record does not show that its tests were built from the sources here. Run the example again "
            + "with exemplar test.", "pending open 1",
        ])
    }
    try package.record(events)
    try expect(package.lines, equals: ["pending open 2", "pending open 1"])
  }

  #if !canImport(Darwin)
    /// File systems of other systems tell them apart.
    @Test func filesWhoseNamesLookAlikeAreTwo() throws {
      let package = try package()
      let names = ["Tests/\u{E9}.csv", "Tests/e\u{301}.csv"]
      for name in names { try package.root.write("name,expected\ntea,?\n", to: name) }
      try package.record(
        package.cell(2, 5, "1", in: names[0]), package.cell(2, 5, "2", in: names[1]))
      try expect(package.lines, equals: ["pending open 1", "pending open 2"])
      try package.accept(0, 1)
      try expect(
        names.map(package.text), equals: (1...2).map { "name,expected\ntea,\($0)\n" })
    }
  #endif

  @Test func wholeFilesKeepTheirMarkAndTheirLastNewline() throws {
    let package = try package()
    try package.root.write("\u{FEFF}old\r\n", to: "Tests/a.html")
    try package.root.write("old", to: "Tests/b.html")
    try package.root.write("x", to: "Tests/c.png")
    try package.record(
      package.file("Tests/a.html", old: "old", "new"),
      package.file("Tests/b.html", old: "old", "new\n"),
      package.file("Tests/c.png", "//8=", form: .bytes), package.file("Tests/d.txt", ""))
    try package.accept(0, 1, 2, 3)
    try expect(package.text("Tests/a.html"), equals: "\u{FEFF}new\r\n")
    try expect(package.text("Tests/b.html"), equals: "new\n")
    try expect(
      Data(contentsOf: package.root.appendingPathComponent("Tests/c.png")),
      equals: Data([0xFF, 0xFF]))
    try expect(package.text("Tests/d.txt"), equals: "")
  }

  /// A file that is written as a whole has changed in some lines alone.
  @Test func theSummaryCountsLinesThatChanged() throws {
    let package = try package()
    for (old, new, added, removed) in [
      ("a\nb\nc\n", "a\nx\nc\n", 1, 1), ("a\na\n", "a\na\na\n", 1, 0), ("a\nb\n", "a\n", 0, 1),
      ("a", "a\n", 1, 1), ("a\n", "", 0, 1),
    ] {
      try package.root.write(old, to: "Tests/a.txt")
      try package.record(package.file("Tests/a.txt", old: old, new))
      try expect(
        package.accept(0), equals: [.init(path: "Tests/a.txt", added: added, removed: removed)])
    }
  }

  /// Lines with several values change once.
  @Test func theSummaryCountsEachLineOnce() throws {
    let package = try package("name,expected,b\r\ntea,?,?\r\ncake,1,\"2\n3\"\r\npie,?,?")
    let values = [
      package.cell(2, 5, "1"), package.cell(2, 7, "2"), package.cell(3, 8, "4"),
      package.cell(5, 7, "5\n6"),
    ]
    for (chosen, added, removed) in [
      ([0], 1, 1), ([0, 1], 1, 1), ([0, 1, 2], 2, 3), ([2, 3], 3, 3), ([0, 3], 3, 2),
    ] {
      try package.record(
        chosen.enumerated().flatMap { ReviewedPackage.example("\($0)", [values[$1]]) })
      try expect(
        package.acceptance.accept(package.items),
        equals: [.init(path: ReviewedPackage.csv, added: added, removed: removed)], "\(chosen)")
      _ = try package.acceptance.undo()
    }
  }

  @Test func aFileInUTF16IsNotWritten() throws {
    let package = try package()
    let file = package.root.appendingPathComponent("Tests/a.txt")
    let data = Data([0xFF, 0xFE, 0x61, 0])
    try data.write(to: file)
    try package.record(package.file("Tests/a.txt", old: "a", "b"))
    let id = try package.items[0].id
    expect(
      problem { try package.accept(0) },
      equals:
        "Nothing was written. \(id), Tests/a.txt: The file is in UTF-16, which Exemplar does not write. Save it as UTF-8."
    )
    try expect(Data(contentsOf: file), equals: data)
  }

  @Test func valuesInJSONAndInSwiftCodeAreWritten() throws {
    let package = try package()
    try package.root.write("[\n  {\"name\": \"tea\"}\n]\n", to: "Tests/a.json")
    try package.root.write("expectInline(x)\nrow(\"a\", \"?\")\n", to: "Tests/A.swift")
    func value(
      _ site: ReviewedValue.Site, _ path: String, line: Int, column: Int, _ name: String,
      old: String? = nil,
      _ new: String, _ syntax: String = ""
    ) -> ReviewedValue {
      ReviewedValue(
        site, at: Place(path: package.root.path + "/" + path, line: line, column: column),
        named: name, syntax: syntax,
        digest: package.digest(path), old: old, new: new, isPending: true)
    }
    try package.record(
      value(.row, "Tests/a.json", line: 2, column: 3, "expected", "2", "json"),
      value(.call, "Tests/A.swift", line: 1, column: 13, "expected", "1\n2"),
      value(.call, "Tests/A.swift", line: 2, column: 1, "", old: "?", "3"))
    try package.accept(0, 1, 2)
    try expect(
      package.text("Tests/a.json"), equals: "[\n  {\"name\": \"tea\", \"expected\": \"2\"}\n]\n")
    try expect(
      package.text("Tests/A.swift"),
      equals: "expectInline(x) {\n  \"\"\"\n  1\n  2\n  \"\"\"\n}\nrow(\"a\", \"3\")\n")
  }

  @Test func contentsThatAreNotBase64AreRefused() throws {
    let package = try package()
    try package.record(package.file("Tests/a.png", "?", form: .bytes))
    let id = try package.items[0].id
    expect(
      problem { try package.accept(0) },
      equals:
        "Nothing was written. \(id), Tests/a.png: The new contents of the file are not Base64.")
  }

  /// Another program may write the file between the moments when it is read and replaced.
  @Test func aFileThatChangesAtTheLastMomentStays() throws {
    let package = try package()
    let file = package.root.appendingPathComponent(ReviewedPackage.csv)
    expect(
      problem { try FileTarget(file.path).replace(if: { false }) { _ in } },
      equals: "Another program has changed it.")
    try expect(package.text(ReviewedPackage.csv), equals: Self.prices)
    try expect(
      FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path),
      equals: ["prices.csv"])
  }

  @Test func aFileThatAppearedSinceTheRunStays() throws {
    let package = try package()
    try package.record(package.file("Tests/a.txt", "new"))
    try package.root.write("mine", to: "Tests/a.txt")
    try expect(
      package.lines,
      equals: [
        "pending refused new: Tests/a.txt did not exist when the run looked for it, and does now. Run the example again."
      ])
    #expect(problem { _ = try package.accept(0) } != nil)
    try expect(package.text("Tests/a.txt"), equals: "mine")
  }

  /// Either all files are written, or none.
  @Test func aFileThatCannotBeWrittenLeavesTheOthersAsTheyWere() throws {
    let package = try package()
    try package.root.write("a file", to: "Tests/z")
    try package.record(package.cell(2, 5, "1"), package.file("Tests/z/a.txt", "new"))
    var items = try package.items
    items[1].problem = nil
    let folder = package.root.appendingPathComponent("Tests/z")
    #expect(
      problem { _ = try package.acceptance.accept(items) }?.contains("was not written: ") == true)
    try expect(package.text(ReviewedPackage.csv), equals: Self.prices)
    try expect(String(contentsOf: folder, encoding: .utf8), equals: "a file")
    try expect(ReviewJournal(in: package.records).acceptances.count, equals: 0)
    try expect(
      FileManager.default.contentsOfDirectory(atPath: package.root.path + "/Tests").sorted(),
      equals: ["prices.csv", "z"])
  }

  @Test func aLinkIsFollowedAndPermissionsStay() throws {
    let package = try package()
    let real = try package.root.write(Self.prices, to: "Data/real.csv")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: real.path)
    try FileManager.default.removeItem(atPath: package.root.path + "/" + ReviewedPackage.csv)
    try FileManager.default.createSymbolicLink(
      atPath: package.root.path + "/" + ReviewedPackage.csv, withDestinationPath: "../Data/real.csv"
    )
    try package.record(package.cell(2, 5, "1"))
    try package.accept(0)
    try expect(package.text("Data/real.csv"), equals: Self.prices.replacing("tea,?", with: "tea,1"))
    let attributes = try FileManager.default.attributesOfItem(atPath: real.path)
    expect(attributes[.posixPermissions] as? Int, equals: 0o640)
    try expect(
      FileManager.default.destinationOfSymbolicLink(
        atPath: package.root.path + "/" + ReviewedPackage.csv),
      equals: "../Data/real.csv")
  }

  @Test func aThousandValuesAreWrittenAtOnce() throws {
    let count = 1_000
    let package = try package(
      "name,expected\n" + (0..<count).map { "r\($0),?\n" }.joined())
    try package.record(
      (0..<count).flatMap {
        ReviewedPackage.example("\($0)", [package.cell($0 + 2, "r\($0)".utf8.count + 2, "v\($0)")])
      })
    let items = try package.items
    try expect(
      package.acceptance.accept(items.shuffled()),
      equals: [.init(path: ReviewedPackage.csv, added: count, removed: count)])
    try expect(
      package.text(ReviewedPackage.csv),
      equals: "name,expected\n" + (0..<count).map { "r\($0),v\($0)\n" }.joined())
  }

  /// Each acceptance is one that can be undone, and the place of the next value is found through all of them.
  @Test func manyValuesOfOneFileAreAcceptedOneByOne() throws {
    let count = 120
    let package = try package("name,expected\n" + (0..<count).map { "r\($0),?\n" }.joined())
    try package.record(
      (0..<count).flatMap {
        ReviewedPackage.example("\($0)", [package.cell($0 + 2, "r\($0)".utf8.count + 2, "v\($0)")])
      })
    for item in try package.items { _ = try package.acceptance.accept([item]) }
    try expect(
      package.text(ReviewedPackage.csv),
      equals: "name,expected\n" + (0..<count).map { "r\($0),v\($0)\n" }.joined())
    try expect(Set(package.items.map(\.state)), equals: [.accepted])
  }

  /// Large files must not make the record of acceptances grow without an end.
  @Test func acceptancesOfLargeFilesAreForgotten() throws {
    func kept(_ sizes: [Int]) throws -> [Int] {
      var journal = try ReviewJournal(in: URL(fileURLWithPath: "/nowhere"))
      for size in sizes {
        let edit = ByteEdit(0..<0, in: [], new: Array(repeating: 0, count: size))
        journal.add([.init(path: "/a", before: nil, after: "\(size)", edits: [edit], ids: [])])
      }
      return journal.acceptances.map { $0[0].edits[0].new.count }
    }
    try expect(kept([40_000_000, 1, 30_000_000]), equals: [1, 30_000_000])
    try expect(kept([1, 70_000_000]), equals: [70_000_000])
  }

  @Test func twoValuesForOnePlaceAreRefused() throws {
    let package = try package()
    try package.record(package.cell(2, 5, "1"))
    var (a, b) = (try package.items[0], try package.items[0])
    try package.record(package.cell(2, 5, "2"))
    b = try package.items[0]
    expect(
      problem { _ = try package.acceptance.accept([a, b]) },
      equals:
        "Nothing was written. Tests/prices.csv: Two of the values are for one place. Accept one, and run the examples again."
    )
    try package.acceptance.withJournal { _ in }
    _ = try package.acceptance.accept([a])
    expect(
      problem { _ = try package.acceptance.accept([b]) },
      equals: """
        Nothing was written. \(b.id), Tests/prices.csv:2:5: Another accepted value has changed this place since the run.
        """)
    a.examples = []
  }

  @Test func aDamagedJournalIsReported() throws {
    let package = try package()
    try package.record(package.cell(2, 5, "1"))
    let file = package.records.appendingPathComponent("review-1.plist")
    try Data("x".utf8).write(to: file)
    expect(
      problem { _ = try package.items },
      equals:
        "The record of accepted values, \(file.path), is damaged. Remove it; then acceptances so far cannot be undone."
    )
  }

  @Test func recordsThatCannotBeWrittenAreReported() throws {
    let package = try package()
    let acceptance = ValueAcceptance(records: package.log.appendingPathComponent("records"))
    try package.record(package.cell(2, 5, "1"))
    let items = try package.items
    expect(
      problem { _ = try acceptance.accept(items) },
      equals: "The folder \(acceptance.records.path) cannot be made: Not a directory.")
    // A folder has the name of the record.
    let file = package.records.appendingPathComponent("review-1.plist")
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    expect(
      problem { try ReviewJournal(in: package.root).write(in: package.records) },
      equals: "The record of accepted values, \(file.path), cannot be written: File exists.")
    try expect(package.text(ReviewedPackage.csv), equals: Self.prices)
  }

  @Test func anotherToolIsWaitedFor() throws {
    let package = try package()
    let lock = try #require(FolderLock(package.records, creating: true))
    defer { lock.release() }
    expect(
      problem { try package.acceptance.withJournal { _ in } },
      equals:
        "The records in \(package.records.path) are in use by another exemplar. Wait for its end, and try again."
    )
  }

  // MARK: The screen

  /// The states of the values of a package after keys were pressed.
  private func states(_ package: ReviewedPackage, after keys: String) throws -> [String] {
    var keys = keys[...]
    var screen = ReviewScreen(Terminal(environment: [:]), package.acceptance, try package.items) {
      keys.popFirst() ?? "q"
    }
    screen.run()
    return screen.items.map(\.state.rawValue)
  }

  @Test func keysDecideAboutValues() throws {
    let package = try package("name,expected\n" + (0..<4).map { "r\($0),?\n" }.joined())
    try package.record(
      (0..<4).flatMap { ReviewedPackage.example("\($0)", [package.cell($0 + 2, 4, "v\($0)")]) })
    // Other keys have no meaning, and arrows skip.
    try expect(
      states(package, after: "xs\u{1B}[Caq"), equals: ["open", "open", "accepted", "open"])
    try expect(
      package.text(ReviewedPackage.csv), equals: "name,expected\nr0,?\nr1,?\nr2,v2\nr3,?\n")
    // Accepted ones are not shown again; the others are.
    try expect(states(package, after: "ap"), equals: ["accepted", "open", "open"])
    try expect(states(package, after: "auq"), equals: ["open", "open"])
    try expect(
      package.text(ReviewedPackage.csv), equals: "name,expected\nr0,v0\nr1,?\nr2,v2\nr3,?\n")
    // An accepted value cannot be rejected, and a rejected one can be accepted.
    try expect(states(package, after: "apruq"), equals: ["open", "open"])
    try expect(states(package, after: "rpauq"), equals: ["open", "open"])
    try expect(states(package, after: "r"), equals: ["rejected", "open"])
    try expect(package.lines[1], equals: "pending rejected v1")
    try expect(states(package, after: "c"), equals: ["accepted"])
    try expect(
      package.text(ReviewedPackage.csv), equals: "name,expected\nr0,v0\nr1,?\nr2,v2\nr3,v3\n")
  }

  @Test func aValueThatWasUndoneIsShownAgain() throws {
    let package = try package()
    try package.record(package.cell(2, 5, "2"), package.cell(3, 6, "3"), package.cell(4, 5, "4"))
    try expect(states(package, after: "aaura"), equals: ["accepted", "rejected", "accepted"])
    try expect(
      package.text(ReviewedPackage.csv),
      equals: "name,expected\r\ntea,2\r\ncake,\"3,50\"\r\npie,4\r\n")
  }

  @Test func aKeyAcceptsAllValuesOfOneCause() throws {
    let package = try package("name,expected\n" + (0..<3).map { "r\($0),?\n" }.joined())
    try package.record(
      (0..<3).flatMap { ReviewedPackage.example("\($0)", [package.cell($0 + 2, 4, "v")]) })
    try expect(Set(package.items.map(\.cause)).count, equals: 1)
    try expect(states(package, after: "sc"), equals: ["accepted", "accepted", "accepted"])
  }

  // MARK: The command

  @Test func theCommandListsAcceptsRejectsAndUndoes() async throws {
    let package = try package()
    try package.record(package.cell(2, 5, "2"), package.cell(4, 5, "3"))
    let ids = try package.items.map(\.id)
    let listed = try await package.review(package.log.path)
    expect(listed.status, equals: 0)
    #expect(listed.output.contains("\(ids[0])  pending  Tests/prices.csv:2:5  expected"))
    #expect(listed.output.contains("It is 2."))
    #expect(listed.output.contains("2 values to review."))
    let json = try await package.review(package.log.path, "--list", "--json")
    let items = try JSONDecoder().decode([Item].self, from: Data(json.output.utf8))
    expect(
      items.map { [$0.id, $0.state, $0.kind, $0.path, $0.new, $0.examples[0]] },
      equals: [
        [ids[0], "open", "pending", "Tests/prices.csv", "2", "App/A till/example 0"],
        [ids[1], "open", "pending", "Tests/prices.csv", "3", "App/A till/example 1"],
      ])
    let accepted = try await package.review(
      package.log.path, "--accept", ids[0], ids[0], "--reject", String(ids[1].prefix(6)))
    expect(accepted.status, equals: 0)
    expect(
      accepted.output,
      equals: """
         Tests/prices.csv | 2 +-
         1 file changed, 1 insertion(+), 1 deletion(-)
        1 value rejected.

        """)
    let after = try await package.review(package.log.path)
    #expect(after.output.contains("0 values to review, 1 accepted, 1 rejected."))
    let undone = try await package.review("--undo")
    expect(undone.status, equals: 0)
    #expect(undone.output.hasPrefix("Undone: "))
    try expect(package.text(ReviewedPackage.csv), equals: Self.prices)
  }

  private struct Item: Decodable {
    var id, state, kind, path, new: String
    var examples: [String]
  }

  /// JSON has the values as they are, also invisible characters.
  @Test func jsonIsForPrograms() async throws {
    let package = try package()
    let new = "\u{FEFF}a\u{1B}[31m\u{202E}"
    try package.record(package.cell(2, 5, new))
    let json = try await package.review(package.log.path, "--json")
    let items = try JSONDecoder().decode([Item].self, from: Data(json.output.utf8))
    expect(items.map { Array($0.new.utf8) }, equals: [Array(new.utf8)])
    #expect(!json.output.contains("\u{1B}"))
  }

  @Test func errorsOfTheUserEndTheCommand() async throws {
    let package = try package()
    let none = try await package.review()
    expect(none.status, equals: 2)
    #expect(none.errors.contains("No run is recorded in "))
    try package.record([])
    let empty = try await package.review(package.log.path)
    expect(empty.output, equals: "The run has no values to review.\n")
    try package.record(package.cell(2, 5, "2"))
    let id = try package.items[0].id
    for (arguments, message) in [
      (
        ["--accept", "0000000000"],
        "No value of the run has the id “0000000000”. Give one that exemplar review --list shows. Nothing was written."
      ),
      (["--accept", ""], "No value of the run has the id “”."),
      (["--accept", id, "--reject", id], "The value \(id) is both accepted and rejected."),
      (["--accept"], "Missing value for '--accept <id>'"),
      (["--undo", "--list"], "--undo undoes the last acceptance of any run. Leave out the rest."),
    ] {
      let result = try await Tool.exemplar(
        [
          "review", package.log.path, "--package-path", package.root.path, "--store",
          package.root.path + "/..",
        ] + arguments)
      expect(result.status, equals: 2)
      #expect(result.errors.contains(message), "\(result.errors)")
    }
    try expect(package.text(ReviewedPackage.csv), equals: Self.prices)
  }
}
