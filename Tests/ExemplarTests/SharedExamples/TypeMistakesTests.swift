import ExemplarCore
import Testing

@testable import Exemplar

/// What can be wrong with shared examples of types. The host of this target would run such types, so they
/// are put together by hand here. (Semantics, section 7.)
struct TypeMistakesTests {
  private struct Shelf {}
  private struct Board {}

  @Test("KW-08 RS-08 KW-10 RS-09 names that stand twice or are empty, and groups without examples")
  func names() async {
    let found = await transcript([
      named(1, "a book") { it("is read") {} },
      named(2, "a book") { it("is sold") {} },
      named(3, "") { it("is lost") {} },
      named(4, "nothing") { beforeEach {} },
      member(5, of: Shelf.self, "a book"),
      member(6, of: Shelf.self, "nothing"),
    ])
    #expect(
      found == """
        Shop/Shelf/member5/behaves like a book/is read passed
        ! Shelf.swift:6: The shared examples “nothing” have no examples, so nothing was checked. They \
        are defined at Shelf.swift:4.
        Shop/Shelf/member6/behaves like nothing failed(unexpected: true)
        ! Shelf.swift:2: There are two shared examples “a book”: here and at Shelf.swift:1, which are \
        the ones that are used. Rename one of them.
        Shop/Shelf/shared examples “a book” failed(unexpected: true)
        ! Shelf.swift:3: These shared examples have an empty name, by which nothing can include them. \
        Name them.
        Shop/Shelf/shared examples without a name failed(unexpected: true)
        """)
  }

  @Test("RS-07 RS-12 a name that includes itself, with the chain; the other members are fine")
  func recursion() async {
    let found = await transcript([
      named(1, "a book") {
        it("is read") {}
        itBehavesLike("a sequel", filePath: "/Shelf.swift", line: 10, column: 1)
      },
      named(2, "a sequel") {
        itBehavesLike("a book", filePath: "/Shelf.swift", line: 20, column: 1)
        it("is longer") {}
      },
      named(3, "a cover") { it("is closed") {} },
      member(4, of: Shelf.self, "a book"),
      member(5, of: Shelf.self, "a cover"),
    ])
    #expect(
      found == """
        Shop/Shelf/member4/behaves like a book/is read passed
        ! Shelf.swift:20: These shared examples include themselves: “a book” includes “a sequel” \
        includes “a book”.
          “a book” is included at Shelf.swift:20
          “a sequel” is included at Shelf.swift:10
          “a book” is included at Shelf.swift:4
        Shop/Shelf/member4/behaves like a book/behaves like a sequel/behaves like a book \
        failed(unexpected: true)
        Shop/Shelf/member4/behaves like a book/behaves like a sequel/is longer passed
        Shop/Shelf/member5/behaves like a cover/is closed passed
        """)
  }

  @Test("RS-04 what a type names is not seen in a type beside it, which is told of near names")
  func scope() async {
    let found = await transcript([
      named(1, "a book") { it("is read") {} },
      member(2, of: Shelf.self, "a book"),
      member(3, of: Board.self, "a book"),
      module(4, "a brook") { it("flows") {} },
      member(5, of: Board.self, "a brok"),
    ])
    #expect(
      found == """
        Shop/Shelf/member2/behaves like a book/is read passed
        ! Shelf.swift:3: There are no shared examples “a book” in the groups around this, in its \
        module, or at the top level of another one. Those at Shelf.swift:1 can be included only in the \
        group or type in which they stand. Did you mean:
          a brook (Shelf.swift:4)
        Shop/Board/member3/behaves like a book failed(unexpected: true)
        ! Shelf.swift:5: There are no shared examples “a brok” in the groups around this, in its \
        module, or at the top level of another one. Did you mean:
          a brook (Shelf.swift:4)
        Shop/Board/member5/behaves like a brok failed(unexpected: true)
        """)
  }

  @Test("overrides and inclusions of a type that is no spec stand alone")
  func withoutSpec() async {
    let title = Given { "Emma" }
    let found = await transcript([
      .__value(
        title.override(filePath: "/Shelf.swift", line: 1) { "Persuasion" }, in: [Shelf.self],
        at: location(1)),
      .__value(itBehavesLike("a book"), in: [Shelf.self], at: location(2)),
      module(3, "a book") { it("is read") {} },
    ])
    #expect(
      found == """
        ! Shelf.swift:1: This override is in no group, so it does nothing. Put it into a describe, \
        a context, or a type that is a spec.
        Shop/override outside a group/override outside a group failed(unexpected: true)
        Shop/behaves like a book/is read passed
        """)
  }

  // MARK: - Declarations, as the macros make them

  private func location(_ line: Int) -> __Location {
    __Location("Shop/Shelf.swift", "/Shelf.swift", line, 1)
  }

  private func shared(
    _ line: Int, _ name: String, @SpecBuilder _ content: @escaping @Sendable () -> SpecNode
  ) -> SpecNode {
    sharedExamples(name, filePath: "/Shelf.swift", line: line, column: 1, content)
  }

  /// Shared examples that a type names.
  private func named(
    _ line: Int, _ name: String, @SpecBuilder _ content: @escaping @Sendable () -> SpecNode
  ) -> __Declaration {
    .__value(shared(line, name, content), in: [Shelf.self], at: location(line))
  }

  /// Shared examples that a module names.
  private func module(
    _ line: Int, _ name: String, @SpecBuilder _ content: @escaping @Sendable () -> SpecNode
  ) -> __Declaration {
    .__value(shared(line, name, content), at: location(line))
  }

  /// A member of a type that behaves like shared examples.
  private func member(_ line: Int, of type: Any.Type, _ name: String) -> __Declaration {
    .__inclusion(
      SharedExamples<Void>(named: name), __Label("member\(line)"),
      of: __TypeReference(type, "\(type)"),
      at: location(line)
    ) {}
  }

  private func transcript(_ declarations: [__Declaration]) async -> String {
    let lines = Locked([String]())
    let plan = Plan(SpecAssembly(declarations).specs(), PlanOptions(seed: 1, order: .defined))
    _ = await Run(plan) { event in
      switch event {
      case .issueRecorded(let record) where !record.issue.isWarning:
        let place = record.issue.place.map { "\($0.fileName):\($0.line)" } ?? ""
        lines.withLock { $0.append("! \(place): \(record.issue.message)") }
      case .exampleEnded(let end): lines.withLock { $0.append("\(end.id) \(end.outcome)") }
      default: break
      }
    }
    return lines.withLock { $0 }.joined(separator: "\n")
  }
}
