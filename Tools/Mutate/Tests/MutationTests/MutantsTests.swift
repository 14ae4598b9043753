import Foundation
import Testing

@testable import Mutation

/// The mutants of sources, and the sources with them.
@Suite struct MutantsTests {
  private func plan(_ text: String, _ selection: MutantSelection = .init()) -> MutationPlan {
    MutationPlan(
      files: [MutableFile(path: "A.swift", text: text, Declarations(of: [text]))], selection)
  }

  private func changes(_ plan: MutationPlan) -> [String] {
    plan.mutants.map { "\($0.original) → \($0.replacement)" }
  }

  /// An expression whose function returns a type without values that stand for nothing.
  @Test(
    arguments: [
      ("a < b", "__mLess(1, 2, a , b)", ["< → <=", "< → >="]),
      ("a <= b", "__mLessOrEqual(1, 2, a , b)", ["<= → <", "<= → >"]),
      ("a > b", "__mGreater(1, 2, a , b)", ["> → >=", "> → <="]),
      ("a>=b", "__mGreaterOrEqual(1, 2, a,b)", [">= → >", ">= → <"]),
      ("a == b", "__mNot(1, a == b)", ["== → !="]),
      ("a !== b", "__mNot(1, a !== b)", ["!== → ==="]),
      ("try a() == b", "try __mNot(1, a() == b)", ["== → !="]),
      ("await a < b", "await __mLess(1, 2, a , b)", ["< → <=", "< → >="]),
      ("a && b", "(__mNot(1, a ) ? ( b) : __m(1))", ["&& → ||"]),
      ("a || b", "(__mIf(1, a ) ? ( b) : __mOff(1))", ["|| → &&"]),
      (
        "a && b || c", "(__mIf(1, (__mNot(2, a ) ? ( b) : __m(2)) ) ? ( c) : __mOff(1))",
        ["|| → &&", "&& → ||"]
      ),
      ("!a", "__mNot(1, !a)", ["!a → a"]),
      ("-a", "__mNegative(1, -a)", ["-a → a"]),
      ("[true]", "[__mNot(1, true)]", ["true → false"]),
      ("a + b", "__mAdd(1, a , b)", ["+ → -"]),
      ("a - b * c", "__mSubtract(1, a , __mMultiply(2, b , c))", ["- → +", "* → /"]),
      ("a / b % c", "__mRemainder(1, __mDivide(2, a , b) , c)", ["% → *", "/ → *"]),
      ("a[i] += b", "__mAddTo(1, &a[i] , b)", ["+= → -="]),
      ("a *= try b()", "__mMultiplyBy(1, &a , try b())", ["*= → /="]),
      ("a ?? b", "(__m(1) ? nil : (a )) ??  b", ["a ??  → "]),
      ("a..<b", "__mRange(1, a,b)", ["..< → ..."]),
      ("x[a...b]", "x[__mClosed(1, a,b)]", ["... → ..<"]),
      ("x[a..<b]", "x[__mHalfOpen(1, a,b)]", ["..< → ..."]),
      ("(a...b).contains(c)", "(__mClosed(1, a,b)).contains(c)", ["... → ..<"]),
      ("c ? a : b", "(__m(1, 2) ? __mIs(1) : (c)) ? a : b", ["c → true", "c → false"]),
      (
        "a < b ? a : b", "(__m(1, 2) ? __mIs(1) : (__mLess(3, 0, a , b))) ? a : b",
        ["a < b → true", "a < b → false", "< → <="]
      ),
      (
        "(a == 5, b != \"z\")",
        "(__mNot(1, a == (__m(2) ? 6 : 5)), __mNot(3, b != (__m(4) ? \"x\" : \"z\")))",
        ["== → !=", "5 → 6", "!= → ==", "\"z\" → \"x\""]
      ),
      (
        "[a == \"\", a == \"xy\", a == \"\\n\", a == 255]",
        "[__mNot(1, a == (__m(2) ? \"mutated\" : \"\")), __mNot(3, a == (__m(4) ? \"\" : \"xy\")), "
          + "__mNot(5, a == (__m(6) ? \"x\" : \"\\n\")), __mNot(7, a == (__m(8) ? 254 : 255))]",
        [
          "== → !=", "\"\" → \"mutated\"", "== → !=", "\"xy\" → \"\"", "== → !=", "\"\\n\" → \"x\"",
          "== → !=", "255 → 254",
        ]
      ),
      ("\"\\(a + 1)\"", "\"\\(__mAdd(1, a , 1))\"", ["+ → -"]),
    ] as [(String, String, [String])])
  func expressions(code: String, mutated: String, expected: [String]) {
    let plan = plan("func f() -> T { \(code) }")
    #expect(plan.text(ofFile: 0) == "func f() -> T { \(mutated) }")
    #expect(changes(plan) == expected)
  }

