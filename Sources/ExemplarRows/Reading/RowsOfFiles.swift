import ExemplarCore
import Foundation

/// Walks over the rows of several files, each of which is a data suite.
///
/// A file that cannot be read is a failing row in its suite; the other files are read.
struct RowsOfFiles {
  private var files: FileRows
  private let open: (URL) throws -> RowCursor<RowResult>
  /// The file that is being read, and the suites around its rows.
  private var current: (rows: RowCursor<RowResult>, suites: [RowSuite])?
  /// The number of its rows so far, and of its elements that are skipped.
  private var counts = (rows: 0, skipped: 0)
  /// The data suites in the file that contain the previous row, alone and with those around the file.
  private var suites: (inner: [RowSuite], all: [RowSuite]) = ([], [])

  static func iterator(
    over patterns: [PathPattern], for site: DeclarationSite,
    _ open: @escaping (URL) throws -> RowCursor<RowResult>
  ) throws -> RowCursor<RowResult> {
    var rows = RowsOfFiles(files: try FileRows(patterns, for: site), open: open)
    return RowCursor<RowResult> { try rows.next() }
  }

  /// The patterns that the name of a source stands for; `nil` if it names one file.
  ///
  /// The extension may be left out. A pattern with an extension of its own is taken as it is
  /// written if no file has the extension of the format after it. Throws ``UsageError`` if
  /// there are files for both, since either choice would leave some out.
  static func patterns(
    of input: RowInput, _ extensions: [String], for site: DeclarationSite
  ) throws -> [PathPattern]? {
    guard let all = input.patterns(extensions: extensions, for: site) else { return nil }
    guard all.count == 2, let extended = all[0].first?.text, let written = all[1].first?.text else {
      return all.last
    }
    let (files, others) = (files(of: all[0], for: site), files(of: all[1], for: site))
    guard let file = files.first, let other = others.first, !Set(files).isSubset(of: others) else {
      return files.isEmpty || !others.isEmpty ? all[1] : all[0]
    }
    let both = "\(written){\(extensions.map { ",." + $0 }.joined())}"
    throw UsageError(
      "\(written.quoted) matches \(other.lastPathComponent), and, without its extension, "
        + "\(file.lastPathComponent). Write \(both.quoted) to read all of these files, "
        + "\(extended.quoted) to read those like \(file.lastPathComponent), or add "
        + ".excluding(\"\(extended.lastPathPart)\") to read the others.", at: site.place)
  }

  /// The files that match one of some patterns, as far as they can be found.
  static func files(of patterns: [PathPattern], for site: DeclarationSite) -> [URL] {
    guard var files = try? FileRows(patterns, for: site) else { return [] }
    var urls: [URL] = []
    while let row = try? files.next() {
      if case .success(let row) = row, let url = row.url { urls.append(url) }
    }
    return urls
  }

  private init(files: FileRows, open: @escaping (URL) throws -> RowCursor<RowResult>) {
    self.files = files
    self.open = open
  }

  private mutating func next() throws -> RowResult? {
    while true {
      guard let (rows, suites) = current else {
        guard let file = try files.next() else { return nil }
        guard case .success(let row) = file, let url = row.url else { return file }
        let suites = row.ownSuites + [RowSuite(row.name ?? url.lastPathComponent, at: row.place)]
        self.suites = ([], suites)
        counts = (0, 0)
        do { current = (try open(url), suites) } catch { return failed(error, in: suites) }
        continue
      }
      do {
        if let row = try rows.nextNow() {
          // A file that may lack the rows needs none.
          if row.isSkipped, !row.isAbsent { counts.skipped += 1 } else { counts.rows += 1 }
          return row.inside(suites, &self.suites)
        }
        current = nil
        if counts.rows == 0 {
          let problem =
            counts.skipped == 0
            ? "The file has no rows" : RowSkipping.allSkipped(counts.skipped, of: "the file")
          return failed(
            UsageError("\(problem), so nothing was checked.", at: suites.last?.place),
            in: suites)
        }
      } catch {
        return failed(error, in: suites)
      }
    }
  }

  /// The row that stands for the rest of a file.
  private mutating func failed(_ error: any Error, in suites: [RowSuite]) -> RowResult {
    current = nil
    let place = suites.last?.place
    return .mistake(
      UsageError(wrapping: error, as: "The rows could not be read", at: place), named: "rows",
      in: suites)
  }
}

extension RowResult {
  /// The same row, with more suites around it; rows of one suite share them.
  fileprivate func inside(
    _ suites: [RowSuite], _ around: inout (inner: [RowSuite], all: [RowSuite])
  ) -> RowResult {
    switch self {
    case .success(var row):
      if row.ownSuites != around.inner { around = (row.ownSuites, suites + row.ownSuites) }
      row.content.suites = around.all
      return .success(row)
    case .failure(var invalid):
      invalid.suites = suites + invalid.suites
      return .failure(invalid)
    }
  }
}
