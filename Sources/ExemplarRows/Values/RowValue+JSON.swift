import Foundation

// Values as the code under test may want them: as JSON, or as Foundation has them.

extension RowValue {
  /// The value as JSON text on one line: keys in their order, numbers with all written digits.
  ///
  /// Of the kinds that JSON lacks, dates are ISO 8601 text, data is base64 text, and a text file is
  /// its text.
  public var json: String {
    switch content {
    case .null: "null"
    case .bool(let truth): "\(truth)"
    // Numbers that are made in code may be none that JSON has.
    case .number(let text): NumberText(text) == nil ? text.asJSON : text
    case .string(let text), .untyped(let text): text.asJSON
    case .date: description.asJSON
    case .data(let data): data.base64EncodedString().asJSON
    case .file(let path): (text ?? URL(ofFileAt: path).absoluteString).asJSON
    case .array(let values): "[" + values.map(\.json).joined(separator: ",") + "]"
    case .object(let fields):
      "{" + zip(fields.keys, fields.values).map { $0.asJSON + ":" + $1.json }.joined(separator: ",")
        + "}"
    }
  }

  /// The number as it was written, if the value is one, with digits that no type may hold.
  public var numberText: String? {
    switch content {
    case .number(let text): text
    case .untyped(let text): text.untypedNumber
    default: nil
    }
  }

  /// The number, if the value is one that a `Decimal` can hold exactly: with 38 digits at most.
  public var decimal: Decimal? {
    guard let text = numberText, let number = NumberText(text), number.significantDigits <= 38
    else {
      return nil
    }
    return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
  }

  /// The value in the types that `JSONSerialization` and property lists have: `NSNull`, `Bool`,
  /// `Int`, `UInt64`, `Double`, `Decimal`, `String`, `Date`, `Data`, `URL`, `[Any]` and `[String:
  /// Any]`.
  ///
  /// A number is an integer if it is whole and fits, else a `Double` if that is as close as its
  /// digits can express, else a `Decimal` if that is exact; beyond the range of a `Double`, it is
  /// its text. Text of a format without types is a `String`, as is a plain scalar of YAML that is
  /// neither null nor tagged. Of keys that differ in their Unicode scalars only, which a dictionary takes for
  /// equal, it has the first.
  public var foundationObject: Any {
    switch content {
    case .null: NSNull()
    case .bool(let truth): truth
    case .number(let text): Self.number(text)
    case .string(let text), .untyped(let text): text
    case .date(let date): date
    case .data(let data): data
    case .file(let path): URL(ofFileAt: path)
    case .array(let values): values.map(\.foundationObject)
    case .object(let fields): fields.foundationObject
    }
  }

  private static func number(_ text: String) -> Any {
    guard let number = NumberText(text) else { return Double(text) ?? text as Any }
    if let whole = number.wholeDigits(atMost: 20) {
      if let integer = Int(whole) { return integer }
      if let integer = UInt64(whole) { return integer }
    }
    let double = Double(text) ?? .nan
    if double.isFinite, number.significantDigits <= 17 { return double }
    return RowValue(.number(text)).decimal ?? (double.isFinite ? double : text as Any)
  }
}

extension RowFields {
  /// The values in the types that Foundation has, by their keys.
  package var foundationObject: [String: Any] {
    Dictionary(keys.map { ($0, (self[$0] ?? .null).foundationObject) }) { first, _ in first }
  }
}

extension String {
  var asJSON: String {
    var json = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      case "\r": json += "\\r"
      case "\t": json += "\\t"
      case "\u{0}"..<"\u{20}":
        let code = String(scalar.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}