  /// Statements, in a function without a result, after another one.
  @Test(
    arguments: [
      ("a.b()", "if __m(1) { } else { a.b() }", ["a.b() → "]),
      ("try await b { c }", "if __m(1) { } else { try await b { c } }", ["try await b { c } → "]),
      (
        "if a { x = 1 }", "if (__m(1, 2) ? __mIs(1) : (a)) { x = 1 }", ["a → true", "a → false"]
      ),
      (
        "if let a, a == b { x = 1 }",
        "if let a = (__m(1) ? nil : a), (__m(2, 3) ? __mIs(2) : (a == b)) { x = 1 }",
        [" →  = nil", "a == b → true", "a == b → false"]
      ),
      (
        "guard let a = b as? C else { return }",
        "guard let a = (__m(1) ? nil : (b as? C)) else { return }", ["b as? C → nil"]
      ),
      ("while a { x = 1 }", "while (__m(1) ? __mIs(0) : (a)) { x = 1 }", ["a → false"]),
      (
        "repeat { x = 1 } while try a()",
        "repeat { x = 1 } while (__m(1) ? __mIs(0) : (try a()))", ["try a() → false"]
      ),
      (
        "for i in 0...n where a { x = 1 }",
        "for i in __mClosed(1, 0,n) where (__m(2, 3) ? __mIs(2) : (a)) { x = 1 }",
        ["... → ..<", "a → true", "a → false"]
      ),
      (
        "switch a { case 1: b() default: x = 1 }",
        "switch a { case 1: if __m(1) { } else { b() } default: x = 1 }", ["b() → ()"]
      ),
    ] as [(String, String, [String])])
  func statements(code: String, mutated: String, expected: [String]) {
    let plan = plan("func f() -> T {\n  x = 2\n  \(code)\n}")
    #expect(plan.text(ofFile: 0) == "func f() -> T {\n  x = 2\n  \(mutated)\n}")
    #expect(changes(plan) == expected)
  }

  @Test(arguments: [
    ("func f() { x = 1 }", "func f() { if __m(1) { return; }; x = 1 }"),
    ("func f() -> Int { x }", "func f() -> Int { if __m(1) { return 0; }; return x }"),
    ("func f() -> [A] { return x }", "func f() -> [A] { if __m(1) { return []; }; return x }"),
    ("var f: A? { x }", "var f: A? { if __m(1) { return nil; }; return x }"),
    (
      "var f: Bool { get { x } set { x = newValue } }",
      "var f: Bool { get { if __m(1, 2) { return __mIs(1) }; return x } set { x = newValue } }"
    ),
    (
      "func f() -> String { switch x { case 1: a default: b } }",
      "func f() -> String { if __m(1) { return \"\"; }; return switch x { case 1: a default: b } }"
    ),
    (
      "func f() -> Int? { switch x { case 1: return a default: return b } }",
      "func f() -> Int? { if __m(1) { return nil; }; switch x { case 1: return a default: return b } }"
    ),
  ])
  func earlyReturns(code: String, mutated: String) {
    #expect(plan(code).text(ofFile: 0) == mutated)
  }

