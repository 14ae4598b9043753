import ExemplarCore
import ExemplarLog
import ExemplarReports
import ExemplarRows
import Foundation

/// Writes accepted values into their files: all of them, or none.
///
/// Before the first file changes, the journal has what undoes it. Each file is replaced at once.
struct ValueAcceptance {
  /// The folder of the records of the package's runs.
  let records: URL

  /// A line of the summary: how many lines of a file were added and removed.
  struct ChangedFile: Equatable {
    var path: String
    var added: Int
    var removed: Int
  }

  /// Reads the journal, and changes it while no other tool does. Throws ``UsageError`` if one does, or it cannot be written.
  func withJournal<Result>(_ body: (inout ReviewJournal) throws -> Result) throws -> Result {
    do {
      try FileManager.default.createDirectory(at: records, withIntermediateDirectories: true)
    } catch {
      throw UsageError("The folder \(records.path) cannot be made: \(error.systemReason)")
    }
    guard access(records.path, W_OK) == 0 else {
      throw UsageError(
        "The records in \(records.path) cannot be written: \(String(cString: strerror(errno))).")
    }
    guard let lock = FolderLock(records, creating: true, patience: 5) else {
      throw UsageError(
        "The records in \(records.path) are in use by another exemplar. Wait for its end, and try again."
      )
    }
    defer { lock.release() }
    var journal = try ReviewJournal(in: records)
    return try body(&journal)
  }

  /// Accepts values, and deletes obsolete ones. Throws ``UsageError`` with the reasons if one of them cannot be.
  func accept(_ items: [ReviewItem]) throws -> [ChangedFile] {
    let files = try write(items)
    let examples = Set(items.lazy.flatMap(\.examples).map(\.text))
    // They may have failed on another machine alone.
    if !files.isEmpty, !examples.isEmpty { RunStore(in: records).add(outstanding: examples) }
    return files
  }

  private func write(_ items: [ReviewItem]) throws -> [ChangedFile] {
    try withJournal { journal in
      var files = ReviewedFiles()
      var (changes, summary) = ([(ReviewJournal.Change, Data?)](), [ChangedFile]())
      // File systems distinguish names by their scalars.
      let groups = Dictionary(grouping: items) { Spelling($0.target ?? "") }
      for (path, own) in groups.map({ ($0.text, $1) }).sorted(by: { $0.0 < $1.0 }) {
        let edits = try edits(own, of: path, &files, journal)
        let file = files.file(path)
        let bytes = file.bytes ?? []
        let new = ByteEdit.applying(edits, to: bytes)
        let isDeleted = own.allSatisfy(\.isObsolete)
        let digest = isDeleted ? nil : PathHash.digest(of: new)
        if edits.isEmpty || digest == file.digest { continue }
        changes.append(
          (
            ReviewJournal.Change(
              path: path, before: file.digest, after: digest, edits: edits, ids: Set(own.map(\.id))),
            isDeleted ? nil : Data(new)
          ))
        summary.append(Self.summary(own[0].path, edits, in: bytes, isDeleted: isDeleted))
      }
      if changes.isEmpty { return [] }
      journal.add(changes.map(\.0))
      try journal.write(in: records)
      try write(changes, &journal)
      return summary
    }
  }

  /// The edits of a file as it is now. Throws ``UsageError`` with the reasons why some values cannot be written.
  private func edits(
    _ items: [ReviewItem], of path: String, _ files: inout ReviewedFiles, _ journal: ReviewJournal
  ) throws -> [ByteEdit] {
    var (edits, problems) = ([ByteEdit](), [String]())
    for (digest, own) in Dictionary(grouping: items, by: \.value.digest) {
      for item in own {
        guard let problem = item.problem ?? files.problem(with: item, journal) else { continue }
        problems.append("\(item.id), \(item.place): \(problem)")
      }
      guard problems.isEmpty, let version = files.version(of: path, digest: digest, journal) else {
        continue
      }
      // Those that were accepted before are there.
      let own = own.filter { item in !version.changes.contains { $0.ids.contains(item.id) } }
      if own.isEmpty { continue }
      let written = ReviewedFiles.edits(own.map(\.value), in: version.bytes, path: own[0].path)
      for (item, edit) in zip(own, written) {
        switch edit {
        case .failure(let mistake): problems.append("\(item.id), \(item.place): \(mistake.message)")
        case .success(let edit):
          let moved = version.changes.reduce(edit) { edit, change in edit?.after(change.edits) }
          if let moved {
            edits.append(moved)
          } else {
            problems.append(
              "\(item.id), \(item.place): Another accepted value has changed this place since the run."
            )
          }
        }
      }
    }
    let sorted = ByteEdit.sorted(edits)
    if sorted == nil {
      problems.append(
        "\(items[0].path): Two of the values are for one place. Accept one, and run the examples again."
      )
    }
    guard let sorted, problems.isEmpty else {
      throw UsageError("Nothing was written. " + problems.joined(separator: "\n"))
    }
    return sorted
  }

