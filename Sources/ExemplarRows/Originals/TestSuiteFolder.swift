import ExemplarCore
import Foundation

/// A suite folder, with the names of its contents and its own data file.
struct TestSuiteFolder {
  static let fileExtension = "testsuite"

  /// A member of a suite.
  enum Member {
    /// An entry that should be the folder of a row.
    case folder(FolderListing.Entry)
    case suite(Inner)
    /// A row that was read with the suite, or what is wrong in the suite.
    case sourced(RowResult)
  }

  /// A suite in the suite.
  struct Inner {
    var name: String
    var url: URL
    /// The location of its inclusion; `nil` if it is in the folder.
    var include: Place?
  }

  let url: URL
  /// The name, without extension.
  let name: String
  /// The suite and those around it; none for the outermost, which is the outline.
  let suites: [RowSuite]
  /// The settings of the suite and of those around it.
  var settings = RowFields()
  /// The members that have not been read yet: rows first, then suites.
  var members: ArraySlice<Member> = []
  private let paths: OriginalPaths

  /// Opens the outermost suite. Throws ``UsageError`` if the folder cannot be read.
  init(_ url: URL, paths: OriginalPaths) throws {
    try self.init(url, suites: [], settings: RowFields(), paths: paths)
  }

  /// Opens a suite in another one.
  init(_ url: URL, in around: TestSuiteFolder, suites: [RowSuite]) throws {
    try self.init(url, suites: suites, settings: around.settings, paths: around.paths)
  }

  private init(
    _ url: URL, suites: [RowSuite], settings: RowFields, paths: OriginalPaths
  ) throws {
    self.url = url
    self.suites = suites
    self.paths = paths
    self.settings = settings
    name = suites.last?.name ?? url.lastPathComponent.fileStem
    read(try FolderListing(url, path: paths.path(of: url)))
  }

  /// The path of a file in the suite, as a person would open it.
  func path(of url: URL) -> String { paths.path(of: url) }

  /// The same for a file with lines, which are those of the content that was read.
  func path(of url: URL, reading data: Data) -> String { paths.path(of: url, reading: data) }

  var noRows: UsageError {
    UsageError(
      "The suite \(name) has no rows, so nothing was checked. Every folder in it would be a row.",
      at: Place(path: path(of: url)))
  }

  private mutating func read(_ listing: FolderListing) {
    var rows: [Member] = []
    var inner: [Member] = []
    // The used names, and their users.
    var taken: [String: String] = [:]
    var folders = listing.entries.filter { $0.fileExtension == Self.fileExtension }
    for entry in listing.entries
    where entry.fileExtension != Self.fileExtension && !entry.isTestData {
      taken[entry.name] = entry.name
      rows.append(.folder(entry))
    }
    folders.removeAll { entry in
      guard let other = taken[entry.stem] else {
        taken[entry.stem] = entry.name
        return false
      }
      inner.append(
        .sourced(
          mistake(
            "\(entry.name) and \(other) would both be named \u{201C}\(entry.stem)\u{201D}. "
              + "Rename one of them.", named: entry.name, at: Place(path: path(of: entry.url)))))
      return true
    }
    inner += folders.map { .suite(Inner(name: $0.stem, url: $0.url)) }
    var data = TestSuiteData(of: self, taken: taken)
    data.read(listing)
    settings = data.settings
    let sourced = data.mistakes.map { Member.sourced($0) } + rows
    members = (sourced + data.rows.map { .sourced($0) } + inner + data.suites)[...]
  }

  /// Something that is wrong in the suite.
  func mistake(_ message: String, named name: String, at place: Place) -> RowResult {
    .mistake(UsageError(message, at: place), named: name, in: suites)
  }
}