  /// Code that has no mutants.
  @Test(arguments: [
    // Reports, and what only ends the process.
    "func f() -> T { print(a < b); return x }",
    "func f() -> T { logger.info(\"\\(a + b)\"); return x }",
    "func f() -> T { precondition(a < b, \"\\(a + 1)\"); return x }",
    "func f() -> T { guard a else { fatalError() }; return x }",
    "func f() -> T { guard let a = b, a > c && d else { preconditionFailure() }; return x }",
    "func f() -> T { if a < b { fatalError() }; return x }",
    "var description: String { a < b ? \"x\" : \"y\" }",
    "func hash(into hasher: inout Hasher) { hasher.combine(a + b); x = 1 }",
    "func f() -> T { lock.lock(); a.reserveCapacity(b + 1); return x }",
    // Code that other modules compile, or that nobody should use.
    "@inlinable public func f() -> Bool { a < b }",
    "@frozen public struct A { var a = true }",
    "@available(*, deprecated) func f() -> Bool { a < b }",
    "@available(macOS, unavailable) func f() -> Bool { a < b }",
    "@ViewBuilder var body: A? { if a { b } }",
    "@resultBuilder enum Lines { }\nstruct A { @Lines func f() -> [A] { if a { b() } } }",
    "@HTML var body: A? { b }",
    // Patterns, attributes and macros.
    "func f() -> T { switch a { case 0..<5: x; default: y } }",
    "@A(b < c) var x: T",
    "let x: T = #a(b < c)",
    "enum A { case b(Bool = true) }",
    // Branches that are not built.
    "#if os(Windows)\nlet x = a < b\n#endif",
    "#if SOMETHING\nlet x = a < b\n#else\nlet x = a > b\n#endif",
    "#if canImport(Foundation) && !DEBUG\nlet x = a < b\n#endif",
    "#if swift(<5.9)\nlet x = a < b\n#endif",
    // Operators of other types, and conditions that the compiler reads.
    "let x = a + \"b\" + c",
    "let x = a + [b]",
    "func f() -> T { x += \"a\"; while true { x = 1 } }",
    "let x = (a, b) < (c, d)",
    "let x = a <+> b < c",
    "func f() -> T { a?.b += 1; return x }",
    // Values, initializers, and calls without which nothing compiles.
    "init() { self.init(a: b) }",
    "func f() -> T { x.map { g($0) } }",
    "func f() -> T { let y = if let self { a() } else { b() }; return y }",
    "func f() -> T { VStack { Text(a) }; x = 1 }",
    "func f() -> Int { fatalError() }",
    "func f() -> Int? { nil }",
    // Files that nobody writes.
    "// Generated by a tool. DO NOT EDIT.\nlet x = a < b",
    "/* Generated using another tool */ import A\nlet x = a < b",
    // Code of tests, which no test tests.
    "import XCTest\nlet x = a < b", "import A\n@testable import Testing\nlet x = a < b",
    // Comments.
    "let x = a < b // exemplar:no-mutants equal values are the same",
    "let x = a < b /* exemplar:no-mutants equal values are the same */",
    "let x = a\n  < b // exemplar:no-mutants equal values are the same",
    "// exemplar:no-mutants only faster\nfunc f() -> Bool {\n  a < b\n}",
    "/// exemplar:no-mutants only faster\nfunc f() -> Bool {\n  a < b\n}",
    "struct A {\n  // exemplar:no-mutants: only faster\n  func f() -> Bool {\n    a < b\n  }\n}",
  ])
  func leftOut(code: String) {
    let plan = plan(code)
    #expect(changes(plan) == [])
    #expect(plan.text(ofFile: 0) == code)
    #expect(plan.files[0].mistakes == [])
  }

  @Test func builtBranchesHaveMutants() {
    let code =
      "#if os(Windows)\nlet x = a < b\n#elseif DEBUG && swift(>=5.9)\nlet x = a > b\n#endif"
    #expect(changes(plan(code)) == ["> → >=", "> → <="])
  }

  @Test func aCommentLeavesOutOneLine() {
    let code = """
      let x = a < b  // exemplar:no-mutants equal
      let y = a < b
      let z = a &&  // exemplar:no-mutants equal
        b
        || c
      """
    #expect(plan(code).mutants.map(\.line) == [2, 2, 5])
  }

  /// Files without mutants, though nothing in the options or the code says so.
  @Test(arguments: [
    (
      "// DO NOT EDIT.\nlet x = a < b",
      "A.swift has no mutants, since its first comment contains “do not edit”."
    ),
    (
      "import Foundation\nimport Testing\nlet x = a < b",
      "A.swift has no mutants, since it imports Testing. Name the file to change it too."
    ),
    ("/// A value that is generated by a tool.\nlet x = a < b", nil),
    ("import TestingSupport\nlet x = a < b", nil),
  ])
  func notes(code: String, note: String?) {
    #expect(MutableFile(path: "A.swift", text: code).note == note)
    let named = MutableFile(path: "A.swift", text: code, isNamed: true)
    #expect((named.note == nil) == !code.hasPrefix("// DO"))
    #expect(named.candidates.isEmpty == (named.note != nil))
  }

  @Test(arguments: [
    ("func f() -> T { if a { fatalError() } else { x = 1 } }", ["a → true", "a → false"]),
    ("func hash(_ text: S) -> T { a + b }", ["+ → -"]),
  ])
  func lookAlikesHaveMutants(code: String, expected: [String]) {
    #expect(changes(plan(code)) == expected)
  }

  @Test(arguments: [
    (
      "let x = 1\nlet y = a < b // exemplar:no-mutants",
      "A.swift:2: exemplar:no-mutants needs a reason after it, such as “exemplar:no-mutants only faster”."
    ),
    (
      "func f() {\n  // exemplar:no-mutants nothing\n}",
      "A.swift:2: exemplar:no-mutants has no declaration or statement below it."
    ),
  ])
  func mistakesInComments(code: String, message: String) {
    #expect(plan(code).files[0].mistakes == [message])
  }

  /// Operators of the package have the precedence that it declares.
  @Test func declaredOperators() {
    let code = """
      precedencegroup P { higherThan: ComparisonPrecedence }
      infix operator <+>: P
      let x = a <+> b < c

      """
    #expect(plan(code).text(ofFile: 0).hasSuffix("let x = __mLess(1, 2, a <+> b , c)\n"))
  }

