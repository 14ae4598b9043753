import ExemplarCore
import Foundation

/// Reads files, and says in people's words why one cannot be read.
enum RowFile {
  /// The whole content of a file. Throws ``AuthoringMistake`` if it cannot be read.
  static func read(_ url: URL) throws -> Data {
    try requireFile(url)
    do {
      return try Data(contentsOf: url, options: .mappedIfSafe)
    } catch {
      throw unreadable(url, error)
    }
  }

  /// Opens a file for reading. Throws ``AuthoringMistake`` if it is none or cannot be read.
  static func open(_ url: URL) throws -> FileHandle {
    try requireFile(url)
    do {
      return try FileHandle(forReadingFrom: url)
    } catch {
      throw unreadable(url, error)
    }
  }

  /// The mistake that a file, or a folder that `subject` names, cannot be read.
  static func unreadable(
    _ url: URL, _ error: any Error, as subject: String? = nil
  ) -> AuthoringMistake {
    let isForbidden =
      (error as? CocoaError)?.code == .fileReadNoPermission
      || (error as? POSIXError)?.code == .EACCES
    let reason = isForbidden ? "there is no permission to do so." : error.localizedDescription
    return AuthoringMistake(
      "\(subject ?? url.lastPathComponent) cannot be read: \(reason)", at: Place(path: url.path))
  }

  /// Throws ``AuthoringMistake`` if there is something at `url` that is no file: a folder, or
  /// something like a pipe, which cannot be read a second time, or a link to nothing.
  static func requireFile(_ url: URL) throws {
    var status = stat()
    guard stat(url.path, &status) == 0 else { return try refuseLooseLink(url) }
    let kind: String
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: kind = "a folder"
    default: kind = "a pipe or a device"
    }
    throw AuthoringMistake(
      "\(url.lastPathComponent) is \(kind); a file is needed.", at: Place(path: url.path))
  }

  /// Throws ``AuthoringMistake`` if there is a link at `url`; there is no file behind it.
  static func refuseLooseLink(_ url: URL) throws {
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)
    guard let target else { return }
    throw AuthoringMistake(
      "\(url.lastPathComponent) is a link to \(target), where there is no file.",
      at: Place(path: url.path))
  }
}
