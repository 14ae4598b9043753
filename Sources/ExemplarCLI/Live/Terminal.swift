import ExemplarCore
import ExemplarReports
import Foundation

/// The terminal, or what stands in for it: text, and on a terminal some live lines below it.
final class Terminal: Sendable {
  /// Whether live lines are shown.
  let isLive: Bool
  let style: Style
  private let area = Locked(LiveArea())
  private let isWritten = Locked(true)

  init(environment: [String: String]) {
    isLive =
      isatty(1) != 0 && environment["TERM"] != "dumb"
      && ["", "0", "false"].contains(environment["CI"] ?? "")
    style = Style(hasColor: Style.isWanted(environment: environment))
  }

  /// Whether everything could be written.
  var isComplete: Bool { isWritten.withLock { $0 } }

  /// Prints text above the live lines.
  func print(_ text: String) { printAbove(text.utf8) }

  /// Passes on what a process wrote, above the live lines.
  func print(_ bytes: Data) { printAbove(bytes) }

  private func printAbove(_ bytes: some Collection<UInt8>) {
    area.withLock { area in
      let cleared = area.clearing(columns: Self.size.columns)
      do {
        // All at once, lest the terminal show what is between.
        try StandardStream.output.write(
          cleared.isEmpty ? Array(bytes) : Array(cleared.utf8) + bytes)
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
      if !area.isEmpty { Self.write((isLineOpen ? "\n" : "") + area.text) }
    }
  }

  /// Replaces the live lines by one; elsewhere than on a terminal it does nothing.
  func show(_ text: String) {
    show([DisplayText.beginning(of: text, columns: Self.size.columns - 3)])
  }

  /// Replaces the live lines; elsewhere than on a terminal it does nothing. They must not be wider than it.
  func show(_ lines: [String]) {
    guard isLive else { return }
    let columns = Self.size.columns
    area.withLock { area in
      let text = area.replacing(with: lines, columns: columns)
      if !text.isEmpty { Self.write(text) }
    }
  }

  /// Removes the live lines.
  func clear() { show([]) }

  static func write(_ text: String, toError: Bool = false) {
    try? (toError ? StandardStream.error : .output).write(text.utf8)
  }

  /// How large the terminal is right now.
  static var size: (columns: Int, rows: Int) {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
      var size = winsize()
      if ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
        return (Int(size.ws_col), Int(size.ws_row))
      }
    #endif
    return (80, 24)
  }
}
