#if YAML
  import ExemplarCore
  import Foundation

  /// The meaning of scalars.
  ///
  /// A plain scalar keeps its text, and is decoded as the requested type. The rules of YAML would
  /// convert `1.10` and `007` to numbers, although many of those are versions and codes, and only
  /// the code that reads the row can decide.
  extension Date {
    /// The moment of a timestamp, as in `2001-12-14 21:59:43.10 -5`; without a zone, it is in UTC.
    fileprivate init?(yaml text: String) {
      let form =
        #/([0-9-]{10})(?:[Tt]|[ \t]+)([0-9]{1,2})(:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?)[ \t]*(?:([+-])([0-9]{1,2})(:[0-9]{2})?|[Zz]?)/#
      guard let match = text.wholeMatch(of: form)?.output else {
        self.init(iso8601: text)
        return
      }
      func padded(_ digits: Substring) -> String { (digits.count == 1 ? "0" : "") + digits }
      let zone = match.4.map { $0 + padded(match.5 ?? "") + (match.6 ?? ":00") } ?? "Z"
      self.init(iso8601: "\(match.1)T\(padded(match.2))\(match.3)\(zone)")
    }
  }

  enum YAMLScalar {
    private static let prefix = "tag:yaml.org,2002:"

    static func content(
      of text: String, isPlain: Bool, tag: String?, _ unknownTags: UnknownTags
    ) throws(UsageError) -> RowValue.Content {
      switch tag {
      case nil: return isPlain ? plain(text) : .string(text)
      case "!", prefix + "str": return .string(text)
      case prefix + "null":
        guard RowValue(plain(text)).isNull else { throw mismatch(text, "null", "null") }
        return .null
      case prefix + "bool":
        guard let truth = Bool(untyped: text) else { throw mismatch(text, "bool", "true or false") }
        return .bool(truth)
      case prefix + "int", prefix + "float":
        let isFloat = tag == prefix + "float"
        guard let number = text.untypedNumber, isFloat || NumberText(number) != nil else {
          throw mismatch(text, isFloat ? "float" : "int", "a number")
        }
        return .number(number)
      case prefix + "binary":
        guard let data = Data(base64Encoded: text.filter { !$0.isWhitespace }) else {
          throw mismatch(text, "binary", "base64 text")
        }
        return .data(data)
      case prefix + "timestamp":
        guard let date = Date(yaml: text) else {
          throw mismatch(text, "timestamp", "a date as ISO 8601 text, such as 2024-02-29T12:30:00Z")
        }
        return .date(date)
      case let tag?:
        if unknownTags == .refused { throw UsageError(unknown(tag)) }
        return isPlain ? plain(text) : .string(text)
      }
    }

    /// The error of the tag of a list or a mapping, if it has one.
    static func problem(ofTag tag: String?, onList isList: Bool) -> String? {
      let fitting = isList ? ["seq", "omap", "pairs"] : ["map", "set"]
      guard let tag, tag != "!", !fitting.contains(where: { tag == prefix + $0 }) else {
        return nil
      }
      return unknown(tag)
    }

    private static func plain(_ text: String) -> RowValue.Content {
      ["", "~", "null", "Null", "NULL"].contains(text) ? .null : .untyped(text)
    }

    private static func mismatch(_ text: String, _ tag: String, _ expected: String) -> UsageError {
      UsageError(
        "Expected \(expected) after !!\(tag), found the text "
          + "\u{201C}\(text.shortened(to: 40))\u{201D}.")
    }

    private static func unknown(_ tag: String) -> String {
      let short = tag.hasPrefix(prefix) ? "!!" + tag.dropFirst(prefix.count) : tag
      return "The tag \(short.shortened(to: 60)) means nothing here. Leave it out: a value becomes "
        + "what the code that reads the row asks for. If the file is not yours, pass "
        + "unknownTags: .ignored to .yaml."
    }
  }
#endif
