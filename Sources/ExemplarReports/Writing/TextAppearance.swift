import Foundation

// How texts look, and texts that look alike.

extension StringProtocol {
  /// Whether both consist of the same scalars. To Swift, one may have composed characters where the other has not.
  package func isSame(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

  /// Whether no difference from another text is visible.
  package func looksLike(_ other: some StringProtocol) -> Bool { appearance == other.appearance }

  /// The visible characters, each in one of the forms that look alike.
  package var appearance: String {
    if utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return String(self) }
    var text = ""
    for scalar in decomposedStringWithCompatibilityMapping.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: break
      case .dashPunctuation: text += "-"
      default: text.unicodeScalars.append(lookalikes[scalar] ?? scalar)
      }
    }
    return text
  }

  /// The text in quotation marks, as in code.
  package var quoted: String {
    "\"\(unicodeScalars.map { $0 == "'" ? "'" : $0.escaped(asASCII: false) }.joined())\""
  }

  /// The text, with each character that is not ASCII as its scalars.
  package var escapingNonASCII: String {
    unicodeScalars.map { $0.isASCII ? String($0) : $0.escaped(asASCII: true) }.joined()
  }
}

/// Letters and marks of other scripts, by those that they look like.
private let lookalikes = Dictionary(
  uniqueKeysWithValues: zip(
    "АВЕЅІЈКМНОРСТУХаеоѕрсухіјԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧονꓲ‘’“”′−·".unicodeScalars,
    "ABESIJKMHOPCTYXaeospcyxijdqwABEZHIKMNOPTYXovI''\"\"'-.".unicodeScalars))

extension String {
  /// The beginning of a long text, in which nothing has to be found.
  package var shortenedPart: String { prefix(200).endIndex < endIndex ? prefix(199) + "…" : self }
}
