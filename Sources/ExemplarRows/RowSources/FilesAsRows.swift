import ExemplarCore
import Foundation

extension RowSource {
  /// A row for each file that matches one of some patterns.
  ///
  /// ```swift
  /// @Example(from: .files("pages/**/*.html"))
  /// func isWellFormed(_ page: String) { … }
  /// ```
  ///
  /// In a pattern, `*` stands for any text in a name, `?` for one character, `[ab]` and `[a-z]` for
  /// one of several, `[!ab]` for any other, `{md,txt}` for either text, and `**` for folders of any
  /// depth, or none. Patterns are relative to the resources of the module that declares the
  /// outline, or else, if no file there matches, to the file that declares it. ``excluding(_:)``
  /// leaves files out.
  ///
  /// A row is named after its file, without extension unless files of one folder would have the
  /// same name; the folders on the way to it, after the fixed part of the pattern, are suites. The file is
  /// the row's `value`, read when it is asked for: as `String`, with the newline that ends it, as
  /// `Data`, or as its `URL`; also under the keys `text`, `data` and `url`.
  /// ``trimmingFinalNewline`` leaves the newline out. Names are in natural order,
  /// files before folders; hidden ones are skipped. A pattern without any file is a mistake.
  public static func files(_ patterns: String...) -> RowSource {
    files(patterns)
  }

  /// The same for patterns in an array.
  package static func files(_ patterns: [String]) -> RowSource {
    files(patterns.joined(separator: ", ")) { _ in
      (patterns.flatMap { PathPattern.all(in: $0) }, nil)
    }
  }

  /// A row for each file that matches a pattern, with its partner file.
  ///
  /// ```swift
  /// @Example(from: .files("pages/**/*.md", with: "*.html"))
  /// func renders(md: String, html: String) { … }
  /// ```
  ///
  /// In `partner`, `*` stands for the same text as the last `*` of the pattern, or, if there is no
  /// such file, for the whole name of the file: the partner of `emma.md` for `"*.html"` is
  /// `emma.html` or `emma.md.html`. The rest is the path from the folder of the file:
  /// `"../html/*.html"` is in another folder. The row has both files under their extensions; if
  /// these are equal, the second is under the name of its folder, or the part before its extension:
  /// `expected` for `"../expected/*.md"` and for `"*.expected.md"`. The first one is also the
  /// `value`.
  ///
  /// A file without its partner is a failing row, and so is a partner without its file.
  public static func files(_ pattern: String, with partner: String) -> RowSource {
    files("\(pattern) with \(partner)") { site in
      (PathPattern.all(in: pattern), try FilePairs(pattern, with: partner, at: site.place))
    }
  }

  private static func files(
    _ name: String,
    _ search: @escaping @Sendable (DeclarationSite) throws -> ([PathPattern], FilePairs?)
  ) -> RowSource {
    RowSource(name, mayHaveMetadata: { _ in false }) { site in
      let (patterns, pairs) = try search(site)
      var rows = try FileRows(patterns, for: site, pairs)
      return RowCursor<RowResult> { try rows.next() }
    }.withoutMetadata
  }
}
