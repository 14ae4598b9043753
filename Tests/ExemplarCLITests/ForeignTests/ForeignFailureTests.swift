import Exemplar
import Testing

@testable import ExemplarCLI

/// The messages of both libraries about failures.
struct ForeignFailureTests {
  @Test(arguments: [
    (
      #"XCTAssertEqual failed: ("1") is not equal to ("2") - "#,
      #"XCTAssertEqual failed: ("1") is not equal to ("2")"#
    ),
    (
      #"XCTAssertEqual failed: ("1") is not equal to ("2") - sums"#,
      #"XCTAssertEqual failed: ("1") is not equal to ("2") - sums"#
    ),
    (
      #"XCTAssertEqual failed: ("Receipt(title: "Tea", sum: 3)") is not equal to ("Receipt(title: "Tee", sum: 3)") - "#,
      """
      XCTAssertEqual failed: left is not equal to right
      − left, + right:
      − Receipt(title: "Tea", sum: 3)
      + Receipt(title: "Tee", sum: 3)
                          ^
      """
    ),
    (
      "XCTAssertEqual failed: (\"a\nb\nc\") is not equal to (\"a\nx\nc\") - sums (\"all\") here",
      """
      XCTAssertEqual failed: left is not equal to right
      − left, + right:
        a
      − b
      + x
        c
      sums ("all") here
      """
    ),
    // Texts that look alike are told apart.
    (
      "XCTAssertEqual failed: (\"caf\u{E9}\") is not equal to (\"caf\u{E9}\u{200B}\") - ",
      """
      XCTAssertEqual failed: left is not equal to right
      − left, + right:
      − café
      + café\\u{200B}
            ^^^^^^^^
      """
    ),
    // Where a value ends is not certain.
    (
      "XCTAssertEqual failed: (\"a\n\") - b\") is not equal to (\"c\") - d\") - ",
      "XCTAssertEqual failed: (\"a\n\") - b\") is not equal to (\"c\") - d\")"
    ),
    (
      "XCTAssertEqual failed: (\"a\n\") is not equal to (\"c\") - all (\"d\")",
      "XCTAssertEqual failed: (\"a\n\") is not equal to (\"c\") - all (\"d\")"
    ),
    (
      "XCTAssertEqual failed: (\"a\") is not equal to (\"b\") is not equal to (\"\n\") - ",
      "XCTAssertEqual failed: (\"a\") is not equal to (\"b\") is not equal to (\"\n\")"
    ),
    (
      #"XCTAssertEqual failed: ("1.00000000000000000000000001") is not equal to ("2.0") +/- ("0.1") - "#,
      #"XCTAssertEqual failed: ("1.00000000000000000000000001") is not equal to ("2.0") +/- ("0.1")"#
    ),
    ("XCTAssertNil failed: \"3\" - ", "XCTAssertNil failed: \"3\""),
    ("XCTAssertEqual failed: ", "XCTAssertEqual failed: "), ("failed - bad - ", "failed - bad"),
    ("threw error \"Snow()\"", "threw error \"Snow()\""),
  ])
  func ofXCTest(message: String, expected: String) {
    #expect(ForeignFailure.messageOfXCTest(message) == expected)
  }

  @Test(arguments: [
    (
      "Expectation failed: (a.reduce(0, +) → 6) == 7", ["the drawer"],
      "Expectation failed: (a.reduce(0, +) → 6) == 7\nthe drawer"
    ),
    (
      #"Expectation failed: (r → Receipt(title: "Tea", sum: 3)) == Receipt(title: "Tee", sum: 3)"#,
      [],
      """
      Expectation failed: (r → Receipt(title: "Tea", sum: 3)) == Receipt(title: "Tee", sum: 3)
      − left, + right:
      − Receipt(title: "Tea", sum: 3)
      + Receipt(title: "Tee", sum: 3)
                          ^
      """
    ),
    (
      "Expectation failed: (text → \"one\ntwo\nthree\") == (\"one\\n2\\nthree\" → \"one\n2\nthree\")",
      ["numbers"],
      """
      Expectation failed: text == "one\\n2\\nthree"
      − left, + right:
        one
      − two
      + 2
        three
      numbers
      """
    ),
    // Where the values end is not certain.
    (
      "Expectation failed: (a → \"x) == (y\nz\") == (b → \"q\n\")", [],
      "Expectation failed: (a → \"x) == (y\nz\") == (b → \"q\n\")"
    ),
    ("Expectation failed: !((a → 1) == (b → 1))", [], "Expectation failed: !((a → 1) == (b → 1))"),
    (
      "Expectation failed: ([1,2] → [1, 2]).contains(3)", [],
      "Expectation failed: ([1,2] → [1, 2]).contains(3)"
    ),
    ("Issue recorded", ["plainly wrong"], "plainly wrong"),
    ("Issue recorded", [], "Issue recorded"),
    ("Caught error: it snows", ["why"], "Caught error: it snows\nwhy"),
  ])
  func ofSwiftTesting(message: String, comments: [String], expected: String) {
    #expect(ForeignFailure.messageOfSwiftTesting(message, comments) == expected)
  }
}
