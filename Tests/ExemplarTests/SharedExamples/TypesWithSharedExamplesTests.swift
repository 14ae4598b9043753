import ExemplarCore
import TestSupport
import Testing

@testable import Exemplar

/// Shared examples in specs that are types. (Semantics, section 7.)
struct TypesWithSharedExamplesTests {
  @Test("KW-12 SP-01 SP-02 RS-01 RS-03 SP-04 members of a type behave like shared examples")
  func members() async {
    let found = await outline(of: "FleetShape", "HarborShape", "LighthouseShape")
    #expect(
      found == """
        FleetShape
          vessel
            behaves like a cruiser
              at rest › stands | has a name: passed
              moves: passed
            behaves like a named thing › has a name: passed
          loaded › behaves like a collection › counts what it iterates | is not empty: passed
          measure › behaves like a measurable › has an area: passed
          idle › behaves like an idler › rests: passed
          port › behaves like a collection › counts what it iterates | is not empty: passed
          isPlain: passed
        HarborShape › free › behaves like a collection › counts what it iterates | \
        is not empty: passed
        LighthouseShape › shine › behaves like an idler › rests: passed
        14 executed
        """)
  }

  @Test("RS-04 RS-05 a static constant of a type names shared examples for it and the types in it")
  func scopes() async {
    #expect(
      await outline(of: "YardShape") == """
        YardShape
          crew › behaves like an idler › sleeps: passed
          Dock › watch › behaves like an idler › sleeps: passed
        2 executed
        """)
  }

  @Test("an abstract class shares its examples, inclusions and names with its subclasses")
  func abstractClasses() async {
    #expect(
      await outline(of: "AnyShelfShape", "OldShelfShape", "NewShelfShape") == """
        OldShelfShape
          books › behaves like a collection › counts what it iterates | is not empty: passed
          label › behaves like a label › is old: passed
          holdsEmma: passed
        NewShelfShape
          books › behaves like a collection › counts what it iterates | is not empty: passed
          label › behaves like a label › is short: passed
          holdsEmma: passed
        8 executed
        """)
  }

  @Test("SL-59 what is abstract runs in its subclasses alone; without one, it is skipped")
  func withoutSubclasses() async {
    #expect(
      await outline(
        of: "ForgottenShelfShape", "PlankShape", "LongPlankShape", "LongestPlankShape") == """
          ForgottenShelfShape
            isDusted: skipped, it is abstract, and no class inherits from it
            Board › isStraight: skipped, it is abstract, and no class inherits from it
          PlankShape › Nail › holds: passed
          LongestPlankShape › isSawn: passed
          2 executed, 2 skipped
          """)
  }

  @Test(
    "a selected abstract class names those whose examples are its own",
    arguments: [
      ("AnyShelfShape", "OldShelfShape, NewShelfShape"),
      ("AnyShelfShape/holdsEmma", "OldShelfShape, NewShelfShape"),
      ("LongPlankShape", "LongestPlankShape"),
    ])
  func selectedAbstractClasses(selector: String, heirs: String) async {
    let name = selector.prefix { $0 != "/" }
    for selectors in [[selector], [selector, "LongestPlankShape"]] {
      let trace = await traced(plan: [Spec].discovered(), selecting: selectors)
      expect(
        trace.description,
        equals:
          "Nothing matches “\(selector)”. “\(name)” is abstract: its examples run in \(heirs).")
    }
  }

  @Test("KW-09 RS-06 RS-13 KW-11 mistakes of a type are failing examples at the member's line")
  func mistakes() async {
    struct Shelf {}
    func declare<Value>(
      _ line: Int, _ name: String, _ value: @escaping @Sendable () async throws -> Value
    ) -> __Declaration {
      .__inclusion(
        name, __Label("member\(line)"), of: __TypeReference(Shelf.self, "Shelf"),
        at: __Location("Shop/Shelf.swift", "/Shelf.swift", line, 1), value)
    }
    let sample = sharedExamples("a book") { (title: Given<String>) in it("is read") { _ = title() }
    }
    let specs = SpecAssembly([
      .__value(sample, at: __Location("Shop/Book.swift", "/Book.swift", 1, 1)),
      declare(1, "a bok") { "Emma" }, declare(2, "a book") { 7 },
      declare(3, "a book") { () async throws -> String in throw Skip("sold") },
      declare(4, "a book") { () async throws -> String in throw UsageError("No such book.") },
    ]).specs()
    var lines: [String] = []
    for event in await traced(plan: specs).events {
      switch event {
      case .issueRecorded(let record):
        let chain = record.issue.context.inclusions.map { "\($0.name) \($0.place)" }.joined(
          separator: ", ")
        let message = record.issue.message.prefix { $0 != "\n" }
        let place = record.issue.place.map { "\($0.fileName):\($0.line)" } ?? ""
        lines.append("\(place): \(message) [\(chain)]")
      case .exampleEnded(let end): lines.append("\(end.id) \(end.outcome)")
      default: break
      }
    }
    expect(
      lines.joined(separator: "\n"),
      equals: """
        Shelf.swift:1: There are no shared examples “a bok” in the groups around this, in its \
        module, or at the top level of another one. Did you mean: []
        Shop/Shelf/member1/behaves like a bok failed(unexpected: true)
        Shelf.swift:2: The shared examples “a book” take a parameter of type String, but a value \
        of type Int is given here. They are defined at TypesWithSharedExamplesTests.swift:LINE. \
        Convert it: “{ String(…) }” or “{ … as String }”. []
        Shop/Shelf/member2/behaves like a book failed(unexpected: true)
        Shop/Shelf/member3/behaves like a book/is read skipped(reason: "sold")
        TypesWithSharedExamplesTests.swift:LINE: No such book. [a book /Shelf.swift:4:1]
        Shop/Shelf/member4/behaves like a book/is read failed(unexpected: true)
        """
        .replacing("LINE", with: "\(sample.place.line)"))
  }

  private func outline(of names: String...) async -> String {
    let specs = [Spec].discovered().filter { spec in
      if case .shared = spec.root.content { true } else { names.contains(spec.root.name) }
    }
    // These select nothing.
    let abstract = ["AnyShelfShape", "LongPlankShape"]
    return await traced(plan: specs, selecting: names.filter { !abstract.contains($0) })
      .description
  }
}
