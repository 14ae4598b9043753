#if YAML
  import ExemplarCore

  /// An error of the parser, worded with its solution.
  struct YAMLProblem {
    /// The parser's own words.
    var text: String
    /// The parser's current activity, such as “while parsing a flow sequence”.
    var context: String?
    /// Where that began.
    var begin: Place?
    var place: Place
    /// Whether a tab is at the location.
    var isTab: Bool

    var mistake: UsageError {
      if text.hasPrefix("Maximum nesting level") { return .yamlIsTooDeep(at: place) }
      var message = "Malformed YAML: \(text)"
      if let context, let begin, begin != place {
        message += " \(context) that begins at \(begin.line):\(begin.column)"
      }
      return UsageError("\(message).\(advice.map { " \($0)" } ?? "")", at: place)
    }

    private var advice: String? {
      if isTab || text.contains("tab character") {
        return "Indent with spaces; a tab is not allowed here."
      }
      switch text {
      case "mapping values are not allowed in this context":
        return "A text with a colon and a space in it needs quotation marks; "
          + "a key needs the indentation of the keys beside it."
      case "did not find expected key", "did not find expected '-' indicator":
        return "Check that what belongs together is indented alike."
      case "could not find expected ':'":
        return "A key needs a colon and a space after it."
      case "found character that cannot start any token":
        return "A text that begins with a special character needs quotation marks."
      case "found unexpected end of stream":
        return "Close the quotation mark."
      case "found unknown escape character":
        return "In double quotation marks, write a backslash twice; in single ones it is itself."
      case "did not find expected alphabetic or numeric character":
        return "A text that begins with & or * needs quotation marks."
      case "found undefined tag handle":
        return "A text that begins with ! needs quotation marks."
      default: return nil
      }
    }

    /// The mistake that a byte cannot be read.
    static func ofReader(_ text: String, value: Int32, at place: Place) -> UsageError {
      if text == "control characters are not allowed" {
        return UsageError(
          "Malformed YAML: a control character (code \(value)) is not allowed here. "
            + "In double quotation marks, it can be written as an escape.", at: place)
      }
      return UsageError("The file is not valid UTF-8 here. Save it as UTF-8.", at: place)
    }
  }

  extension UsageError {
    static func yamlIsTooDeep(at place: Place) -> UsageError {
      UsageError(
        "The YAML is nested more than \(RowValue.maximumDepth) levels deep.", at: place)
    }
  }
#endif
