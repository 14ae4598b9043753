import ExemplarCore
import ExemplarLog
import ExemplarReports
import ExemplarRows
import Foundation

/// The decisions of people about the values of a package's runs, with everything that undoes them: a file beside the
/// records of the runs.
struct ReviewJournal: Codable {
  /// The change of a file.
  struct Change: Codable {
    /// The path without links.
    var path: String
    /// The digests of the file; `nil` if there was none, or is none any more.
    var before: String?
    var after: String?
    /// Sorted.
    var edits: [ByteEdit]
    /// The accepted values.
    var ids: Set<String>

    fileprivate var byteCount: Int { edits.reduce(0) { $0 + $1.old.count + $1.new.count } }
  }

  /// The changes of files, those that were made together in one array.
  private(set) var acceptances: [[Change]] = []
  private(set) var rejected: Set<String> = []

  /// How many acceptances can be undone: as many as a person makes one by one in the values of one run. Without the first of
  /// them, the file is not known any more that the run has read.
  static let limit = 2_000
  /// How many bytes of files they may contain, unless it is the last one.
  private static let byteLimit = 64_000_000

  /// The ids of all accepted values.
  var accepted: Set<String> { Set(acceptances.joined().flatMap(\.ids)) }

  /// The change that made a file what it is.
  func change(of path: String, to digest: String?) -> Change? {
    acceptances.reversed().lazy.flatMap(\.self).first {
      $0.after == digest && $0.path.isSpelled(as: path)
    }
  }

  mutating func add(_ acceptance: [Change]) {
    acceptances.append(acceptance)
    var bytes = acceptances.joined().reduce(0) { $0 + $1.byteCount }
    while acceptances.count > Self.limit || bytes > Self.byteLimit && acceptances.count > 1 {
      bytes -= acceptances.removeFirst().reduce(0) { $0 + $1.byteCount }
    }
    for change in acceptance { rejected.subtract(change.ids) }
  }

  mutating func reject(_ ids: [String]) { rejected.formUnion(ids) }

  mutating func removeLast() { acceptances.removeLast() }

  // MARK: The file

  private static func file(in records: URL) -> URL {
    records.appendingPathComponent("review-1.plist")
  }

  /// Reads the journal in the folder of a package's records; an empty one if there is none. Throws ``UsageError`` if it is
  /// damaged.
  init(in records: URL) throws {
    let file = Self.file(in: records)
    guard let data = FileManager.default.contents(atPath: file.path) else { return }
    do {
      self = try PropertyListDecoder().decode(ReviewJournal.self, from: data)
    } catch {
      throw UsageError(
        "The record of accepted values, \(file.path), is damaged. Remove it; then acceptances so far cannot be undone."
      )
    }
  }

  /// Writes it. Throws ``UsageError`` if that is impossible.
  func write(in records: URL) throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let file = Self.file(in: records)
    do {
      let data = try encoder.encode(self)
      try FileTarget(file.path).replace { try $0.write(contentsOf: data) }
    } catch {
      throw UsageError(
        "The record of accepted values, \(file.path), cannot be written: \(error.systemReason)")
    }
  }
}
