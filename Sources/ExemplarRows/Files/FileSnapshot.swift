import ExemplarCore
import Foundation

/// Distinguishes contents of a file without reading it: a file that is written while it is read
/// gives rows that were never written.
///
/// A change that keeps size and time, within the few milliseconds of a file system's time
/// resolution, is not detected.
struct FileSnapshot: Equatable {
  private(set) var size: Int64
  private var seconds: Int
  private var nanoseconds: Int
  private var device: UInt64
  private var node: UInt64

  /// The file that is open.
  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file that is at a path now.
  init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    size = Int64(status.st_size)
    device = UInt64(truncatingIfNeeded: status.st_dev)
    node = UInt64(truncatingIfNeeded: status.st_ino)
    #if canImport(Darwin)
      seconds = Int(status.st_mtimespec.tv_sec)
      nanoseconds = Int(status.st_mtimespec.tv_nsec)
    #elseif os(Windows)
      seconds = Int(status.st_mtime)
      nanoseconds = 0
    #else
      seconds = Int(status.st_mtim.tv_sec)
      nanoseconds = Int(status.st_mtim.tv_nsec)
    #endif
  }

  /// The message for a file that had this snapshot when reading began.
  ///
  /// - Parameters:
  ///   - open: The current snapshot of the open file.
  ///   - path: Its path.
  ///   - name: Its name in messages.
  func change(to open: FileSnapshot?, _ path: String, as name: String) -> UsageError {
    let what: String
    if let open, open.size != size {
      what = "had \(Self.bytes(size)) when reading began and has \(Self.bytes(open.size)) now"
    } else if open != self {
      what = "was written meanwhile"
    } else {
      what =
        FileSnapshot(at: path) == nil ? "was removed meanwhile" : "was replaced meanwhile"
    }
    return UsageError(
      "\(path.lastPathPart) changed while it was read: it \(what). Rows may be cut, missing or of "
        + "two versions; run again when nothing writes it.", at: Place(path: name))
  }

  private static func bytes(_ count: Int64) -> String { "\(count) byte\(count == 1 ? "" : "s")" }
}
