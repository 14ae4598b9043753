import ExemplarCore
import ExemplarLog
import Foundation

/// The standard output or the standard error of this process.
package struct StandardStream: Sendable {
  private let descriptor: Int32

  /// Any other stream.
  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  package static let output = StandardStream(descriptor: 1)
  package static let error = StandardStream(descriptor: 2)

  /// Writes text for people. Errors are ignored.
  package func print(_ text: String) {
    var plain = PlainText()
    try? write(plain.bytes(of: text))
  }

  /// Writes all of `bytes`; to the standard output, after everything printed before. Throws if that is
  /// impossible, as on a full disk: the message has not been read then.
  package func write(_ bytes: some Sequence<UInt8>) throws {
    if descriptor == 1 { flushStandardOutput() }
    let bytes = bytes as? [UInt8] ?? Array(bytes)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Foundation.write(descriptor, buffer.baseAddress! + written, bytes.count - written)
      }
      if count > 0 {
        written += count
      } else if errno == EAGAIN {
        // The reader is slow, and has made the descriptor non-blocking.
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&state, 1, -1)
      } else if errno != EINTR {
        throw UsageError(String(cString: strerror(errno)))
      }
    }
  }
}
