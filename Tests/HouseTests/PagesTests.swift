import Foundation
import Testing

/// The pages lead readers to answers: links and anchors exist, and the README answers typical questions in two links.
struct PagesTests {
  /// A question of a user, the links that lead from the README to its answer, and a phrase of the answer.
  struct Question: CustomStringConvertible {
    var text: String
    /// The last link may have an anchor; the phrase is in its section then.
    var path: [String]
    var phrase: String

    var description: String { text }

    init(_ text: String, _ path: String..., has phrase: String) {
      self.text = text
      self.path = path
      self.phrase = phrase
    }
  }

  static let questions = [
    Question(
      "How do I add it to a package?", has: #".product(name: "Exemplar", package: "exemplar")"#),
    Question("Why does #expect(try …) not compile?", has: "`try` goes before the macro"),
    Question(
      "Can I keep my tests, and run them better?", "PlainTests#A-test-crashes",
      has: "the rest runs in another"),
    Question(
      "Does it work with my tests of XCTest?", "PlainTests#What-applies-to-which-tests",
      has: "| `--only-failures`, `--failed-first` |"),
    Question(
      "How do I quarantine a test without changing it?", "PlainTests#Quarantine-by-a-list",
      has: "--quarantine quarantine.json"),
    Question("Where do I begin?", "GettingStarted", has: "@Spec let aParcel"),
    Question(
      "I have a CSV. How do I use it?", "DrawingExamplesFromData#From-a-CSV",
      has: #"@Example(from: .csv("prices"))"#),
    Question(
      "My JSON is nested, or not mine.", "DrawingExamplesFromData", "RowShapes", has: "each:"),
    Question("How do I turn YAML on?", "Rows#Formats", has: #"traits: [.defaults, "YAML"]"#),
    Question(
      "How do I run one row?", "DrawingExamplesFromData#Run-one-row", has: "prices.csv:3"),
    Question("How do I run what failed last?", "Tool#What-failed", has: "--only-failures"),
    Question(
      "How do I leave out slow tests?", "Tool#Run-some-of-it", has: "--tag '!slow'"),
    Question(
      "How do I set values up for each example?", "WritingSpecs#As-values", has: "Given {"),
    Question("In which order do hooks run?", "Lifecycle#One-example", has: "innermost group"),
    Question(
      "How do I test code on the main actor?", "WritingSpecs#On-the-main-actor",
      has: "#specsOnMainActor()"),
    Question(
      "How do I wait for something?", "WritingSpecs#Expectations", "Lifecycle#Waiting",
      has: "try await eventually { shelf.isFull }"),
    Question(
      "Several types behave alike.", "SharingExamples", has: "itBehavesLike(aFleetShip)"),
    Question("It hangs.", "FindingOutWhyItIsRed#It-hangs", has: "--timeout 30s"),
    Question("It crashes.", "FindingOutWhyItIsRed#It-crashes", has: "fails its example"),
    Question(
      "It is green, but nothing ran.", "FindingOutWhyItIsRed#It-is-green-but-did-not-run",
      has: "exemplar list"),
    Question(
      "CI shows nothing.", "RunningOnCI#CI-shows-nothing", has: "always()"),
    Question(
      "How do I write a JUnit report?", "RunningOnCI", "Reports#JUnit-XML", has: "<testcase"),
    Question(
      "How do I get JUnit on GitLab?", "RunningOnCI#GitLab", has: "junit: reports/junit-*.xml"),
    Question(
      "How do I share set-up?", "GettingStarted#4-share-the-set-up",
      has: "`beforeEach` sets them up"),
    Question(
      "How do I start a server once for all examples?", "TestingIntegrationFlows#Start-it-once",
      has: "`beforeAll` runs before the first example"),
    Question(
      "How do I write a spec for a data file?", "Tool#Start-a-test-target", has: "exemplar add rows"
    ),
    Question(
      "How do I see what an example did?", "FindingOutWhyItIsRed#See-what-it-did",
      has: "--show-output always"),
    Question("I come from Quick.", "ComingFromQuick#Every-word-of-Quick", has: "justBeforeEach"),
    Question(
      "I come from XCTest.", "MigratingFromXCTest", has: "XCTAssertEqual"),
    Question(
      "Can I keep my @Test functions?", "MigratingFromSwiftTesting#Nothing-has-to-move",
      has: "beside `@Test`"),
    Question("Does it run in XCTest?", "Hosts#XCTest", has: "SpecTestCase"),
    Question("What does exit status 4 mean?", "Stability#Exit-status", has: "| 4 |"),
  ]

  @Test(arguments: questions)
  func theReadMeAnswers(_ question: Question) throws {
    var page = try Page("README.md")
    for link in question.path {
      let target = Link(link)
      #expect(
        page.links.contains { $0.page == target.page },
        "\(page.path) has no link to \(target.page ?? "")")
      page = try Page("\(Page.catalog)/\(try #require(target.page)).md")
      if let anchor = target.anchor { page = try #require(page.section(anchor), "\(link)") }
    }
    #expect(page.text.contains(question.phrase), "\(page.path) does not have the answer")
  }

  @Test func theReadMeIsShort() throws {
    #expect(try Page("README.md").lines.count <= 160)
  }

  /// After `try` and `await`, a failing `#expect` shows no values.
  @Test(arguments: try Page.all() + examples())
  func throwingCallsAreComparedByTheFunctionThatShowsTheirValues(_ page: Page) {
    for line in page.lines {
      let isComparison = line.contains(#/(try|await) #expect\(.* == |#expect\((try|await) .* == /#)
      #expect(!isComparison, "\(page.path): \(line)")
    }
  }

  private static func examples() throws -> [Page] {
    let files = FileManager.default.enumerator(atPath: Page.url("Examples").path)
    return try (files?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".swift") && !$0.contains(".build") }
      .map { try Page("Examples/\($0)") }
  }

  /// The failure of a row that it shows is in the reviewed output of the package.
  @Test func theReadMeShowsAFailureAsItIsPrinted() throws {
    let blocks = try Page("README.md").text.split(separator: "```\n")
    let failure = try #require(blocks.first { $0.contains("FailingSpecs/") })
    let reviewed = try Page("Tests/ExemplarCLITests/Golden/failing.txt").text
    #expect(reviewed.contains(failure))
  }

  @Test(arguments: try Page.all())
  func linksLeadSomewhere(_ page: Page) throws {
    for link in page.links {
      let path = link.page.map { link.isRelative ? $0 : "\(Page.catalog)/\($0).md" } ?? page.path
      guard FileManager.default.fileExists(atPath: Page.url(path).path) else {
        Issue.record("\(page.path): \(path) does not exist")
        continue
      }
      guard let anchor = link.anchor else { continue }
      let target = try Page(path)
      #expect(
        target.section(anchor) != nil, "\(page.path): \(path) has no heading for #\(anchor)")
    }
  }

  @Test func everyTraitIsInTheTable() throws {
    let rows = try Page("\(Page.catalog)/Traits.md").lines.filter { $0.hasPrefix("| `.") }
    let code = try Page("Sources/ExemplarCore/Tree/BuiltinTraits.swift").text
    let traits = Set(code.matches(of: /public static (?:var|func) (\w+)/).map(\.output.1))
    #expect(traits.count >= 20)
    for trait in traits.sorted() {
      #expect(
        rows.contains { $0.contains("`.\(trait)`") || $0.contains("`.\(trait)(") },
        "Traits.md lacks .\(trait)")
    }
  }

  @Test func everyArticleIsInTheIndex() throws {
    let index = try Page("\(Page.catalog)/Exemplar.md").links.compactMap(\.page)
    let articles = try FileManager.default.contentsOfDirectory(atPath: Page.url(Page.catalog).path)
      .filter { $0.hasSuffix(".md") && $0 != "Exemplar.md" }.map { String($0.dropLast(3)) }
    #expect(index.sorted() == articles.sorted())
  }
}

/// A link to another page, or to a heading.
struct Link {
  /// The name of an article, or the path of a file from the root; `nil` for the same page.
  var page: String?
  var anchor: String?
  /// Whether `page` is a path.
  var isRelative = false