  /// Text of several lines keeps them.
  @Test func linesStay() {
    let code =
      "func f() -> T {\n  return a\n    && b // why\n    || c.map {\n      $0 < d\n    }\n}\n"
    let lines = plan(code).text(ofFile: 0).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 8)
    #expect(lines[4].contains("__mLess(3, 4, $0 , d)"))
  }

  @Test func places() {
    let mutant = plan("let é = 1\nlet x = é < b\n").mutants[0]
    #expect(
      mutant
        == Mutant(
          number: 1, file: "A.swift", line: 2, column: 12, endLine: 2, endColumn: 13,
          mutator: "EqualityOperator", original: "<", replacement: "<=", isOnce: true))
  }

  /// Initial values of global and static variables are evaluated once.
  @Test(arguments: [
    ("let x = a + b", true), ("struct A { static let x = a + b }", true),
    ("let x = { a + b }()", true), ("let x = { a + b }", false),
    ("struct A { let x = a + b }", false), ("var x: T { a + b }", false),
    ("func f() -> T { let x = a + b; return x }", false),
    ("struct A { static func f() -> T { a + b } }", false),
    ("struct A { static var x: T { a + b } }", false),
  ])
  func once(code: String, isOnce: Bool) {
    #expect(plan(code).mutants.map(\.isOnce) == [isOnce])
  }

  // MARK: Selection

  private static let lines = "let x = a < b\nlet y = a && b == c\nlet z = a + b\n"

  @Test func operators() throws {
    var selection = MutantSelection()
    selection.operators = try MutationOperator.named("arithmeticoperator, LogicalOperator")
    #expect(changes(plan(Self.lines, selection)) == ["&& → ||", "+ → -"])
    #expect(throws: Problem.self) { try MutationOperator.named("Foo") }
    #expect(throws: Problem.self) { try MutationOperator.named(" ") }
  }

  @Test func aPlace() {
    var selection = MutantSelection()
    selection.places = [.init(path: "A.swift", line: 3)]
    #expect(changes(plan(Self.lines, selection)) == ["+ → -"])
    selection.places = [.init(path: "B")]
    #expect(plan(Self.lines, selection).mutants.isEmpty)
  }

  /// A changed line has one mutant; those of others are not in the program.
  @Test func changedLines() {
    var selection = MutantSelection()
    selection.changedLines = ["A.swift": [1, 2]]
    let plan = plan(Self.lines, selection)
    #expect(changes(plan) == ["< → <=", "== → !="])
    #expect(
      plan.text(ofFile: 0)
        == "let x = __mLess(1, 0, a , b)\nlet y = a && __mNot(2, b == c)\nlet z = a + b\n")
  }

  @Test func differencesHaveWholeLines() {
    let text = "func f() {\n  log(\n    a)\n  x = a < b\n}\n"
    let listings = plan(text).mutants.map { $0.listing(in: text.components(separatedBy: "\n")) }
    #expect(
      listings == [
        "A.swift:2:3: EarlyReturn\n-  log(\n+  return; log(",
        "A.swift:2:3: CallRemoval\n-  log(\n-    a)",
        "A.swift:4:9: EqualityOperator\n-  x = a < b\n+  x = a <= b",
        "A.swift:4:9: EqualityOperator\n-  x = a < b\n+  x = a >= b",
      ])
  }

  @Test func linesOfADifference() {
    let lines = ChangedLines(
      inDifference: """
        diff --git a/A.swift b/A.swift
        --- a/A.swift
        +++ b/A.swift
        @@ -1 +1,2 @@ func f()
        -let x
        +let x
        +let y
        @@ -9,2 +10,0 @@
        -a
        -b
        @@ -20,0 +19 @@
        +c
        --- a/B.swift
        +++ /dev/null
        @@ -1 +0,0 @@
        -x

        """)
    #expect(lines.byFile == ["A.swift": [1, 2, 19]])
  }

  @Test func pathsOfAManifest() {
    let manifest = """
      let a = [.package(path: "../A"), .package(name: "B", path: "/B"), .target(name: "C", path: "C")]
      let b = [.package(path: "\\(Context.packageDirectory)/../A"), .package(path: #filePath + "/../../A")]
      """
    #expect(
      ManifestPaths(manifest, of: "/root/C/Package.swift").text == """
        let a = [.package(path: "/root/C/../A"), .package(name: "B", path: "/B"), .target(name: "C", path: "C")]
        let b = [.package(path: "\\("/root/C")/../A"), .package(path: "/root/C/Package.swift" + "/../../A")]
        """)
  }
}
