import Exemplar
import TestSupport
import Testing

/// The differences that a failing comparison shows beside the two values.
struct DifferenceTests {
  private struct Book: Equatable {
    var title: String
    var price: Int
    var tags: [String] = []
    var author: Author?
  }

  private struct Author: Equatable { var name: String }

  private enum Format: Equatable { case paper(pages: Int), audio(minutes: Int) }

  /// The lines after the first of the issue that a failing expectation records.
  private func lines(_ body: @Sendable @escaping () -> Void) async -> [String] {
    await traced(describe("A shelf") { it("holds") { body() } }).issues.flatMap {
      $0.message.split(separator: "\n").dropFirst().map(String.init)
    }
  }

  @Test func namesThePartsOfStructuresThatDiffer() async {
    let lines = await lines {
      let emma = Book(
        title: "Emma", price: 8, tags: ["novel", "old"], author: Author(name: "Jane"))
      let other = Book(
        title: "Emma", price: 9, tags: ["novel", "new"], author: Author(name: "June"))
      #expect(emma == other)
    }
    #expect(
      lines
        == [
          "− left, + right:", "− price: 8", "+ price: 9", "− tags[1]: \"old\"",
          "+ tags[1]: \"new\"",
          "− author.name: \"Jane\"", "+ author.name: \"June\"",
          String(repeating: " ", count: 17) + "^",
        ])
  }

  /// A quotation mark in a text does not end it, in the message and for the grouping of failures.
  @Test func quotationMarksInTextsAreEscaped() async {
    let (text, other) = (#"say "hi""#, #"C:\temp"#)
    let trace = await traced(
      describe("A shelf") {
        it("holds") { #expect(text == "x") }
        it("is open") { #expect(text == other) }
      })
    #expect(
      trace.issues.map { String($0.message.prefix { $0 != "\n" }) } == [
        #"Expectation failed: (text → "say \"hi\"") == "x""#,
        #"Expectation failed: (text → "say \"hi\"") == (other → "C:\\temp")"#,
      ])
  }

  @Test func isTheSameForACallAsForAMacro() async throws {
    @Sendable func price() throws -> Int { 8 }
    let passing = await traced(
      describe("A shelf") { it("holds") { expect(try price(), equals: 8) } })
    #expect(passing.issues.isEmpty)
    let line = #line + 3
    let trace = await traced(
      describe("A shelf") {
        it("holds") { expect(Array(1...9), equals: Array(1...8) + [13], "on Monday") }
        it("is open") { withKnownIssue { expect(nil as String?, equals: "open") } }
      })
    let (actual, expected) = (Array(1...9), Array(1...8) + [13])
    let macro = await traced(
      describe("A shelf") { it("holds") { #expect(actual == expected, "on Monday") } })
    #expect(macro.issues.first?.message.hasPrefix("Expectation failed: (actual → [1, 2") == true)
    #expect(
      trace.issues.map(\.message)
        == macro.issues.map(\.message) + [
          "Expectation failed: (actual → nil) == (expected → \"open\")"
        ])
    #expect(trace.issues.first?.message.hasSuffix("\non Monday") == true)
    #expect(trace.issues.map(\.place?.line) == [line, line + 1])
    #expect(trace.issues.map(\.isKnown) == [false, true])
    #expect(trace.issues.allSatisfy { $0.place?.fileName == "DifferenceTests.swift" })
  }

  /// The README's example: a throwing call.
  @Test func showsTheValuesOfAThrowingCall() async {
    struct ISBN: Sendable {
      var isbn13: String
      init(_ text: String) throws { isbn13 = "978" + text }
    }
    let trace = await traced(
      describe("A shelf") {
        it("converts") { try expect(ISBN("0441172719").isbn13, equals: "9780441172719") }
        it("fails") { try expect(ISBN("0441172719").isbn13, equals: "9780441172710") }
        it("fails with a macro") { try #expect(ISBN("0441172719").isbn13 == "9780441172710") }
      })
    #expect(
      trace.issues.first?.message
        == #"Expectation failed: (actual → "9780441172719") == (expected → "9780441172710")"#)
    // If this shows values one day, the pages may lead with it.
    #expect(trace.issues.last?.message.contains("9780441172719") == false)
  }

  @Test func namesTheElementsThatWerePutInAndTakenAway() async {
    let lines = await lines {
      let (a, b) = (["Emma", "Dune", "Ulysses", "It"], ["Dune", "Ulysses", "Solaris", "It"])
      #expect(a == b)
    }
    #expect(lines == ["− left, + right:", "− [0]: \"Emma\"", "+ [2]: \"Solaris\""])
  }

  @Test func comparesDictionariesByTheirKeysAndSetsByTheirElements() async {
    let dictionaries = await lines {
      let a = ["Emma": 8, "Dune": 12, "It": 9]
      #expect(a == ["Emma": 8, "Dune": 13, "Solaris": 10])
    }
    #expect(
      dictionaries == [
        "− left, + right:", "− [\"Dune\"]: 12", "+ [\"Dune\"]: 13", "− [\"It\"]: 9",
        "+ [\"Solaris\"]: 10",
      ])
    let sets = await lines {
      let a: Set = ["Emma", "Dune", "Solaris"]
      #expect(a == ["Emma", "Solaris", "Ulysses"])
    }
    #expect(sets == ["− left, + right:", "− \"Dune\"", "+ \"Ulysses\""])
  }

  @Test func showsTheLinesOfTextsThatDifferAndMarksWhatChanged() async {
    let lines = await lines {
      let a = "one\ntwo\nthree\nfour\nfive\nsix\nseven"
      #expect(a == "one\ntwo\nthree\nfour\nfive!\nsix\nseven")
    }
    #expect(
      lines == [
        "− left, + right:", "  ⋮", "  three", "  four", "− five", "+ five!", "      ^", "  six",
        "  seven",
      ])
  }

  @Test func shortensLongTextsAroundWhatDiffers() async {
    let lines = await lines {
      let a = String(repeating: "a", count: 500) + "x" + String(repeating: "b", count: 500)
      let b = String(repeating: "a", count: 500) + "y" + String(repeating: "b", count: 500)
      #expect(a == b)
    }
    let (before, after) = (String(repeating: "a", count: 40), String(repeating: "b", count: 40))
    #expect(
      lines == [
        "− left, + right:", "− …\(before)x\(after)…", "+ …\(before)y\(after)…",
        "   " + String(repeating: " ", count: 40) + "^",
      ])
  }

  @Test func showsSpaceThatNobodySees() async {
    let lines = await lines {
      let a = "the first line\nthe second line"
      #expect(a == "the first line \nthe second line")
    }
    #expect(lines.contains("− \"the first line\""))
    #expect(lines.contains("+ \"the first line \""))
  }

  @Test func showsNewlinesWhereNothingElseDiffers() async {
    let atTheEnd = await lines {
      let a = "the first line\nthe second line\n"
      #expect(a == "the first line\nthe second line")
    }
    #expect(
      atTheEnd.prefix(3) == [
        "− left, + right:", #"− "the first line\nthe second line\n""#,
        #"+ "the first line\nthe second line""#,
      ])
    let ofAnotherKind = await lines {
      let a = "the first line\r\nthe second line"
      #expect(a == "the first line\nthe second line")
    }
    #expect(ofAnotherKind.contains(#"− "the first line\r\nthe second line""#))
  }

  @Test func showsValuesOfDifferentFormsWhole() async {
    let lines = await lines {
      let a = Format.paper(pages: 400_000_000)
      #expect(a == .audio(minutes: 400_000_000))
    }
    #expect(lines.first == "− left, + right:")
    #expect(lines.count >= 3)
  }

  @Test func saysNothingOfShortValues() async {
    let lines = await lines {
      let a = 8
      #expect(a == 9)
    }
    #expect(lines.isEmpty)
  }
}
