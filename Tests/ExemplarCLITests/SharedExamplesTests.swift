import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

extension PackageTests {
  /// Three modules that define, include and replace shared examples of each other.
  @Test func sharedExamplesCrossModules() async throws {
    let fixture = try Fixture.threeModules()

    let report = fixture.path + "/events.jsonl"
    let result = try await fixture.test([
      "--order", "defined", "--jobs", "1", "--verbose", "--report", "json=\(report)",
    ])
    expect(result.status, equals: 1)
    let name = URL(fileURLWithPath: fixture.path).lastPathComponent
    try expectGolden(
      "modules.txt",
      result.normalized.replacing(fixture.path, with: "PATH").replacing(name, with: "Modules"))
    #expect(
      try chains(inEvents: report) == """
        is dear: Shelf.swift:17 < a price, Shelf.swift:11 < a shelf, Shop.swift:6
        behaves like a bok: Shop.swift:12
        """)

    let hosted = try await fixture.swiftTest(environment: ["EXEMPLAR_SELECT": "is dear"])
    #expect(hosted.status != 0)
    for part in [
      "under 1 › a discount",
      "in shared examples “a price”, included at Sources/Common/Shelf.swift:11:18",
      "in shared examples “a shelf”, included at Tests/ShopSpecs/Shop.swift:6:16",
    ] {
      // Once in the message of Swift Testing, once in our own report.
      #expect((hosted.output + hosted.errors).ranges(of: part).count >= 2, "\(hosted.output)")
    }
  }

  /// The log of XCTest contains the lines that included the failure, as other reports do.
  @Test func sharedExamplesFailInXCTest() async throws {
    let result = try await EveryHost.xctest(
      "XCTestTests.HostedSpecs",
      environment: ["EXEMPLAR_ORDER": "defined", "EXEMPLAR_SELECT": "A fleet", "FLEET": "1"])
    #expect(result.status != 0)
    let log = result.xctestLog(of: "A fleet").split(separator: "\n")
      .filter { !$0.hasPrefix("~ ") }.joined(separator: "\n")
    try expectGolden("fleet.txt", log)
  }

  /// Where each failing issue is, and which lines included that, as the JSON Lines have it.
  private func chains(inEvents path: String) throws -> String {
    func short(_ place: Place?) -> String {
      place.map { "\($0.fileName):\($0.line)" } ?? "nowhere"
    }
    let failures = try [Event](linesAt: path).records.filter(\.issue.isFailure)
    return failures.map { record in
      let chain = record.issue.context.inclusions.map { " < \($0.name), \(short($0.place))" }
      return "\(record.id?.name ?? "run"): \(short(record.issue.place))\(chain.joined())"
    }.joined(separator: "\n")
  }
}

extension Fixture {
  /// A library and two test targets, which are linked into one program.
  fileprivate static func threeModules() throws -> Fixture {
    let folder = try temporaryFolder()
    let exemplar = ".product(name: \"Exemplar\", package: \"exemplar\")"
    let files = [
      "Package.swift": """
      // swift-tools-version: 6.1
      import PackageDescription
      let package = Package(
        name: "Modules",
        dependencies: [.package(name: "exemplar", path: "\(Tool.repository.path)")],
        targets: [
          .target(name: "Common", dependencies: [\(exemplar)]),
          .testTarget(name: "ShopSpecs", dependencies: ["Common", \(exemplar)]),
          .testTarget(name: "YardSpecs", dependencies: ["Common", \(exemplar)]),
        ],
        swiftLanguageModes: [.v6]
      )
      """,
      "Sources/Common/Shelf.swift": """
      import Exemplar
      import Testing

      public func aShelf<Books: Collection & SendableMetatype>(
        _: Books.Type = Books.self
      ) -> SharedExamples<Books> where Books.Element == String {
        SharedExamples("a shelf") { books in
          let count = Given { books().count }
          it("holds books") { #expect(count() > 0) }
          itBehavesLike("a book") { books().first ?? "" }
          itBehavesLike(aPrice) { count() - 1 }
        }
      }

      private let aPrice = SharedExamples("a price") { (price: Given<Int>) in
        it("is dear") {
          withEvery([1]) { _ in within("a discount") { #expect(price() > 0, "Negative") } }
        }
      }
      """,
      "Tests/ShopSpecs/Shop.swift": """
      import Common
      import Exemplar
      import Testing

      @Spec let shop = describe("The shop") {
        itBehavesLike(aShelf()) { ["Emma"] } with: {
          sharedExamples("a book") { (book: Given<String>) in
            it("is a book of the shop") { #expect(book() == "Emma") }
          }
        }
        itBehavesLike("a label") { "labels" }
        itBehavesLike("a bok") { "Emma" }
      }

      @Spec let book = sharedExamples("a book") { (book: Given<String>) in
        it("is a book of the module") { #expect(book() == "Emma") }
      }
      """,
      "Tests/YardSpecs/Yard.swift": """
      import Exemplar
      import Testing

      @Spec let yard = describe("The yard") {
        itBehavesLike("a book") { "Persuasion" }
        context("inside") {
          itBehavesLike("a book") { "Sanditon" }
          sharedExamples("a book") { (book: Given<String>) in
            it("is a book of the group") { #expect(book() == "Sanditon") }
          }
        }
      }

      @Spec struct YardBooks {
        @BehavesLike("a book") func persuasion() async throws -> String { "Persuasion" }
      }

      @Spec let yardBook = sharedExamples("a book") { (book: Given<String>) in
        it("is a book of the yard") { #expect(book() == "Persuasion") }
      }

      @Spec let label = sharedExamples("a label") { (text: Given<String>) in
        it("is the label of the yard") { #expect(text() == "labels") }
      }
      """,
    ]
    for (path, text) in files { try folder.write(text, to: path) }
    return Fixture(path: folder.path)
  }
}
