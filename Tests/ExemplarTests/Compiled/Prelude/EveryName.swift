import Exemplar
import Foundation

// Every public name, as authors use it. A test compiles this file in each language mode, and compares its names with the
// reviewed list of the API.

// MARK: Specs as values

nonisolated struct Book: Codable, Sendable, Equatable, CaseIterable {
  var title: String
  var price = 8
  static var allCases: [Book] { [Book(title: "Emma")] }
}
nonisolated struct Length: ToleranceComparable {
  var meters: Double
  func deviations(from expected: Length, beyond tolerance: Tolerance<Double.Distance>)
    -> [Deviation]
  { meters.deviations(from: expected.meters, beyond: tolerance) }
}
nonisolated struct Weight: RelativeToleranceComparable {
  var grams: Double
  func deviations(from expected: Weight, beyond tolerance: Tolerance<Double>) -> [Deviation] {
    switch tolerance {
    case .absolute(let grams) where grams < 0: [Deviation(self, from: expected)]
    case .absolute, .relative:
      grams.deviations(from: expected.grams, beyond: tolerance).at(".grams")
    }
  }
}
nonisolated enum Currency: String, Sendable, CaseIterable { case eur, usd }

@Spec nonisolated let moduleTraits = ModuleTraits(.tags("shop"), .timeLimit(.seconds(5)))

