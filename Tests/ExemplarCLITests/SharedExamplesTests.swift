import ExemplarCore
import ExemplarReports
import Foundation
import Testing

extension PackageTests {
  /// Three modules that define, include and replace shared examples of each other.
  @Test func sharedExamplesCrossModules() async throws {
    let fixture = try Fixture.threeModules()
    defer { fixture.remove() }

    let report = fixture.path + "/events.jsonl"
    let result = try await fixture.test([
      "--order", "defined", "--jobs", "1", "--verbose", "--report", "json=\(report)",
    ])
    #expect(result.status == 1)
    #expect(
      result.counts == "10 examples: 7 passed, 3 failed (2 unexpectedly), 1 warning ")
    #expect(
      try outcomes(inEvents: report) == """
        ShopSpecs/The shop/behaves like a shelf/holds books passed
        ShopSpecs/The shop/behaves like a shelf/behaves like a book/is a book of the shop passed
        ShopSpecs/The shop/behaves like a shelf/behaves like a price/is dear failed(unexpected: false)
        ShopSpecs/The shop/behaves like a label/is the label of the yard passed
        ShopSpecs/The shop/behaves like a bok failed(unexpected: true)
        ShopSpecs/More/behaves like a label failed(unexpected: true)
        ShopSpecs/More/behaves like a book/is a book of the module passed
        YardSpecs/The yard/behaves like a book/is a book of the yard passed
        YardSpecs/The yard/inside/behaves like a book/is a book of the group passed
        YardSpecs/YardBooks/persuasion/behaves like a book/is a book of the yard passed
        """)
    let sources = fixture.path + "/Tests/"
    for part in [
      """
           There are no shared examples “a bok” in the groups around this, in its module, or at the \
      top level of another one. Did you mean:
             a book (Shop.swift:
      """,
      """
           Expectation failed: price() > 0
           Negative
             at \(fixture.path)/Sources/Common/Shelf.swift:17:33
             under 1 › a discount
             in shared examples “a price”, included at \(fixture.path)/Sources/Common/Shelf.swift:11:18
             in shared examples “a shelf”, included at \(sources)ShopSpecs/Shop.swift:6:16
      """,
      """
           The shared examples “a label” take a parameter of type String, but nothing is given here. \
      They are defined at Yard.swift:
      """,
      "Nothing includes the shared examples “a relic”, so they never run.",
    ] {
      #expect(result.output.contains(part), "\(part)\n\(result.output)")
    }

    let strict = try await fixture.test(["is a book", "--strict"])
    #expect(strict.status == 0, "a part has nothing to do with what is not included")
    let all = try await fixture.test(environment: ["CI": "1"])
    #expect(all.output.contains("1 failure outside examples"))
    let lenient = try await fixture.test(["--no-strict"], environment: ["CI": "1"])
    #expect(lenient.output.contains("1 warning"))

    let hosted = try await fixture.swiftTest(environment: ["EXEMPLAR_SELECT": "is dear"])
    #expect(hosted.status != 0)
    for part in [
      "under 1 › a discount",
      "in shared examples “a price”, included at \(fixture.path)/Sources/Common/Shelf.swift:11:18",
      "in shared examples “a shelf”, included at \(sources)ShopSpecs/Shop.swift:6:16",
    ] {
      // Once in the message of Swift Testing, once in our own report.
      #expect(
        (hosted.output + hosted.errors).ranges(of: part).count >= 2, "\(hosted.output)")
    }
  }
}

extension PackageTests {
  private func outcomes(inEvents path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .compactMap { line -> String? in
        guard case .exampleEnded(let end) = try EventLine.decode(Data(line.utf8)) else {
          return nil
        }
        return "\(end.id) \(end.outcome)"
      }
      .joined(separator: "\n")
  }
}

extension Fixture {
  /// A library and two test targets, which are linked into one program.
  fileprivate static func threeModules() throws -> Fixture {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("exemplar-modules-\(UUID().uuidString)")
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

      @Spec let relic = sharedExamples("a relic") { it("is old") {} }

      @Spec let more = describe("More") {
        itBehavesLike("a label")
        itBehavesLike("a book") { "Emma" }
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
    for (path, text) in files {
      let url = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    return Fixture(path: folder.path)
  }
}
