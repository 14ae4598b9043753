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
    let source = self
    @Sendable func narrowed(_ site: DeclarationSite) -> DeclarationSite {
      var site = site
      site.exclusions += patterns
      return site
    }
    let openNow: @Sendable (DeclarationSite) throws -> RowIterator = { site in
      try source.rowsNow(for: narrowed(site))
    }
    let others = RowSource(
      name, mayHaveMetadata: { site in await source.mayHaveMetadata(narrowed(site)) },
      open: { site in try await source.rows(for: narrowed(site)) },
      openNow: isImmediate ? openNow : nil, mayWarn: mayWarn)
    return takesMetadata ? others : others.withoutMetadata
  }
}
