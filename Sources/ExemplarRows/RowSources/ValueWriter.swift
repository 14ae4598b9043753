import ExemplarCore

/// Writes values into the files that rows are read from: each format knows how its values are written, and leaves every
/// byte around them as it is.
package enum ValueWriter {
  /// The edits of a file that write values, in their order, or the error of a value for which there is no room at its place.
  package static func edits(
    _ values: [ReviewedValue], in bytes: [UInt8], path: String
  ) -> [Result<ByteEdit, UsageError>] {
    var edits = values.map { Result<ByteEdit, UsageError>.failure(mistake($0)) }
    // Those of one syntax are written together.
    for (syntax, indices) in Dictionary(grouping: values.indices, by: { values[$0].syntax }) {
      let written = write(indices.map { values[$0] }, syntax, bytes, path)
      for (index, edit) in zip(indices, written) { edits[index] = edit }
    }
    return edits
  }

  private static func write(
    _ values: [ReviewedValue], _ syntax: String, _ bytes: [UInt8], _ path: String
  ) -> [Result<ByteEdit, UsageError>] {
    do {
      if let form = CSVForm(syntax: syntax) {
        return try CSVWriter(bytes, path: path, form).edits(values)
      }
      #if YAML
        if syntax == "yaml" {
          var writer = try YAMLWriter(bytes, path: path)
          return writer.edits(values)
        }
      #endif
      guard ["json", "jsonl"].contains(syntax) else { return values.map { .failure(mistake($0)) } }
      var writer = try JSONWriter(bytes, path: path, isLines: syntax == "jsonl")
      return values.map { value in
        Result { try writer.edit(value) }.mapError { UsageError(wrapping: $0) }
      }
    } catch {
      let mistake = UsageError(wrapping: error)
      return values.map { _ in .failure(mistake) }
    }
  }

  /// Why this program cannot write values of a syntax at all; `nil` if it can.
  package static func problem(withSyntax syntax: String) -> String? {
    #if !YAML
      if syntax == "yaml" {
        return
          "This exemplar was built without the package trait YAML, which it needs to write YAML. Run swift run exemplar "
          + "review, which builds it with the traits that Package.swift turns on."
      }
    #endif
    return nil
  }

  private static func mistake(_ value: ReviewedValue) -> UsageError {
    UsageError(
      problem(withSyntax: value.syntax)
        ?? "Exemplar does not write into files of this format, or ones that are read in several ways. "
        + "Write the new value there yourself, or move the rows to CSV or JSON.", at: value.place)
  }
}
