import ExemplarCore
import TestSupport
import Testing

@testable import Exemplar

/// Errors in shared examples of types. The host of this target would run such types, so they
/// are put together by hand here. (Semantics, section 7.)
struct TypeMistakesTests {
  private struct Shelf {}
  private struct Board {}

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
        group or type that declares them. Did you mean:
          a brook (Shelf.swift:4)
        Shop/Board/member3/behaves like a book failed(unexpected: true)
        ! Shelf.swift:5: There are no shared examples “a brok” in the groups around this, in its \
        module, or at the top level of another one. Did you mean:
          a brook (Shelf.swift:4)
        Shop/Board/member5/behaves like a brok failed(unexpected: true)
        """)
  }

  @Test func `overrides and inclusions of a type that is no spec stand alone`() async {
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
    await traced(plan: SpecAssembly(declarations).specs()).events.compactMap { event in
      switch event {
      case .issueRecorded(let record) where !record.issue.isWarning:
        let place = record.issue.place.map { "\($0.fileName):\($0.line)" } ?? ""
        return "! \(place): \(record.issue.message)"
      case .exampleEnded(let end): return "\(end.id) \(end.outcome)"
      default: return nil
      }
    }.joined(separator: "\n")
  }
}
