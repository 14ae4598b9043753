import ExemplarCore
import ExemplarReports
import Foundation

/// The terminal, or what stands in for it: text, and on a terminal one live line below it.
final class Terminal: Sendable {
  /// Whether the live line is shown.
  let isLive: Bool
  let style: Style
  private let line = Locked("")
  private let isWritten = Locked(true)

  init(environment: [String: String]) {
    isLive = isatty(1) != 0 && environment["TERM"] != "dumb" && environment["CI"] == nil
    style = Style(hasColor: Style.isWanted(environment: environment))
  }

  /// Whether everything could be written.
  var isComplete: Bool { isWritten.withLock { $0 } }

  /// Prints text above the live line.
  func print(_ text: String) { printAbove(text.utf8) }

  /// Passes on what a process wrote, above the live line.
  func print(_ bytes: Data) { printAbove(bytes) }

  private func printAbove(_ bytes: some Collection<UInt8>) {
    line.withLock { line in
      if !line.isEmpty { Self.write("\r\u{1B}[K") }
      do {
        try StandardStream.output.write(bytes)
      } catch {
        let isFirst = isWritten.withLock { isWritten in
          defer { isWritten = false }
          return isWritten
        }
        if isFirst {
          Self.write("error: The standard output cannot be written: \(error)\n", toError: true)
        }
      }
      // What is passed on may end within a line.
      let isLineOpen = !bytes.isEmpty && bytes.suffix(1).first != 0x0A
      if !line.isEmpty { Self.write((isLineOpen ? "\n" : "") + line) }
    }
  }

  /// Replaces the live line; elsewhere than on a terminal it does nothing.
  func show(_ text: String) {
    guard isLive else { return }
    let width = Self.width
    line.withLock { line in
      line = text.count < width ? text : String(text.prefix(max(0, width - 2))) + "…"
      Self.write("\r\u{1B}[K" + line)
    }
  }

  /// Removes the live line.
  func clear() {
    line.withLock { line in
      if !line.isEmpty { Self.write("\r\u{1B}[K") }
      line = ""
    }
  }

  static func write(_ text: String, toError: Bool = false) {
    try? (toError ? StandardStream.error : .output).write(text.utf8)
  }

  private static var width: Int {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
      var size = winsize()
      if ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    #endif
    return 80
  }
}
