import Testing

@testable import ExemplarSources

/// Literals of calls in Swift code that others replace.
struct SwiftLiteralTests {
  /// The code after a new value is written, or the problem.
  private func edited(
    _ text: String, _ new: String, line: Int = 1, column: Int = 1, old: String? = nil
  ) -> String {
    switch SwiftLiterals(text).edit(
      line: line, column: column, closure: text.contains("row(") ? "" : "expected", old: old,
      new: new)
    {
    case .failure(let problem): return problem.message
    case .success(let edit):
      var bytes = Array(text.utf8)
      bytes.replaceSubrange(edit.range, with: Array(edit.code.utf8))
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test(arguments: [
    (#"f(x) { "old" } // end"#, "new", #"f(x) { "new" } // end"#),
    (#"f(x) { "old" }"#, "a\"b\\c\t", #"f(x) { "a\"b\\c\t" }"#),
    (##"f(x) { #"old"# }"##, "a\"b\\c", ##"f(x) { #"a"b\c"# }"##),
    (##"f(x) { #"old"# }"##, "a\"#b", ###"f(x) { ##"a"#b"## }"###),
    (#"f(x) { "old" }"#, "\0a\u{202E}b\u{2066}", #"f(x) { "\u{0}a\u{202e}b\u{2066}" }"#),
    (#"f(x) { "old" }"#, "a\nb", "f(x) { \"\"\"\n  a\n  b\n  \"\"\" }"),
    ("  expectInline(x)\n", "a\n", "  expectInline(x) {\n    \"\"\"\n    a\n\n    \"\"\"\n  }\n"),
    ("expectInline(x)\r\n", "a", "expectInline(x) { \"a\" }\r\n"),
    (
      "f(x) {\r\n\t\"\"\"\r\n\told\r\n\t\"\"\"\r\n}", "a\n\n b",
      "f(x) {\r\n\t\"\"\"\r\n\ta\r\n\r\n\t b\r\n\t\"\"\"\r\n}"
    ),
    (
      #"row("a", [1, f("b")], "old", traits: [.tags("x")])"#, "new",
      #"row("a", [1, f("b")], "new", traits: [.tags("x")])"#
    ),
    (#"row("a", html: "old")"#, "👩‍👩‍👧 \u{301}", #"row("a", html: "👩‍👩‍👧 "# + "\u{301}\")"),
    (
      #"expectInline(x) { "\(y)" }"#, "a",
      "The expected value is computed here. Write it as one literal without an interpolation."
    ),
    (
      #"expectInline(x) { "a" + "b" }"#, "a",
      "The expected value is computed here. Write it as one literal without an interpolation."
    ),
    (
      #"row("a", old)"#, "a",
      "The expected value is computed here. Write it as one literal without an interpolation."
    ),
    (#"f(x, expected: { "old" })"#, "new", #"f(x, expected: { "new" })"#),
    (#"row("a", [:], nil, traits: t)"#, "new", #"row("a", [:], "new", traits: t)"#),
    ("let a = 1", "a", "There is no call here whose literal could be changed."),
  ])
  func aLiteralIsReplaced(_ code: String, _ new: String, _ result: String) {
    let old = code.contains("old") || code.contains("{ \"") ? "old" : nil
    #expect(edited(code, new, column: code.hasPrefix("  ") ? 3 : 1, old: old) == result)
  }

  @Test func aLiteralThatIsNotTheOneOfTheRunStays() {
    #expect(edited(#"f(x) { "a" }"#, "b", old: "a") == #"f(x) { "b" }"#)
    #expect(
      edited(#"f(x) { "c" }"#, "b", old: "a")
        == "The literal is not the one that the run has compared. Run the example again.")
    #expect(edited("f(x)", "b", old: "a") == "The call has no closure with the expected value.")
    // A closure that the run did not have.
    #expect(
      edited(#"f(x) { "a" }"#, "b")
        == "The call here is not expectInline(…) itself. Write a closure with the value where the macro, or the function, makes "
        + "the call.")
    #expect(
      edited(#"expectInline(x) { "a" }"#, "b")
        == "The literal is not the one that the run has compared. Run the example again.")
  }

  /// The place of a call that a macro, or a function for its caller, makes is that of another call.
  @Test func aCallOfAnotherFunctionGetsNoClosure() {
    let message = """
      The call here is not expectInline(…) itself. Write a closure with the value where the macro, or the function, makes \
      the call.
      """
    for code in ["check(x)", "#expect(throws: Never.self, performing: { expectInline(x) })"] {
      #expect(edited(code, "a") == message)
    }
    #expect(
      edited(#"#expect(throws: Never.self) { expectInline(x) { "a" } }"#, "b", old: "a") == message)
    #expect(edited("Exemplar.expectInline(x)", "a") == #"Exemplar.expectInline(x) { "a" }"#)
    #expect(edited(#"check(x) { "a" }"#, "b", old: "a") == #"check(x) { "b" }"#)
  }

  /// Reading a literal again gives the text that was written, in every form and for every text.
  @Test func everyTextReadsAsItWasWritten() {
    let parts = [
      "", "a", "\"", "\"\"\"", "\\", "\\(x)", "\\#", "#", "\"#", "\n", "\r\n", "\r", "\t", "  ",
      "\0", "\u{1}", "é",
      "\u{301}", "👩‍👩‍👧", "\u{FEFF}", "\u{2028}", "\u{85}", "\u{7F}", "}", "//", "/*",
    ]
    let forms = [
      "\"old\"", "#\"old\"#", "##\"old\"##", "\"\"\"\n  old\n  \"\"\"", "#\"\"\"\n\told\n\t\"\"\"#",
    ]
    var wrong: [String] = []
    for form in forms {
      for first in parts {
        for second in parts {
          let new = first + second
          let text = "g() { \"before\" }\nf(x) { \(form) } // after \"é\"\n"
          let result = edited(text, new, line: 2, old: "old")
          let again = edited(result, "again", line: 2, old: new)
          if !result.hasPrefix("g() { \"before\" }\nf(x) { ")
            || !result.hasSuffix(" } // after \"é\"\n") || !again.contains("again")
          {
            wrong.append("\(new.debugDescription) in \(form): \(result)")
          }
        }
      }
    }
    #expect(wrong == [])
  }
}
