import ExemplarCore
import ExemplarReports
import Foundation

/// The terminal, or what stands in for it: text, and on a terminal one live line below it.
final class Terminal: Sendable {
  /// Whether the live line is shown.
  let isLive: Bool
  let style: Style
  private let line = Locked("")

  init(environment: [String: String]) {
    isLive = isatty(1) != 0 && environment["TERM"] != "dumb" && environment["CI"] == nil
    style = Style(hasColor: Style.isWanted(environment: environment))
  }

  /// Prints text above the live line.
  func print(_ text: String) {
    line.withLock { line in
      if !line.isEmpty { Self.write("\r\u{1B}[K") }
      Self.write(text)
      if !line.isEmpty { Self.write(line) }
    }
  }

  /// Passes on what a process wrote, above the live line.
  func print(_ bytes: Data) {
    line.withLock { line in
      if !line.isEmpty { Self.write("\r\u{1B}[K") }
      try? FileHandle.standardOutput.write(contentsOf: bytes)
      if !line.isEmpty { Self.write((bytes.last == 0x0A ? "" : "\n") + line) }
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
    let handle = toError ? FileHandle.standardError : FileHandle.standardOutput
    try? handle.write(contentsOf: Data(text.utf8))
  }

  private static var width: Int {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
      var size = winsize()
      if ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    #endif
    return 80
  }
}