nonisolated let aShelf = SharedExamples<[String]>("a shelf") { (books: Given<[String]>) in
  it("holds books") { #expect(!books().isEmpty) }
}
nonisolated let anyShelf = SharedExamples<Void>("any shelf") { it("holds") {} }
nonisolated let laterShelf = SharedExamples<Book>("a shelf that is made later") {
  (book: AsyncGiven<Book>) in
  it("holds") { try await expect(book().price, equals: 8) }
}
nonisolated let literalShelf: SharedExamples<Void> = "any shelf"

@Spec nonisolated let everyFixture = RunFixture("every", timeLimit: .seconds(1)) {
  1
} shutDown: { _ in
}
@Spec nonisolated let groups = describe(
  "groups", .tags("a", "b"), .bug("shop#1"), .ordered,
  .quarantined("shop#2", until: "2027-03-01")
) {
  let books = Given {
    ["Emma"]
  } cleanup: { _ in
  }
  let book = AsyncGiven {
    Book(title: "Emma")
  } cleanup: { _ in
  }
  beforeAll {}
  beforeAll { (info: ExampleInfo) in _ = info.name }
  beforeEach { books.value.append("Dune") }
  beforeEach { (info: ExampleInfo) in _ = (info.id, info.place, info.row, info.slot) }
  afterEach {}
  afterEach { (info: ExampleInfo) in _ = (info.tags, info.bugs, info.inclusions) }
  afterAll {}
  afterAll { (_: ExampleInfo) in }
  aroundEach { example in try await example() }
  aroundEach { info, example in if info.row == nil { try await example() } }
  aroundAll { examples in try await examples() }
  aroundAll { info, examples in if info.row == nil { try await examples() } }
  it("opens", .timeZone("Asia/Tokyo"), .environment("SHOP", "Tokyo"), .environment("TILL", nil)) {}
  it("reads", .retry(2), .uses("till", .read), .uses("printer", .write)) {
    checkpoint("opened")
    cleanup {}
    attach("a page", named: "page.txt")
    expect(books().count, equals: 2, "Dune was added")
    try await expect(book().title, equals: "Emma")
    expect(1.5, equals: 1, within: 0.5)
    expect(1.5, equals: 1, withinRelative: 0.5)
    expectGolden(dumped(book), named: "book", scrubbing: .dates, .uuids, .addresses, .paths)
    expectInline(
      [1], scrubbing: .matching("[0-9]", as: "digit"),
      Scrubber("no spaces") { $0.filter { $0 != " " } }
    ) {
      "[1]"
    }
    try expectColumn("title", equals: "Emma", orPendingIfEmpty: true, comment: "by hand")
    try expectColumn(equals: ["Emma"], comment: "by hand")
    try await eventually(within: .seconds(1), polling: .milliseconds(1)) { books().count == 2 }
    try await eventuallyPasses { #expect(books().count == 2) }
    within("the shop") { _ = currentFailures().map(\.message) }
    _ = currentSlot()
    _ = try await everyFixture()
    try await within("the shop") { try await Task.sleep(for: .zero) }
    withEvery([1, 2]) { #expect($0 > 0) }
    await withEvery([1, 2]) { _ in await Task.yield() }
    runLoop(until: { true }, timeout: .seconds(1))
    if books().isEmpty { throw Skip("no books") }
    _ = Skip("why").reason
  }
  it { #expect(books().count == 2) }
  context("overridden") {
    books.override {
      ["Maus"]
    } cleanup: { _ in
    }
    book.override {
      Book(title: "Maus")
    } cleanup: { _ in
    }
    fit("is focused", .focused) {}
    xit("is left out", .skipped("why")) {}
    pending("is planned", "later")
    pending("is planned too")
  }
  fcontext("focused") { it("runs", .parallel) {} }
  xcontext("left out") { it("runs", .serialized) {} }
  fdescribe("focused too") { it("runs", .isolated) {} }
  xdescribe("left out too") { it("runs", .runGroup(2)) {} }
  describe("on the main actor", on: MainActor.self) { it("draws") {} }
  itBehavesLike(aShelf) { ["Emma"] }
  itBehavesLike(laterShelf) {
    try await Task.sleep(for: .zero)
    return Book(title: "Emma")
  }
  itBehavesLike(literalShelf, .enabled(if: true)) { beforeEach {} }
  itBehavesLike(literalShelf)
  fitBehavesLike(anyShelf)
  fitBehavesLike(aShelf) { ["Emma"] }
  xitBehavesLike(anyShelf, .disabled(if: false, "why"))
  xitBehavesLike(aShelf) { ["Emma"] }
  sharedExamples("local") { it("runs") {} }
  sharedExamples("local with a value") { (value: Given<Int>) in it("runs") { _ = value() } }
  sharedExamples("local with a later value") { (value: AsyncGiven<Int>) in
    it("runs") { _ = try await value() }
  }
  if Bool.random() { it("is first") {} } else { it("is second") {} }
  if #available(macOS 13, *) { it("is available") {} }
  if Bool.random() { it("sometimes") {} }
  for number in 1...2 { it("counts \(number)", .platforms(.linux, .macOS)) {} }
  SpecNode.several([it("is one of several") {}])
}

@Spec nonisolated var computed: SpecNode {
  describe("a property", .hooks(of: .module)) { beforeAll {} }
}
@Spec nonisolated let grouped = describe("hooks", .hooks(of: .runGroup(2))) { afterAll {} }

@Spec nonisolated let outlines = describe("outlines") {
  outline("over values", over: [1, 2], named: { "\($0)" }) { #expect($0 > 0) }
  outline("over made values", over: { [1, 2] }) { (number: Int) in #expect(number > 0) }
  outline("over a stream", over: { AsyncStream<Int> { $0.finish() } }) { (number: Int) in
    #expect(number > 0)
  }
  outline("over cases", over: Currency.self) { _ in }
  outline("over pairs", over: zip([1, 2], ["a", "b"])) { _, _ in }
  outline("over products", over: product([1, 2], ["a", "b"])) { _, _ in }
  outline("over pairs of values", over: pairwise([1, 2], ["a", "b"], [true])) { _, _, _ in }
  outline("over combinations", over: combinations(of: [1, 2], ["a", "b"], [true], strength: 2)) {
    _, _, _ in
  }
  outline("over rows of a file", .unread, from: .csv("books")) { (row: Row) in _ = row.name }
  outline("over books", from: .json("books")) { (book: Book) in #expect(book.price > 0) }
  outline("over rows in code") { (title: String, price: Int) in
    #expect(title.count < price)
  } rows: {
    row("Emma", "Emma", 8, traits: .skipped("sold out"))
    if Bool.random() { row("Dune", "Dune", 12) } else { row("Maus", "Maus", 16) }
    for price in 20...21 { row("at \(price)", "It", price) }
    if #available(macOS 13, *) { row("available", "Ulysses", 30) }
    if Bool.random() { row("sometimes", "Solaris", 12) }
  }
  outline("over rows with eight values") {
    (a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int) in
    #expect(a + b + c + d + e + f + g + h > 0)
  } rows: {
    row("eight", 1, 2, 3, 4, 5, 6, 7, 8)
  }
}

// MARK: Specs as types

@Spec("a shelf", .sharedInstance) struct ShelfSpec {
  var books = ["Emma"]

  @BeforeAll static func open() {}
  @BeforeEach mutating func fill() { books.append("Dune") }
  @AfterEach func empty() {}
  @AfterAll static func close() {}
  @AroundEach func lend(_ example: @Sendable () async throws -> Void) async throws {
    try await example()
  }
  @AroundAll static func keep(_ examples: @Sendable () async throws -> Void) async throws {
    try await examples()
  }

  @Example func holds() { #expect(books.count == 2) }
  @Example("has a name", .tags("slow")) func named() {}
  @Example(
    "takes",
    rows: {
      row("one", 1, "Emma")
    })
  func takes(count: Int, title: String) {}
  @Example(from: .csv("books")) func sells(title: String, price: Int?) {}
  @Example("over values", over: [1, 2]) func counts(number: Int) {}
  @Example(over: Currency.self) func pays(currency: Currency) {}

  @BehavesLike(aShelf) var shelf: [String] { books }
}

@Spec(.abstract) class BaseSpec: @unchecked Sendable {
  required nonisolated init() {}
  @Example func runs() {}
}

enum Main: ExemplarMain {}

nonisolated final class Slowest: CustomReport, @unchecked Sendable {
  init(path: String?) throws {}
  func report(_ event: RunEvent) {}
  func finish() {}
  var isComplete: Bool { true }
}

struct Owner: ExampleTrait {
  nonisolated func apply(to properties: inout NodeProperties) { properties.tags.insert("owned") }
}

// MARK: Runs from code

nonisolated func runs() async throws {
  var options = RunOptions()
  options.selection.selectors = ["A shelf"]
  options.selection.tags = [try TagCondition("a,!b")]
  options.seed = 7
  options.order = .defined
  options.platform = .current
  options.jobs = 2
  options.retries = 1
  options.timeLimit = .seconds(1)
  options.repetitions = 2
  options = try RunOptions(environment: ["EXEMPLAR_SEED": "7"])
  let report = try Exemplar.reporter("junit=results.xml")
  let result = await Exemplar.run([groups], options) { event in
    report.report(event)
    read(event)
  }
  report.finish()
  _ = (report.isComplete, options.selection.selectors)
  _ = options.selection.tags
  let specs: [DiscoveredSpec] = discoveredSpecs()
  _ = await Exemplar.run(specs, options)
  _ = specs[0].module
  let record: RunRecord = await recordRun(of: specs, options)
  for (_, outcome) in record.outcomes { read(outcome) }
  for (_, issues) in record.issues { issues.forEach(read) }
  read(record.result)
  read(result)
  for node in discoveredNodes(of: specs) {
    _ = (node.id, node.name, node.location, node.children, node.properties)
    switch node.kind {
    case .group, .example, .outline, .pending: break
    }
  }
  for spec: ListedNode in Exemplar.specs where spec.id == "A shelf" {
    _ = spec.testDescription
    try await spec.run()
  }
  _ = await Exemplar.examples(limit: 1).map(\.id)
  if false { await Exemplar.main(["--list"]) }
  _ = await Main.main()
}

nonisolated func read(_ result: RunResult) {
  _ = (result.isSuccess, result.passed, result.failed, result.flaky, result.skipped, result.pending)
  _ = (result.blocked, result.executed, result.unexpected, result.knownIssues, result.warnings)
  _ = (result.groupFailures, result.runFailures, result.notReached, result.nothingRan)
  _ = (result.finished, result.isFocused, result.isFocusRefused, result.duration, result.seed)
  _ = (result.order == .random, Order(rawValue: "random"))
}

nonisolated func read(_ outcome: RunOutcome) {
  switch outcome {
  case .passed, .flaky: break
  case .failed(let unexpected): _ = unexpected
  case .skipped(let reason): _ = reason
  case .pending(let reason): _ = reason
  case .quarantined(let reason): _ = reason
  case .blocked(let group): _ = group.text
  }
  _ = outcome.isFailure
}

nonisolated func read(_ issue: RunIssue) {
  _ = (issue.message, issue.place, issue.labels, issue.checkpoint, issue.context, issue.isFailure)
  _ = (issue.isExpected, issue.isKnown, issue.isWarning, issue.isRetried, issue.isQuarantined)
  switch issue.phase {
  case .planning, .beforeAll, .beforeEach, .body, .cleanup, .afterEach, .afterAll: break
  }
  switch issue.cause {
  case .timeLimit, .endOfProcess, nil: break
  }
}

nonisolated func read(_ event: RunEvent) {
  switch event {
  case .runStarted(let it):
    _ = (it.seed, it.order, it.specs, it.examples, it.repetition, it.repetitions)
    _ = (it.notSelected, it.focused, it.version, it.tests, it.testsLeftOut)
  case .groupStarted(let it):
    _ = (it.id, it.place)
    switch it.kind {
    case .group, .outline, .suite: break
    }
  case .hooksStarted(let it): _ = (it.id, it.phase, it.place)
  case .hooksEnded(let it): _ = (it.id, it.phase)
  case .exampleStarted(let it): _ = (it.id, it.context, it.isLeftOut)
  case .issueRecorded(let it): _ = (it.id, it.issue)
  case .attachmentRecorded(let it): _ = (it.id, it.name, it.size, it.path, it.text)
  case .exampleEnded(let it): _ = (it.id, it.outcome, it.duration, it.attempts)
  case .exampleListed(let it):
    let id = it.id
    _ = (id.components, id.description, id.name, id.parent, id.text)
    _ = (it.place, it.row, it.skipReason, it.shard)
    if let row = it.row {
      _ = (row.name, row.place, row.values)
      _ = row.columns?.map { ($0.name, $0.value, $0.read) }
    }
  case .groupEnded(let it): _ = (it.id, it.duration, it.failed)
  case .runEnded(let it): read(it)
  }
}

nonisolated func read(_ info: ExampleInfo) {
  _ = (info.place, info.row, info.tags, info.bugs)
  _ = info.inclusions.map { ($0.name, $0.place) }
  _ = (info.place.path, info.place.line, info.place.column)
  _ = (info.place.description, info.place < Place(path: "Cart.swift"))
}

nonisolated func read(_ properties: NodeProperties) {
  _ = (properties.tags, properties.bugs, properties.isFocused, properties.skipReason)
  _ = (properties.platforms, properties.timeLimit, properties.retries, properties.runGroup)
  let all: [Platform] = [
    .linux, .macOS, .macCatalyst, .iOS, .iPad, .iPhone, .tvOS, .watchOS, .visionOS, .android, .wasi,
    .windows,
  ]
  _ = all.map(\.name)
  let error = UsageError("no books", at: Place(path: "books.csv", line: 3))
  _ = (error.message, error.place, error.description)
}

nonisolated func logs() async throws {
  do throws(UsageError) {
    let log = try EventLog(path: "run.exlog")
    while let event = log.next() { read(event) }
    if let damage: EventLogDamage = log.damage { _ = damage.description }
    for running: RunningExample in log.running {
      _ = (running.id, running.attempt, running.checkpoint, running.context)
      _ = running.phase
    }
  } catch {
    _ = error.description
  }
}

// MARK: Rows

nonisolated func sources() -> [RowSource] {
  let url = URL(fileURLWithPath: "books.csv")
  return [
    .default, .csv("books", columns: "title", named: .required, repeats: .numbered),
    .csv(.url(url), separator: ";", comments: "#", named: ["title", "price"]),
    .csv("books", quoting: .lenient, quote: "'", backslashEscapes: true, trimming: true),
    .csv("books", quoting: .none, comments: "#", trailingComments: true), .tsv("a", quoting: .rfc),
    .json("cases/*", each: .first("tests", .ifPresent("valid"))), .lines("titles", trimming: true),
    RowSource.plist("books").withMetadata,
    .tsv(.named("books", in: .main), named: "title"), .json(.text("[]", path: "books.json")),
    .json("books", each: "shelves/*/books", skipping: .keys("id"), duplicateKeys: .keepFirst),
    .json("books", each: ["shelves"], skipping: [.strings, .containing(#/x/#)]),
    .json("books", each: [], named: .by { $0.keys.first }, duplicateKeys: .keepLast),
    .jsonLines("books", skipping: .where { $0.text == nil }, duplicateKeys: .refused),
    .plist("books", repeats: .refused), .yaml("books", unknownTags: .ignored),
    .yaml("books", unknownTags: .refused), .lines("titles"),
    .lines("titles", matching: #/(?<title>.*)/#), .lines("titles", widths: ["title": 8]),
    .matches("titles", of: #/(?<title>.*)/#), .testSuite("Pages"), .files("pages/*.md"),
    .files("pages/*.md", with: "*.html"),
    .rows(["Emma": ["price": 8]]), .rows([("Emma", ["price": 8])]), .rows(of: [["price": 8]]),
    .rows { [1, 2] }, .sequence { [Row("Emma", ["price": 8])] },
    .sequence { [Row("Emma", object: { 8 })] }, .csv("a", missing: .empty),
    .tsv("a", missing: .refused), .joined([.csv("a"), .csv("b")]),
    .csv("a") + .csv("b"), .zip(.csv("a"), .csv("b")), .product(.csv("a"), .csv("b")),
    .pairwise(.csv("a"), .csv("b")), RowSource.csv("a").prefix(2).dropFirst().filter { _ in true },
    RowSource.csv("a").map { try $0.renaming("title", to: "name").setting("price", to: 8) },
    RowSource.csv("a").keys(.snakeCase).keys { $0.lowercased() }.named("title"),
    RowSource.testSuite("Pages").trimmingFinalNewline.withoutMetadata.excluding("old*"),
    RowSource.csv("a").named { $0.name },
  ]
}

nonisolated func rows() async throws {
  let books: Rows<Book> = try Rows(.json("books"))
  _ = (books.startIndex, books.endIndex, books[0].title)
  let later = try await Rows<Book>(waitingFor: .json("books"))
  for book: NamedRow<Book> in later.named {
    _ = (book.id, book.name, book.place, book.value, book.title, book.testDescription)
  }
  do {
    _ = try Row.current
  } catch let errors as RowErrors {
    _ = (errors.errors, errors.description)
  }
}

nonisolated func read(_ row: Row) throws {
  _ = (row.name, row.fields, row.keys, row.place, row.url, row.description)
  _ = (row["title"], row.customMirror)
  let book: Book = try row.decode()
  _ = (book, try row.decode("title", as: String.self), try row.decode("price", default: 8))
  var fields: RowFields = ["title": "Emma", "price": 8]
  fields["title"] = "Dune"
  _ = (
    fields.keys, fields.description, fields.customMirror, fields.rowValue
  )
  _ = (RowFields([("a", 1)]), RowPath("a"))
  let values: [RowValue] = [
    nil, true, 1, 1.5, "a", [1], ["a": 1], RowValue("a"), RowValue(Currency.eur), .null,
    Date().rowValue, Data().rowValue,
  ]
  for value in values {
    _ = (value.array, value.object, value.text, value.number, value.numberText, value.truth)
    _ = (value.date, value.data, value.decimal, value.url, value.json, value["a"])
    _ = (value.description, value.foundationObject, value.customMirror)
    _ = (value.isIdentical(to: .null), value.rowValue)
  }
}

nonisolated struct ISBN: RowValueConvertible {
  var text: String
  nonisolated var rowValue: RowValue { RowValue(text) }
}
