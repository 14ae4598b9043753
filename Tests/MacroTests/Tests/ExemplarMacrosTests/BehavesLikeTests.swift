#if Macros
  import Testing

  /// What `@BehavesLike` refuses to stand on, and what it leaves.
  struct BehavesLikeTests {
    @Test(arguments: [
      "var books = 1", "let books = 1", "static let books = 1", "var books: Int { 1 }",
      "var books: Int { get async throws { 1 } }", "func books() {}",
      "func books(count: Int = 1) async throws -> Int { count }", "class func books() -> Int { 1 }",
      "private var books = 1", "func testBooks() -> Int { 1 }",
    ])
    func leavesOneRecord(member: String) {
      expect("class Shelf { @BehavesLike(\"a\") \(member) }", leavesRecords: 1)
      expect(
        "@Spec class Shelf { init() {}; @BehavesLike(a(), .tags(\"b\")) \(member) }",
        leavesRecords: 2)
    }

    @Test func otherDeclarations() {
      expect(
        "struct Shelf { @BehavesLike(\"a\") struct Board {} }",
        is:
          "1:16: @BehavesLike belongs on a property, or on a method that gives the parameter of the "
          + "shared examples; give the value of a type in a property: 'var subject: Self { self }'")
      expect(
        "struct Shelf { @BehavesLike(\"a\") typealias Board = Int }",
        is:
          "1:16: @BehavesLike belongs on a property, or on a method that gives the parameter of the "
          + "shared examples")
    }

    @Test func membersOfNoType() {
      let problem =
        "@BehavesLike belongs on a member of a type with examples; elsewhere use 'itBehavesLike'"
      expect("@BehavesLike(\"a\") let books = 1", is: "1:1: \(problem)")
      expect("@BehavesLike(\"a\") func books() {}", is: "1:1: \(problem)")
    }

    @Test func severalProperties() {
      expect(
        "struct Shelf { @BehavesLike(\"a\") let (books, maps) = (1, 2) }",
        is: "1:38: shared examples have one parameter: use one property, or a tuple")
    }

    @Test func functions() {
      expect(
        "struct Shelf { @BehavesLike(\"a\") func books(count: Int) -> Int { count } }",
        is: "1:39: 'books' has parameters, but nothing gives them here; remove them")
      expect(
        "struct Shelf { @BehavesLike(\"a\") func books<Book>() -> [Book] { [] } }",
        is:
          "1:44: a generic function cannot be an example or a hook, because its types are unknown"
      )
      expect(
        "struct Shelf { @BehavesLike(\"a\") @Example func books() {} }", leavesRecords: 1,
        "1:16: a method is either an example, a hook, or a subject of shared examples")
    }

    @Test func aTypeNeedsAnInitializerForItsSubjects() {
      expect(
        "@Spec struct Shelf { @BehavesLike(\"a\") let books: Int }", leavesRecords: 1,
        "1:14: 'Shelf' needs an initializer without arguments, because each example gets an instance "
          + "of its own; give 'books' a value or add 'init()'")
    }

    @Test func expansion() {
      expect(
        """
        struct Shelf {
          @BehavesLike(aCollection([Int].self), .tags("fast"))
          let books = [1]
        }
        """,
        becomes: #"""
          struct Shelf {
            let books = [1]

            nonisolated private static let __macro_local_12exemplar_2_3fMu_: @Sendable () -> Exemplar.__Declaration = {
                Exemplar.__Declaration.__inclusion(aCollection([Int].self), Exemplar.__Label("books", .tags("fast")), of: Exemplar.__TypeReference(Shelf.self, "Shelf"), at: Exemplar.__Location("Shop/Shelf.swift", "Shelf.swift", 2, 3)) {
                  let __instance = try await Exemplar.__instance(of: Shelf.self) { try await (Shelf(), Exemplar.__mayThrow, Exemplar.__maySuspend).0 }
                  return try await (__instance.books, Exemplar.__mayThrow, Exemplar.__maySuspend).0
                }
            }
            nonisolated private enum __macro_local_10record_2_3fMu_: Exemplar.__Record {
              static func __declaration() -> Exemplar.__Declaration { __macro_local_12exemplar_2_3fMu_() }
            }
          }
          """#)
    }
  }
#endif
