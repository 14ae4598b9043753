import ExemplarPage

/// The page around the lines of the run. It loads nothing from elsewhere, which its policy enforces.
enum HTMLPage {
  /// The page before the lines of the run.
  static let head = String(page.prefix(upTo: end))
  /// The page after the lines of the run.
  static let tail = String(page.suffix(from: end))

  private static let page = String(cString: exemplar_page_html())
    .replacing(
      "<style>", with: "<style>\n" + String(cString: exemplar_page_css()), maxReplacements: 1
    )
    .replacing(
      "<script>", with: "<script>\n" + String(cString: exemplar_page_js()), maxReplacements: 1)

  private static let end = page.ranges(of: "</script>").last!.lowerBound
}
