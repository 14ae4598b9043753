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
  /// Whether an earlier call had another value for the place, so that no value is right for all of them.
  package var isContradicted = false

  package init(
    _ site: Site, at place: Place, named name: String, syntax: String = "", digest: String? = nil,
    old: String?, new: String, form: Form = .text, isPending: Bool, scrubbers: [String] = []
  ) {
    (self.site, self.place, self.name, self.syntax) = (site, place, name, syntax)
    (self.digest, self.old, self.new, self.form) = (digest, old, new, form)
    (self.isPending, self.scrubbers) = (isPending, scrubbers)
  }
}

extension ReviewedValue {
  /// The last line of the failure of a value that a person can accept.
  package static let advice = "Accept it with: exemplar review"

  /// A file, or a column of a file with rows, that no example of a run has compared.
  package static func obsolete(
    _ site: Site, _ path: String, named name: String, digest: String? = nil
  ) -> ReviewedValue {
    ReviewedValue(
      site, at: Place(path: path), named: name, digest: digest, old: nil, new: "", isPending: false)
  }
}

/// An expected value that a value of an example equaled: a golden file, a column of a file with rows, or a literal.
package struct ConfirmedPlace: Sendable, Hashable {
  /// The file; of a literal, the call.
  package var place: Place
  /// The name of the column, or the label of the literal; empty for a golden file.
  package var name: String

  package init(_ place: Place, named name: String = "") { (self.place, self.name) = (place, name) }
}
