extension RowSource {
  /// The same rows without those of the files and folders that match one of some patterns, which
  /// are not read.
  ///
  /// ```swift
  /// .files("pages/**/*.md").excluding("pages/drafts/**", "README.md")
  /// ```
  ///
  /// A pattern matches in any folder: `README.md` every file of this name, `drafts/**` everything in
  /// every folder `drafts`. It concerns sources that look for files by a pattern.
  public func excluding(_ patterns: String...) -> RowSource {
    @Sendable func narrowed(_ site: DeclarationSite) -> DeclarationSite {
      var site = site
      site.exclusions += patterns
      return site
    }
    var others = self
    others.opening = { [opening] in opening(narrowed($0)) }
    others.mayHaveMetadata = { [mayHaveMetadata] in await mayHaveMetadata(narrowed($0)) }
    return others
  }
}