  /// A link as DocC writes it.
  init(_ text: some StringProtocol) {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    page = parts[0].isEmpty ? nil : String(parts[0])
    anchor = parts.count > 1 ? String(parts[1]) : nil
  }

  /// A link of Markdown in a file of `folder`.
  init(_ text: some StringProtocol, in folder: String) {
    self.init(text)
    guard let path = page else { return }
    let file = URL(fileURLWithPath: "/" + folder).appendingPathComponent(path).standardizedFileURL
    let fromRoot = String(file.path.dropFirst())
    if fromRoot.hasPrefix(Page.catalog), fromRoot.hasSuffix(".md") {
      page = file.deletingPathExtension().lastPathComponent
    } else {
      page = fromRoot
      isRelative = true
    }
  }
}

/// A page of Markdown in this repository.
struct Page: CustomStringConvertible {
  var path: String
  var lines: [Substring]

  static let catalog = "Sources/Exemplar/Exemplar.docc"

  var description: String { path }
  var text: String { lines.joined(separator: "\n") }

  init(_ path: String) throws {
    self.path = path
    var text = try String(contentsOf: Self.url(path), encoding: .utf8)
    if text.last == "\n" { text.removeLast() }
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  static func url(_ path: String) -> URL { PublicAPI.repository.appendingPathComponent(path) }

  /// The README, its neighbors and all articles.
  static func all() throws -> [Page] {
    let articles = try FileManager.default.contentsOfDirectory(atPath: url(catalog).path)
      .filter { $0.hasSuffix(".md") }.sorted().map { "\(catalog)/\($0)" }
    return try
      ([
        "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "ARCHITECTURE.md",
        "Documentation/Dependencies.md",
      ] + articles).map { try Page($0) }
  }

  /// The lines outside of code blocks.
  private var prose: [Substring] {
    var isCode = false
    return lines.filter { line in
      if line.trimmingCharacters(in: .whitespaces).hasPrefix("```") {
        isCode.toggle()
        return false
      }
      return !isCode
    }
  }

  /// The links to files and articles, without those to symbols and other sites.
  var links: [Link] {
    let text = prose.joined(separator: "\n").replacing(#/`[^`\n]*`/#, with: "")
    let folder = (path as NSString).deletingLastPathComponent
    return text.matches(of: #/<doc:([^>]+)>/#).map { Link($0.1) }
      + text.matches(of: #/\]\(([^)<]+)\)/#)
      .filter { !$0.1.contains("://") }.map { Link($0.1, in: folder) }
  }

  /// The part of the page below the heading of an anchor, as DocC or GitHub writes it.
  func section(_ anchor: String) -> Page? {
    var isCode = false
    var level: Int?
    var section: [Substring] = []
    for line in lines {
      if line.hasPrefix("```") { isCode.toggle() }
      let marks = line.prefix { $0 == "#" }.count
      if !isCode, marks > 0, line.dropFirst(marks).hasPrefix(" ") {
        if let level, marks <= level { break }
        if level == nil, Self.anchor(of: line.dropFirst(marks + 1)) == anchor.lowercased() {
          level = marks
        }
      }
      if level != nil { section.append(line) }
    }
    guard level != nil else { return nil }
    var page = self
    page.lines = section
    return page
  }

  private static func anchor(of heading: Substring) -> String {
    heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
      .replacing(" ", with: "-")
  }
}
