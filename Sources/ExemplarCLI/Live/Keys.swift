import ExemplarCore
import Foundation

/// The keys that a person presses, without waiting for the end of a line.
final class Keys: Sendable {
  private let pressed = Locked<[Character]>([])
  /// Whether tests run. Then `q` interrupts them, and other keys wait.
  private let isBusy = Locked(false)
  /// Whether the standard input is a terminal or a pipe.
  let isThere: Bool

  /// Begins to read the standard input. A terminal shows no keys from now on.
  init() {
    isThere = isatty(0) != 0 || Self.isPipe(0)
    guard isThere else { return }
    TerminalMode.readKeys()
    Thread.detachNewThread { [pressed, isBusy] in
      var byte: UInt8 = 0
      while true {
        let count = read(0, &byte, 1)
        if count < 0, errno == EINTR { continue }
        guard count == 1 else { return }
        let key = Character(Unicode.Scalar(byte))
        if key == "q", isBusy.withLock({ $0 }) {
          raise(SIGINT)
        } else {
          pressed.withLock { $0.append(key) }
        }
      }
    }
  }

  /// The next key, if one was pressed.
  func next() -> Character? { pressed.withLock { $0.isEmpty ? nil : $0.removeFirst() } }

  /// While tests run, `q` interrupts them.
  func whileBusy<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    isBusy.withLock { $0 = true }
    defer { isBusy.withLock { $0 = false } }
    return try await body()
  }

  private static func isPipe(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }
}

/// How the terminal passes keys on: line by line, or at once and unseen.
enum TerminalMode {
  /// The mode before. A signal handler reads it.
  nonisolated(unsafe) private static var earlier: UnsafeMutablePointer<termios>?

  static func readKeys() {
    var mode = termios()
    guard earlier == nil, tcgetattr(0, &mode) == 0 else { return }
    let copy = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    copy.initialize(to: mode)
    earlier = copy
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(0, TCSANOW, &mode)
  }

  /// Restores the mode. A signal handler may call it.
  static func restore() {
    if let earlier { tcsetattr(0, TCSANOW, earlier) }
  }
}
