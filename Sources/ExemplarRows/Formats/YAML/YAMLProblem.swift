#if YAML
  import ExemplarCore

  extension UsageError {
    /// An error of the parser, with its solution.
    ///
    /// - Parameters:
    ///   - text: The parser's own words.
    ///   - context: What the parser was doing, such as “while parsing a flow sequence”, and where that began.
    ///   - isTab: Whether a tab is at the location.
    static func yaml(
      _ text: String, context: (text: String, begin: Place)?, at place: Place, isTab: Bool
    ) -> UsageError {
      if text.hasPrefix("Maximum nesting level") { return .yamlIsTooDeep(at: place) }
      var message = "Malformed YAML: \(text)"
      if let context, context.begin != place {
        message += " \(context.text) that begins at \(context.begin.line):\(context.begin.column)"
      }
      let isTab = isTab || text.contains("tab character")
      let advice =
        isTab ? "Indent with spaces; a tab is not allowed here." : yamlAdvice(on: text)
      return UsageError("\(message).\(advice.map { " \($0)" } ?? "")", at: place)
    }

    private static func yamlAdvice(on text: String) -> String? {
      switch text {
      case "mapping values are not allowed in this context":
        return "A text with a colon and a space in it needs quotation marks; "
          + "a key needs the indentation of the keys beside it."
      case "mapping keys are not allowed in this context":
        return "A question mark that is a text needs quotation marks."
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
    static func yamlReader(_ text: String, value: Int32, at place: Place) -> UsageError {
      if text == "control characters are not allowed" {
        return UsageError(
          "Malformed YAML: a control character (code \(value)) is not allowed here. "
            + "In double quotation marks, it can be written as an escape.", at: place)
      }
      return UsageError("The file is not valid UTF-8 here. Save it as UTF-8.", at: place)
    }

    static func yamlIsTooDeep(at place: Place) -> UsageError {
      UsageError(
        "The YAML is nested more than \(RowValue.maximumDepth) levels deep.", at: place)
    }
  }
#endif
