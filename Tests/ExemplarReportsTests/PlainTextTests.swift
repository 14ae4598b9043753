import Exemplar
import Foundation
import Testing

@testable import ExemplarReports

/// No byte that comes from the author or from data does anything to a terminal or to a job of GitHub.
struct PlainTextTests {
  private static func plain(_ text: String, guardsCommands: Bool = false) -> String {
    var plain = PlainText(guardsCommands: guardsCommands)
    return plain.string(of: text)
  }

  @Test(arguments: [
    ("", ""), ("plain ✔ › · é 👩‍👩‍👧 שלום\n\ttab\n", "plain ✔ › · é 👩‍👩‍👧 שלום\n\ttab\n"),
    ("\u{1B}[31mred\u{1B}[0m", #"\u{1B}[31mred\u{1B}[0m"#), ("a\u{0}b", #"a\0b"#),
    ("50 %\r100 %\r\n", "50 %\\r100 %\n"),
    ("\u{7}\u{8}\u{C}\u{7F}", #"\u{07}\u{08}\u{0C}\u{7F}"#),
    ("\u{9B}31m", #"\u{009B}31m"#), ("\u{202E}fdp.exe", #"\u{202E}fdp.exe"#),
    ("a\u{200B}b\u{FEFF}\u{AD}", #"a\u{200B}b\u{FEFF}\u{00AD}"#),
    ("\u{2028}\u{85}\u{E0041}", #"\u{2028}\u{0085}\u{000E0041}"#),
    ("\u{1B}7.[31m", #"\u{1B}7.[31m"#),
  ])
  func controlCharactersAreEscaped(text: String, plain: String) {
    expect(Array(Self.plain(text).utf8), equals: Array(plain.utf8))
    // Twice is once.
    expect(Array(Self.plain(plain).utf8), equals: Array(plain.utf8))
    #expect(
      Array(Self.plain(text + text).utf8) == Array((plain + plain).utf8)
        || text.hasSuffix("\r"))
  }

  /// Everything that a terminal may obey is among what is escaped.
  @Test func noControlCharacterIsLeft() {
    let all = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init)
    var text = ""
    text.unicodeScalars.append(contentsOf: all)
    let left: [Unicode.Scalar] = Self.plain(text).unicodeScalars.filter {
      [.control, .format, .lineSeparator, .paragraphSeparator].contains(
        $0.properties.generalCategory)
    }
    expect(left, equals: ["\t", "\n", "\u{200D}"])
  }

  @Test func stylesStayAndNoOtherTextIsOne() {
    let style = Style(hasColor: true)
    expect(Self.plain(style.red("no\u{1B}[0m")), equals: "\u{1B}[31mno\\u{1B}[0m\u{1B}[0m")
    expect(
      Self.plain(style.bold(style.dim("a")) + "b"), equals: "\u{1B}[1m\u{1B}[2ma\u{1B}[0m\u{1B}[0mb"
    )
    expect(Self.plain(Style(hasColor: false).red("a")), equals: "a")
  }

  @Test(arguments: [
    ("::error::x", ":\\:error::x"), ("a\n  \t::error::x", "a\n  \t:\\:error::x"),
    ("a ::error::x", "a ::error::x"), (": a:: b", ": a:: b"), ("##[error]x", "##\\[error]x"),
    ("a ##[x] [y] #[z]", "a ##\\[x] [y] #[z]"), ("\u{A0}\u{3000}::x", "\u{A0}\u{3000}:\\:x"),
    ("a\r::x", "a\\r::x"), (":::::", ":\\::::"), ("\n\n::\n::", "\n\n:\\:\n:\\:"),
    ("##vso[task.complete]", "##vso\\[task.complete]"), ("a ##teamcity[x]", "a ##teamcity\\[x]"),
    ("vso[ #teamcity[ ##vs[ ##vso [", "vso[ #teamcity[ ##vs[ ##vso ["),
  ])
  func noLineIsACommandOfACIService(text: String, guarded: String) {
    expect(Self.plain(text, guardsCommands: true), equals: guarded)
    expect(Self.plain(text), equals: text.replacing("\r", with: "\\r"))
    // Whatever pieces it comes in.
    var pieces = PlainText(guardsCommands: true)
    let parts = text.unicodeScalars.map { pieces.string(of: String($0)) }.joined()
    expect(parts, equals: guarded)
  }

  @Test(arguments: ["GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"])
  func eachServiceThatObeysCommandsIsKnown(variable: String) {
    #expect(PlainText.hasReaderOfCommands([variable: "1"]))
    #expect(!PlainText.hasReaderOfCommands([variable: "", "CI": "1"]))
  }

  /// The output of a process has carriage returns and colors.
  @Test func outputOfAProcessIsNoCommand() {
    var plain = PlainText(guardsCommands: true)
    func output(_ text: String) -> String {
      String(decoding: plain.bytes(ofOutput: Array(text.utf8)), as: UTF8.self)
    }
    expect(output("50 %\r::"), equals: "50 %\r:\\:")
    expect(output("error::x\n:"), equals: "error::x\n:")
    expect(output(":x\n\u{1B}[31m##"), equals: "\\:x\n\u{1B}[31m##")
    expect(output("[x]"), equals: "\\[x]")
    var elsewhere = PlainText(guardsCommands: false)
    expect(elsewhere.bytes(ofOutput: [0x3A, 0x3A, 0]), equals: [0x3A, 0x3A, 0])
  }
}
