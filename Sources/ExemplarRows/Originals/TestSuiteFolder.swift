import ExemplarCore
import Foundation

/// A suite folder, with the names of its contents and its own data file.
struct TestSuiteFolder {
  static let fileExtension = "testsuite"
  /// The file in a folder that adds to the folder's contents.
  static let dataStem = "testdata"
  static let dataWords = "testdata.plist, testdata.json or testdata.yaml"

  enum Member {
    /// An entry that should be the folder of a row.
    case folder(FolderListing.Entry)
    /// A suite in the suite, with the location of its inclusion; `nil` if it is in the folder.
    case suite(name: String, URL, include: Place?)
    /// A row that was read with the suite, or what is wrong in the suite.
    case sourced(RowResult)
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
  /// The parent of the outermost folder, which the build may have copied, and of the one that a person would
  /// edit. Inclusions are relative to it.
  private let parents: (copy: String, original: String)

  /// Opens the outermost suite. Throws ``UsageError`` if the folder cannot be read.
  init(_ url: URL, as original: URL) throws {
    (self.url, suites, name) = (url, [], url.lastPathComponent.fileStem)
    parents = (url.deletingLastPathComponent().path, original.deletingLastPathComponent().path)
    try read()
  }

  init(_ url: URL, in around: TestSuiteFolder, suite: RowSuite) throws {
    (self.url, suites, name) = (url, around.suites + [suite], suite.name)
    (parents, settings) = (around.parents, around.settings)
    try read()
  }

  /// The path of a file in the suite, as a person would open it.
  ///
  /// - Parameter data: What was read of a file with lines. Those of a file that has changed since would lead
  ///   astray.
  func path(of url: URL, reading data: Data? = nil) -> String {
    let (copy, original) = parents
    guard copy != original, url.path.hasPrefix(copy + "/") else { return url.path }
    let path = original + url.path.dropFirst(copy.count)
    let isSame =
      if let data {
        (try? Data(contentsOf: URL(fileURLWithPath: path))) == data
      } else {
        FileManager.default.fileExists(atPath: path)
      }
    return isSame ? path : url.path
  }

  var noRows: UsageError {
    UsageError(
      "The suite \(name) has no rows, so nothing was checked. Every folder in it would be a row.",
      at: Place(path: path(of: url)))
  }

  private mutating func read() throws {
    let listing = try FolderListing(url, path: path(of: url))
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
          .mistake(
            UsageError(
              "\(entry.name) and \(other) would both be named \u{201C}\(entry.stem)\u{201D}. "
                + "Rename one of them.", at: Place(path: path(of: entry.url))),
            named: entry.name, in: suites)))
      return true
    }
    inner += folders.map { .suite(name: $0.stem, $0.url, include: nil) }
    var data = TestSuiteData(of: self, taken: taken)
    data.read(listing)
    settings = data.settings
    let sourced = data.mistakes.map { Member.sourced($0) } + rows
    members = (sourced + data.rows.map { .sourced($0) } + inner + data.suites)[...]
  }

  /// The keyed values in the data file of a folder, if there is one, with their locations in it.
  ///
  /// Throws ``UsageError`` if it cannot be read, holds something else, or there are two.
  func dataFile(
    of listing: FolderListing
  ) throws -> (fields: RowFields, entry: FolderListing.Entry)? {
    let found = listing.entries.filter(\.isTestData)
    guard let entry = found.first else { return nil }
    let place = Place(path: path(of: entry.url, reading: Data()))
    if found.count > 1 {
      let names = found.map(\.name).joined(separator: " and ")
      throw UsageError("There are \(names); put everything into one of them.", at: place)
    }
    let data: Data
    do {
      data = try RowFile.read(entry.path)
    } catch let mistake as UsageError {
      throw mistake.moved(to: place)
    }
    let path = path(of: entry.url, reading: data)
    let value =
      switch entry.fileExtension {
      case "plist": try PropertyList.value(of: data, path: path)
      case "yaml", "yml": try RowValue.yaml(data, path: path)
      default: try RowValue.json(data, path: path)
      }
    guard case .object(let fields) = value.written(in: path).content else {
      throw UsageError(
        "Expected keys and values in \(entry.name), found \(value.kind).", at: value.place(in: path)
      )
    }
    return (fields, entry)
  }
}

extension FolderListing.Entry {
  /// Whether this is the data file of its folder.
  var isTestData: Bool {
    stem == TestSuiteFolder.dataStem && ["plist", "json", "yaml", "yml"].contains(fileExtension)
  }
}