  private func write(
    _ changes: [(ReviewJournal.Change, Data?)], _ journal: inout ReviewJournal
  ) throws {
    var written = 0
    do {
      for (change, data) in changes {
        do {
          try Self.replace(change.path, with: data, if: change.before)
        } catch {
          throw UsageError("\(change.path) was not written: \(error.systemReason)")
        }
        written += 1
      }
    } catch {
      // Files that were written before are what they were again, or stay as acceptances that can be undone.
      for (change, _) in changes.prefix(written).reversed() { try undo(change) }
      journal.removeLast()
      try journal.write(in: records)
      throw error
    }
  }

  /// Undoes the last acceptance, and returns a line for each file that it had changed. Throws ``UsageError`` if one of them
  /// was changed since.
  func undo() throws -> String {
    try withJournal { journal in
      guard let last = journal.acceptances.last else {
        throw UsageError("No accepted value is recorded for this package, so nothing was undone.")
      }
      let changed = last.filter {
        ![$0.after, $0.before].contains(ReviewedFiles.File($0.path).digest)
      }
      if let change = changed.first {
        throw UsageError(
          "\(change.path) was changed since the value was accepted, so nothing was undone. Use your version control."
        )
      }
      for change in last { try undo(change) }
      journal.removeLast()
      try journal.write(in: records)
      return last.map {
        "Undone: \(Place(path: $0.path).relative(to: ReportContext.directory).path)\n"
      }.joined()
    }
  }

  private func undo(_ change: ReviewJournal.Change) throws {
    let file = ReviewedFiles.File(change.path)
    // The process may have been killed before it had written the file.
    guard file.digest == change.after else { return }
    let old = ByteEdit.applying(ByteEdit.undoing(change.edits), to: file.bytes ?? [])
    try Self.replace(
      change.path, with: change.before == nil ? nil : Data(old), if: change.after)
  }

  /// Replaces the contents of a file; without new ones, deletes it.
  private static func replace(_ path: String, with data: Data?, if digest: String?) throws {
    guard let data else {
      guard ReviewedFiles.File(path).digest == digest else {
        throw UsageError("Another program has changed it.")
      }
      return try FileManager.default.removeItem(atPath: path)
    }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileTarget(path).replace(if: { ReviewedFiles.File(path).digest == digest }) {
      try $0.write(contentsOf: data)
    }
  }

  // MARK: The summary

  private static func summary(
    _ path: String, _ edits: [ByteEdit], in bytes: [UInt8], isDeleted: Bool
  ) -> ChangedFile {
    var file = ChangedFile(path: path, added: 0, removed: 0)
    func endOfLine(_ index: Int) -> Int {
      bytes[index...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    }
    var rest = edits[...]
    while let first = rest.popFirst() {
      var index = bytes[..<first.start].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let start = index
      var end = endOfLine(first.end)
      var new: [UInt8] = []
      func add(_ edit: ByteEdit) {
        new += bytes[index..<edit.start] + edit.new
        index = edit.end
      }
      add(first)
      // Lines with several values change once.
      while let next = rest.first, next.start < end {
        add(next)
        end = endOfLine(next.end)
        rest.removeFirst()
      }
      let old = lines(of: bytes[start..<end])
      let changed = isDeleted ? [] : lines(of: new + bytes[index..<end])
      let same = zip(old, changed).prefix { $0 == $1 }.count
      let last = zip(old[same...].reversed(), changed[same...].reversed()).prefix { $0 == $1 }.count
      file.added += changed.count - same - last
      file.removed += old.count - same - last
    }
    return file
  }

  private static func lines(of bytes: some Collection<UInt8>) -> [ArraySlice<UInt8>] {
    var (lines, rest) = ([ArraySlice<UInt8>](), Array(bytes)[...])
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
      lines.append(rest[..<end])
      rest = rest[end...]
    }
    return lines
  }

  /// The changed files as `git diff --stat` shows them.
  static func text(_ files: [ChangedFile], _ style: Style) -> String {
    let width = files.map { DisplayText.columns(of: $0.path) }.max() ?? 0
    let digits = files.map { "\($0.added + $0.removed)".count }.max() ?? 0
    var text = ""
    for file in files {
      let space = String(repeating: " ", count: width - DisplayText.columns(of: file.path))
      let most = max(1, (file.added + file.removed + 39) / 40)
      func marks(_ mark: String, _ count: Int) -> String {
        String(repeating: mark, count: (count + most - 1) / most)
      }
      let count = "\(file.added + file.removed)"
      text +=
        " \(file.path)\(space) | \(String(repeating: " ", count: digits - count.count))\(count) "
        + style.green(marks("+", file.added))
        + style.red(marks("-", file.removed)) + "\n"
    }
    let (added, removed) = (files.reduce(0) { $0 + $1.added }, files.reduce(0) { $0 + $1.removed })
    return text
      + " \(files.count.counted("file")) changed, \(added.counted("insertion"))(+), \(removed.counted("deletion"))(-)\n"
  }
}
