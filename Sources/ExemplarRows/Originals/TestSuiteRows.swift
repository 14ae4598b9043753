import ExemplarCore
import Foundation

extension RowFormat {
  static let testSuite = RowFormat(
    fileExtensions: [TestSuiteFolder.fileExtension], hasMetadata: false,
    .folder { url, original in try TestSuiteRows.iterator(over: url, as: original) })
}

extension RowSource {
  /// The rows of a `.testsuite` folder, in which every folder is a row, and every folder with that
  /// extension a suite of further rows.
  ///
  /// In a row's folder, each file is a value under its name without extension. A parameter can take
  /// the file as its text, with its final newline, as a number, a date or a case that the text
  /// represents, or as the file itself: `Data` or `URL`. ``trimmingFinalNewline`` removes the
  /// newline from texts. Files that differ only in their extensions keep them. The folder is
  /// ``Row/url``.
  ///
  /// Further values of a row are in `testdata.plist`, `.json` or `.yaml` in its folder. In a
  /// suite's folder, that file may contain:
  /// - `settings`: values for every row in the suite, which each row has under the key `settings`.
  ///   Those of an inner suite, and those of the row, override the outer ones.
  /// - `includes`: names of suites beside the suite, which run in it as well.
  /// - `ECTestItems` and `ECTestSuites`: further rows and suites.
  ///
  /// Names are in natural order (`test2` before `test10`), rows before suites; hidden files are
  /// ignored. One folder is read at a time, and files when their values are requested.
  ///
  /// - Parameter folder: The name of the folder, with or without `.testsuite`, or its URL.
  public static func testSuite(_ folder: RowInput) -> RowSource { RowSource(.testSuite, folder) }
}

/// Walks over the rows of a suite folder, of which one folder is read at a time.
struct TestSuiteRows {
  /// The suites that are open, the innermost last.
  private var open: [TestSuiteFolder]

  /// - Parameter original: The folder as a person would edit it, for the places of everything.
  static func iterator(over url: URL, as original: URL) throws -> RowCursor<RowResult> {
    let root = try TestSuiteFolder(url, as: original)
    if root.members.isEmpty { throw root.noRows }
    var rows = TestSuiteRows(open: [root])
    return RowCursor<RowResult> { rows.next() }
  }

  private mutating func next() -> RowResult? {
    while let last = open.indices.last {
      guard let member = open[last].members.popFirst() else {
        open.removeLast()
        continue
      }
      switch member {
      case .folder(let entry): return open[last].row(entry)
      case .sourced(let row): return row
      case .suite(let name, let url, let include):
        if let mistake = enter(name, url, include) { return mistake }
      }
    }
    return nil
  }

  /// Opens a suite; what is wrong with it, if it cannot be opened.
  private mutating func enter(_ name: String, _ url: URL, _ include: Place?) -> RowResult? {
    guard let around = open.last else { return nil }
    let group = RowSuite(name, at: Place(path: around.path(of: url)))
    do {
      try refuseLoop(to: name, url, include)
      let folder = try TestSuiteFolder(url, in: around, suite: group)
      if folder.members.isEmpty { throw folder.noRows }
      open.append(folder)
      return nil
    } catch {
      return .mistake(UsageError(wrapping: error), named: "rows", in: around.suites + [group])
    }
  }

  /// Throws if the suite is one of those that are open, whether it is included or a link leads to it.
  private func refuseLoop(to name: String, _ url: URL, _ include: Place?) throws {
    let resolved = url.resolvedPath
    guard let start = open.firstIndex(where: { $0.url.resolvedPath == resolved }) else { return }
    let chain = open[start...].map(\.name) + [name]
    throw UsageError(
      "The suite \(open[start].name) would have to run in itself: "
        + chain.joined(separator: " \u{2192} ") + ". Remove the "
        + (include == nil ? "link." : "include."),
      at: include ?? Place(path: open.last?.path(of: url) ?? url.path))
  }
}
