import ExemplarRows
import Testing

/// What RFC 8259 does not allow, with the message and the place of each.
struct JSONMalformedTests {
  @Test(arguments: [
    ("+1", "2:1", "expected a value, found “+”"),
    (".5", "2:1", "expected a value, found “.”"),
    ("1.", "2:3", "expected a digit, found a new line"),
    ("1.e5", "2:3", "expected a digit, found “e”"),
    ("1.5.2", "2:4", "expected “}” or “,” after a value, found “.”"),
    ("-", "2:2", "expected a digit, found a new line"),
    ("-.5", "2:2", "expected a digit, found “.”"),
    ("--1", "2:2", "expected a digit, found “-”"),
    ("- 1", "2:2", "expected a digit, found “ ”"),
    ("-Infinity", "2:2", "expected a digit, found “I”"),
    ("01", "2:2", "expected no digit after a leading zero, found “1”"),
    ("-01", "2:3", "expected no digit after a leading zero, found “1”"),
    ("00", "2:2", "expected no digit after a leading zero, found “0”"),
    ("1e", "2:3", "expected a digit, found a new line"),
    ("1e+", "2:4", "expected a digit, found a new line"),
    ("1e1.5", "2:4", "expected “}” or “,” after a value, found “.”"),
    ("0x10", "2:2", "expected “}” or “,” after a value, found “x”"),
    ("1_000", "2:2", "expected “}” or “,” after a value, found “_”"),
    ("1 000", "2:3", "expected “}” or “,” after a value, found “0”"),
    ("1,5", "2:3", "expected a key in quotation marks, found “5”"),
    ("１", "2:1", "expected a value, found “１”"),
  ])
  func refusesANumber(text: String, place: String, problem: String) async {
    await expect(text, place, problem)
  }

  @Test(arguments: [
    ("NaN", "2:1", "expected a value, found “NaN”. JSON has finite numbers only"),
    ("Infinity", "2:1", "expected a value, found “Infinity”. JSON has finite numbers only"),
    ("undefined", "2:1", "expected a value, found “undefined”. Write null"),
    ("True", "2:1", "expected a value, found “True”. Write true"),
    ("nul", "2:1", "expected a value, found “nul”"),
    ("nulll", "2:1", "expected a value, found “nulll”"),
    ("true1", "2:5", "expected “}” or “,” after a value, found “1”"),
    ("", "3:1", "expected a value, found “}”"),
    ("\u{A0}1", "2:1", "expected a value, found an invisible character (U+A0)"),
    ("\u{FEFF}1", "2:1", "expected a value, found an invisible character (U+FEFF)"),
    ("\u{B}1", "2:1", "expected a value, found a control character (code 11)"),
    ("\0", "2:1", "expected a value, found a control character (code 0)"),
    ("1\0", "2:2", "expected “}” or “,” after a value, found a control character (code 0)"),
    ("// one\n1", "2:1", "expected a value, found “/”. JSON has no comments"),
    ("1 /* one */", "2:3", "expected “}” or “,” after a value, found “/”. JSON has no comments"),
    ("# one\n1", "2:1", "expected a value, found “#”"),
    ("1 2", "2:3", "expected “}” or “,” after a value, found “2”"),
    ("1;", "2:2", "expected “}” or “,” after a value, found “;”"),
  ])
  func refusesAWordOrAComment(text: String, place: String, problem: String) async {
    await expect(text, place, problem)
  }

  @Test(arguments: [
    ("[1,]", "2:4", "expected a value, found “]”. Remove the comma before it"),
    ("[,1]", "2:2", "expected a value, found “,”"),
    ("[1,,2]", "2:4", "expected a value, found “,”"),
    ("[1 2]", "2:4", "expected “]” or “,” after a value, found “2”"),
    ("[1:2]", "2:3", "expected “]” or “,” after a value, found “:”"),
    ("[1}", "2:3", "expected “]” or “,” after a value, found “}”"),
    (
      "{\"a\":1,}", "2:8",
      "expected a key in quotation marks, found “}”. Remove the comma before it"
    ),
    ("{,}", "2:2", "expected a key in quotation marks, found “,”"),
    ("{\"a\"}", "2:5", "expected “:” after the key, found “}”"),
    ("{\"a\",1}", "2:5", "expected “:” after the key, found “,”"),
    ("{\"a\":}", "2:6", "expected a value, found “}”"),
    ("{\"a\"::1}", "2:6", "expected a value, found “:”"),
    ("{\"a\":1 \"b\":2}", "2:8", "expected “}” or “,” after a value, found “\"”"),
    ("{\"a\":1]", "2:7", "expected “}” or “,” after a value, found “]”"),
    ("{a:1}", "2:2", "expected a key in quotation marks, found “a”"),
    (
      "{'a':1}", "2:2",
      "expected a key in quotation marks, found “'”. Texts and keys go in double quotation marks"
    ),
    ("{1:1}", "2:2", "expected a key in quotation marks, found “1”"),
    ("{null:1}", "2:2", "expected a key in quotation marks, found “n”"),
    ("{\"a\n\":1}", "2:4", "expected “\"” or an escape, found a new line"),
  ])
  func refusesAnArrayOrAnObject(text: String, place: String, problem: String) async {
    await expect(text, place, problem)
  }

  private func expect(_ text: String, _ place: String, _ problem: String) async {
    let lines = await transcript("[{\"v\":\n\(text)\n}]")
    #expect(lines == ["\(place) error: Malformed JSON: \(problem)."])
  }
}
