import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The cases of a document, as a parser that is not ours reads them.
final class JUnitCases: NSObject, XMLParserDelegate {
  struct Case {
    var classname: String
    var name: String
    var verdict: String?
  }
  private(set) var cases: [Case] = []
  private(set) var counts: [String?] = []

  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.coderReadCorrupt) }
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    switch element {
    case "testsuites":
      counts = ["tests", "failures", "errors", "skipped"].map { attributes[$0] }
    case "testcase":
      cases.append(Case(classname: attributes["classname"] ?? "", name: attributes["name"] ?? ""))
    case "failure", "error", "skipped": cases[cases.count - 1].verdict = element
    default: break
    }
  }
}
