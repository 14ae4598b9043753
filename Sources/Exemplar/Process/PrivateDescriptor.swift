import Foundation

/// A descriptor that this process has opened and its children do not inherit.
///
/// An example may close every descriptor, and another file may get the number then.
struct PrivateDescriptor: Sendable {
  let number: Int32
  #if !os(Windows)
    private let file: (dev_t, ino_t)
  #endif

  /// `nil` if nothing is open under the number.
  init?(_ number: Int32) {
    self.number = number
    #if os(Windows)
      return nil
    #else
      guard let file = Self.file(number) else { return nil }
      self.file = file
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    #endif
  }

  /// Whether the number still belongs to the same file.
  var isOpen: Bool {
    #if os(Windows)
      false
    #else
      Self.file(number).map { $0 == file } ?? false
    #endif
  }

  #if !os(Windows)
    private static func file(_ number: Int32) -> (dev_t, ino_t)? {
      var status = stat()
      return fstat(number, &status) == 0 ? (status.st_dev, status.st_ino) : nil
    }
  #endif
}
