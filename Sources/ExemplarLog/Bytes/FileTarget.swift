#if !os(Windows)

  import ExemplarCore
  import Foundation

  /// The file that a path leads to, through links, whether or not it exists yet: the only place that decides how a file
  /// is written.
  ///
  /// A regular file is replaced by a new one with the same permissions, so that readers and other names of the old one
  /// keep its contents. A device, a pipe or a socket is written into, and never replaced.
  package struct FileTarget: Sendable {
    /// The path without links; the path as it was given, for a file that only a link of the system leads to.
    package let path: String
    /// Whether the path is the name of an open descriptor: a new file would not be the one that it leads to.
    package let isOpen: Bool
    private let isMissing: Bool
    private let status: stat

    package init(_ path: String) {
      var path = URL(fileURLWithPath: path).path
      isOpen = ["/dev/fd/", "/dev/std", "/proc/"].contains(where: path.hasPrefix)
      var status = stat()
      // A link may lead to a file that does not exist yet.
      for _ in 0..<40 {
        guard stat(path, &status) != 0,
          let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
        else { break }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        path = next.hasPrefix("/") ? next : "\(folder)/\(next)"
      }
      var (rest, real) = ([Substring](), path)
      for _ in 0..<2 {
        var found = path
        rest = []
        while stat(found, &status) != 0, let slash = found.lastIndex(of: "/"), found != "/" {
          rest.insert(found[slash...].dropFirst(), at: 0)
          found = slash == found.startIndex ? "/" : String(found[..<slash])
        }
        if let buffer = realpath(found, nil) {
          real = String(cString: buffer)
          free(buffer)
        }
        if !rest.isEmpty {
          path =
            URL(fileURLWithPath: real).appendingPathComponent(rest.joined(separator: "/"))
            .standardizedFileURL.path
        }
        // Without the folders that do not exist, the rest of the path may exist.
        if !rest.contains("..") { break }
      }
      self.status = status
      isMissing = !rest.isEmpty
      self.path = isMissing ? path : real
    }

    /// The file of an open descriptor; `nil` unless it is a regular one.
    package init?(descriptor: Int32) {
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      (path, isOpen, isMissing, self.status) = ("", true, false, status)
    }

    /// Whether a regular file is there, or none.
    package var isRegular: Bool { isMissing || status.st_mode & S_IFMT == S_IFREG }

    /// Whether both paths lead to one file, by its device and its number.
    package func isSame(as other: FileTarget) -> Bool {
      isMissing || other.isMissing
        ? isMissing && other.isMissing && path == other.path
        : (status.st_dev, status.st_ino) == (other.status.st_dev, other.status.st_ino)
    }

    /// Opens the file for writing, empty. Old contents must not be taken for those of the new writer, so the
    /// new file takes its place now.
    package func open() throws -> Int32 {
      guard let new = makeReplacement(0o666) else { return try openInPlace() }
      if rename(new.path, path) == 0 { return new.descriptor }
      close(new.descriptor)
      unlink(new.path)
      // The folder, or the file system, permits no other file here.
      return try openInPlace()
    }

    /// Writes the whole file: its path leads to the old contents until the new ones are complete.
    package func write(_ data: Data) throws {
      let new = makeReplacement(0o666)
      defer { if let new { unlink(new.path) } }
      let file = FileHandle(
        fileDescriptor: try new?.descriptor ?? openInPlace(), closeOnDealloc: true)
      try file.write(contentsOf: data)
      if let new, rename(new.path, path) != 0 { throw Self.mistake }
    }

    package func write(_ text: String) throws { try write(Data(text.utf8)) }

    /// Replaces the whole file, or makes it, if that is possible at once. Otherwise, and if the file is not in the
    /// state that `isExpected` requires, it stays as it is.
    ///
    /// - Parameters:
    ///   - isExpected: Is asked when the new contents are complete.
    ///   - write: Writes the new contents.
    package func replace(
      if isExpected: () -> Bool = { true }, writing write: (FileHandle) throws -> Void
    ) throws {
      guard let new = makeReplacement(0o666) else { throw Self.mistake }
      defer { unlink(new.path) }
      let file = FileHandle(fileDescriptor: new.descriptor, closeOnDealloc: true)
      try write(file)
      // After a loss of power, the name must not lead to a file without contents.
      try file.synchronize()
      guard isExpected() else { throw UsageError("Another program has changed it.") }
      if rename(new.path, path) != 0 { throw Self.mistake }
    }

    /// Creates a file beside this one that can take its place; `nil`, with the reason in `errno`, if that is impossible.
    package func makeReplacement(_ mode: mode_t) -> (descriptor: Int32, path: String)? {
      guard isRegular, !isOpen else {
        errno = EEXIST
        return nil
      }
      // Without this, the permissions of the folder alone would decide.
      if !isMissing, access(path, W_OK) != 0 { return nil }
      // A link that leads nowhere, since it leads to itself.
      var link = stat()
      if isMissing, lstat(path, &link) == 0 {
        errno = ELOOP
        return nil
      }
      let new = URL(fileURLWithPath: path).deletingLastPathComponent()
        .appendingPathComponent(".exemplar-\(UUID().uuidString)").path
      let descriptor = Foundation.open(new, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      if descriptor < 0 { return nil }
      if !isMissing {
        _ = fchown(descriptor, status.st_uid, status.st_gid)
        fchmod(descriptor, status.st_mode & 0o777)
      }
      return (descriptor, new)
    }

    private static var mistake: UsageError { UsageError(String(cString: strerror(errno)) + ".") }

    /// Opens the existing file, a device or a pipe. Does not wait for the reader of a pipe.
    ///
    /// Throws ``UsageError`` if it cannot be opened, or no process reads the pipe.
    private func openInPlace() throws -> Int32 {
      let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
      let descriptor = Foundation.open(path, flags, 0o666)
      if descriptor < 0, errno == ENXIO, status.st_mode & S_IFMT == S_IFIFO {
        throw UsageError(
          "It is a pipe that no process reads. Start its reader first, or name a file.")
      }
      guard descriptor >= 0, !isRegular || ftruncate(descriptor, 0) == 0 else {
        throw Self.mistake
      }
      // Writes may wait.
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
      return descriptor
    }
  }

#endif
