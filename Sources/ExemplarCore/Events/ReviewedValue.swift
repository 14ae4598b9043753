/// A value that an example compared with the one that a file expects: a fact of its failure, with everything that
/// `exemplar review` needs to write the value into that file. A process that runs examples never writes it.
package struct ReviewedValue: Sendable, Hashable {
  /// The kinds of a place.
  package enum Site: UInt8, Sendable, CaseIterable {
    /// The expected value itself: a cell, or a value of JSON or YAML.
    case value
    /// A row, or the key before it, which has no value under the name.
    case row
    /// A whole file, which may not exist yet. The place is its path alone.
    case file
    /// A call in Swift code: its last argument, or the one that the name labels, is the literal, or its only trailing
    /// closure contains nothing else.
    case call
  }

  /// The forms of the new value.
  package enum Form: UInt8, Sendable, CaseIterable {
    /// Text, which a format writes as text.
    case text
    /// A JSON text, which JSON and YAML have as a value, and others as text.
    case json
    /// Bytes, written in Base64 here.
    case bytes
  }

  package var site: Site
  package var place: Place
  /// The column, the key, the label of the argument, or the name of the file.
  package var name: String
  /// The syntax of the file, in the words of the module that reads it; empty for whole files and Swift code.
  package var syntax = ""
  /// The digest of the file as it was read; `nil` if there was none.
  package var digest: String?
  /// The expected value as text; `nil` if there was none, or it is not text.
  package var old: String?
  /// The value that the example has now.
  package var new: String
  package var form: Form
  /// Whether there is no expected value yet.
  package var isPending: Bool
  /// The names of the scrubbers that changed the value.
  package var scrubbers: [String] = []

  package init(
    _ site: Site, at place: Place, named name: String, syntax: String = "", digest: String? = nil,
    old: String?, new: String, form: Form = .text, isPending: Bool, scrubbers: [String] = []
  ) {
    (self.site, self.place, self.name, self.syntax) = (site, place, name, syntax)
    (self.digest, self.old, self.new, self.form) = (digest, old, new, form)
    (self.isPending, self.scrubbers) = (isPending, scrubbers)
  }
}
