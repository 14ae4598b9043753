import ExemplarCore
import ExemplarLog
import ExemplarRows
import ExemplarSources
import Foundation

/// The files that values belong to, each read once, and what acceptances since a run have changed in them.
struct ReviewedFiles {
  struct File {
    /// `nil` if it does not exist.
    var bytes: [UInt8]?
    var digest: String?

    init(_ path: String) {
      bytes = FileManager.default.contents(atPath: path).map { [UInt8]($0) }
      digest = bytes.map { PathHash.digest(of: $0) }
    }
  }

  /// A file as a run has read it.
  struct Version {
    var bytes: [UInt8]?
    /// The acceptances since, the first one first.
    var changes: [ReviewJournal.Change] = []
  }

  // By their scalars: two files may have names that look alike.
  private var files: [Spelling: File] = [:]
  private var versions: [Spelling: Version?] = [:]

  mutating func file(_ path: String) -> File {
    if let file = files[Spelling(path)] { return file }
    let file = File(path)
    files[Spelling(path)] = file
    return file
  }

  /// The version of a file that has a digest; `nil` if it was changed since by something other than acceptances.
  mutating func version(of path: String, digest: String?, _ journal: ReviewJournal) -> Version? {
    let key = Spelling("\(digest ?? "")\n\(path)")
    if let known = versions[key] { return known }
    let file = file(path)
    var (version, current) = (Version(bytes: file.bytes), file.digest)
    while current != digest {
      guard let change = journal.change(of: path, to: current),
        // A change back to an earlier state must not be followed forever.
        version.changes.count < ReviewJournal.limit
      else {
        versions[key] = .some(nil)
        return nil
      }
      version.bytes =
        change.before == nil
        ? nil : ByteEdit.applying(ByteEdit.undoing(change.edits), to: version.bytes ?? [])
      version.changes.insert(change, at: 0)
      current = change.before
    }
    versions[key] = version
    return version
  }

  /// Whether the file of an item has its value by an acceptance since the run.
  ///
  /// - Parameter accepted: The ids of all accepted values, which decide if something else has changed the file.
  mutating func isAccepted(
    _ item: ReviewItem, _ journal: ReviewJournal, or accepted: Set<String>
  ) -> Bool {
    guard let path = item.target,
      let version = version(of: path, digest: item.value.digest, journal)
    else { return accepted.contains(item.id) }
    return version.changes.contains { $0.ids.contains(item.id) }
  }

  /// Why an item cannot be accepted: its file is not the one that the run has read.
  mutating func problem(with item: ReviewItem, _ journal: ReviewJournal) -> String? {
    guard let path = item.target else { return "The file \(item.path) is not in the package." }
    if let problem = Self.problem(with: item.value, at: item.path) { return problem }
    if version(of: path, digest: item.value.digest, journal) != nil { return nil }
    return item.value.digest == nil
      ? "\(item.path) did not exist when the run looked for it, and does now. Run the example again."
      : "\(item.path) is not what it was when the run read it. Run the example again."
  }

  /// Why a value cannot be accepted, whatever becomes of its file.
  static func problem(with value: ReviewedValue, at path: String) -> String? {
    if let problem = ValueWriter.problem(withSyntax: value.syntax) { return problem }
    if value.digest != nil || value.site == .file { return nil }
    return
      "The run could not read \(path) as a whole, or it was changed meanwhile. Run the example again."
  }

  /// The edits of one version of a file that write values into it, in their order.
  static func edits(
    _ values: [ReviewedValue], in bytes: [UInt8]?, path: String
  ) -> [Result<ByteEdit, UsageError>] {
    let rows = values.indices.filter { [.value, .row].contains(values[$0].site) }
    let written = ValueWriter.edits(rows.map { values[$0] }, in: bytes ?? [], path: path)
    let ofRows = Dictionary(uniqueKeysWithValues: zip(rows, written))
    let code = bytes.flatMap { String(validating: $0, as: UTF8.self) }
    let literals = values.contains { $0.site == .call } ? SwiftLiterals(code ?? "") : nil
    return values.indices.map { index in
      let value = values[index]
      if let edit = ofRows[index] { return edit }
      guard value.site == .call, let literals else {
        return Result { () throws(UsageError) in try whole(value, bytes ?? []) }
      }
      return literals.edit(
        line: value.place.line, column: value.place.column, closure: value.name, old: value.old,
        new: value.new
      )
      .map { ByteEdit($0.range, in: bytes ?? [], new: Array($0.code.utf8)) }
      .mapError { UsageError($0.message, at: value.place) }
    }
  }

  /// The edit that replaces a whole file, or the text in it that was compared: without a byte-order mark, and maybe
  /// without the newline at its end.
  private static func whole(_ value: ReviewedValue, _ bytes: [UInt8]) throws(UsageError) -> ByteEdit
  {
    let data = value.form == .bytes ? Data(base64Encoded: value.new) : Data(value.new.utf8)
    guard let new = data.map({ [UInt8]($0) }) else {
      throw UsageError("The new contents of the file are not Base64.", at: value.place)
    }
    if value.form != .bytes, bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw UsageError(
        "The file is in UTF-16, which Exemplar does not write. Save it as UTF-8.", at: value.place)
    }
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if value.form != .bytes, let old = value.old.map({ Array($0.utf8) }),
      bytes[mark...].starts(with: old)
    {
      let end = bytes[(mark + old.count)...]
      if [[], [0x0A], [0x0D, 0x0A]].contains(Array(end)) {
        return ByteEdit(mark..<end.startIndex, in: bytes, new: new)
      }
    }
    return ByteEdit(0..<bytes.count, in: bytes, new: new)
  }
}
