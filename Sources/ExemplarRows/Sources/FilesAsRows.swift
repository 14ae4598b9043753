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
  /// In a pattern, `*` stands for any text in a name, `?` for one character, `[ab]` for one of
  /// several, and `**` for folders of any depth, or none. Patterns are relative to the resources of
  /// the module that declares the outline, or else, if no file there matches, to the file that
  /// declares it.
  ///
  /// A row is named after its file, without extension unless files of one folder would have the
  /// same name; the folders on the way to it, after the fixed part of the pattern, are suites. The file is
  /// the row's `value`, read when it is asked for: as `String`, without the newline at its end, as
  /// `Data`, or as its `URL`; also under the keys `text`, `data` and `url`. Names are in natural order,
  /// files before folders; hidden ones are skipped. A pattern without any file is a mistake.
  public static func files(_ patterns: String...) -> RowSource {
    files(patterns)
  }

  /// A row for each file that matches a pattern, with the file that belongs to it.
  ///
  /// ```swift
  /// @Example(from: .files("pages/**/*.md", with: "*.html"))
  /// func renders(md: String, html: String) { … }
  /// ```
  ///
  /// In `partner`, `*` stands for what the last `*` of the pattern stands for, and the rest for the way from
  /// the folder of the file: `"*.html"` is beside it, `"../html/*.html"` in another folder. The row has both
  /// files under their endings; where these are equal, the second is under the name of its folder, or what
  /// stands before its ending: `expected` for `"../expected/*.md"` and for `"*.expected.md"`. The first one
  /// is also the `value`.
  ///
  /// A file without its partner is a failing row, and so is a partner without its file.
  public static func files(_ pattern: String, with partner: String) -> RowSource {
    RowSource("\(pattern) with \(partner)", mayHaveMetadata: { _ in false }) { site in
      let path = PathPattern(pattern)
      let pairs = try FilePairs(path, with: partner, at: site.place)
      let trees = try FileRows.trees(of: [path], for: site)
      var rows = FileRows(open: trees.reversed(), site, pairs)
      return RowIterator { try rows.next() }
    }.withoutMetadata
  }

  /// A row for each file that matches one of some patterns.
  public static func files(_ patterns: [String]) -> RowSource {
    RowSource(patterns.joined(separator: ", "), mayHaveMetadata: { _ in false }) { site in
      let trees = try FileRows.trees(of: patterns.map { PathPattern($0) }, for: site)
      var rows = FileRows(open: trees.reversed(), site)
      return RowIterator { try rows.next() }
    }.withoutMetadata
  }
}
