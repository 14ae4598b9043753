import ExemplarReports
import Foundation

// Watching: the changes in a package while its tests are watched, and the tests that they concern.

/// A file of a package that was changed, added or removed.
struct FileChange: Hashable {
  /// The absolute path.
  let path: String
  var kind: Kind
  /// The earlier content, if it is known.
  var before: Data?
  /// The content now; `nil` if it cannot be read.
  var after: Data? { FileManager.default.contents(atPath: path) }

  /// The ranges of lines that are new or different, counted from 0; an empty one where lines were removed. `nil` if one of
  /// the texts is unknown, or hundreds of lines differ.
  var ranges: [Range<Int>]? {
    guard let before, let after else { return nil }
    let (old, new) = (before.lines, after.lines)
    let changes = ElementChanges(counts: (old.count, new.count)) { old[$0] == new[$1] }.ranges()
    return changes.isComplete ? changes.ranges.map(\.1) : nil
  }

  /// The lines that are new or different, and those before removed ones, counted from 1; `nil` as for ``ranges``.
  var lines: [Int]? {
    ranges?.flatMap { $0.isEmpty ? [max(1, $0.lowerBound)] : $0.map { $0 + 1 } }
  }

  enum Kind: Hashable {
    case changed, added, removed
    /// A folder with a repository of its own, whose changes are not known.
    case repository
  }

  /// Whether a build has to see the change.
  var isSource: Bool {
    let file = URL(fileURLWithPath: path)
    return file.lastPathComponent == ConfigurationFile.name
      || CommandFiles.codeExtensions.contains(file.pathExtension)
  }

  /// Whether it is a manifest: that of the package, or of one in its folders.
  var isManifest: Bool { path.contains(#/\/Package(@swift-[^\/]+)?\.swift$/#) }

  /// The changes of a burst as one change for each file.
  static func joined(_ changes: [FileChange]) -> [FileChange] {
    var joined: [String: FileChange] = [:]
    for change in changes {
      guard let earlier = joined[change.path] else {
        joined[change.path] = change
        continue
      }
      var both = change
      both.before = earlier.before
      // Saving often removes a file and adds it again.
      if earlier.kind == .removed, change.kind == .added { both.kind = .changed }
      if earlier.kind == .added, change.kind == .changed { both.kind = .added }
      joined[change.path] = both
    }
    return joined.values.sorted { $0.path < $1.path }
  }
}

extension Data {
  /// The lines of a text.
  var lines: [Data] { split(separator: 0x0A, omittingEmptySubsequences: false) }
}

/// The files in the folder of a package, apart from those of builds, version control and editors.
///
/// They are looked at again and again, which works on every system and every kind of file system: a look at a thousand
/// files takes some milliseconds.
struct WatchedFiles {
  private let root: String
  /// The paths that are not looked at.
  private let excluded: Set<String>
  private var stamps: [String: Stamp] = [:]
  /// The contents of small files that no build reads.
  private var contents: [String: Data] = [:]

  private struct Stamp: Hashable {
    var size: Int
    var contentChange: Double
    var file: UInt64
  }

  /// The size of the largest file whose content is kept, in bytes.
  private static let contentLimit = 1 << 20

  /// - Parameters:
  ///   - root: The folder.
  ///   - excluded: The files and folders in it whose changes do not count.
  init(in root: URL, except excluded: [URL]) {
    self.root = root.resolvingSymlinksInPath().path
    self.excluded = Set(excluded.map { $0.resolvingSymlinksInPath().path })
    stamps = look()
    for path in stamps.keys { keepContent(of: path) }
  }

  /// The changes since the last call. A file that was written again with the same content has not changed.
  mutating func changes() -> [FileChange] {
    let now = look()
    var changes: [FileChange] = []
    for (path, stamp) in now where stamps[path] != stamp {
      let before = contents[path]
      keepContent(of: path)
      if let before, before == contents[path] { continue }
      changes.append(
        FileChange(
          path: path, kind: stamps[path] == nil ? .added : .changed, before: before))
    }
    for path in stamps.keys where now[path] == nil {
      changes.append(
        FileChange(path: path, kind: .removed, before: contents.removeValue(forKey: path)))
    }
    stamps = now
    return changes
  }

  private mutating func keepContent(of path: String) {
    guard !FileChange(path: path, kind: .changed).isSource,
      let stamp = Self.stamp(of: path)?.stamp, stamp.size <= Self.contentLimit
    else {
      contents[path] = nil
      return
    }
    contents[path] = FileManager.default.contents(atPath: path)
  }

  private func look() -> [String: Stamp] {
    var found: [String: Stamp] = [:]
    var folders = [root]
    while let folder = folders.popLast() {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      where !Self.isHidden(name) {
        let path = "\(folder)/\(name)"
        guard !excluded.contains(path), let (stamp, isFolder) = Self.stamp(of: path) else {
          continue
        }
        if isFolder { folders.append(path) } else { found[path] = stamp }
      }
    }
    return found
  }

  /// Whether a file belongs to the system, to SwiftPM, which writes it when it builds, or to an editor.
  static func isHidden(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasPrefix("#") || name.hasSuffix("~") || name.hasSuffix(".swp")
      || name.hasSuffix(".tmp") || name == "4913" || name == "Package.resolved"
  }

  private static func stamp(of path: String) -> (stamp: Stamp, isFolder: Bool)? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    if status.st_mode & S_IFMT == S_IFLNK {
      // A link to a folder may lead in circles.
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    }
    return (
      Stamp(
        size: Int(status.st_size), contentChange: status.contentChange,
        file: UInt64(status.st_ino)), status.st_mode & S_IFMT == S_IFDIR
    )
  }
}
