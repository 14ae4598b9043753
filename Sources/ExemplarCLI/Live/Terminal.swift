import ExemplarCore
import ExemplarReports
import Foundation

/// The terminal or its replacement: text, and on a terminal some live lines below it.
final class Terminal: Sendable {
  /// Whether live lines are shown.
  let isLive: Bool
  let style: Style
  private let state: Locked<State>
  private struct State {
    var area = LiveArea()
    var plain: PlainText
    /// Whether a line that is no report's has no end yet.
    var isLineOpen = false
  }
  private let isWritten = Locked(true)
  private let stream: StandardStream

  /// - Parameters:
  ///   - isQuiet: Whether there are no live lines, even on a terminal.
  ///   - guardsCommands: Whether a service reads the text that obeys commands in it.
  init(
    environment: [String: String] = ProcessInfo.processInfo.environment, isQuiet: Bool = false,
    guardsCommands: Bool = PlainText.hasReaderOfCommands,
    stream: StandardStream = .output
  ) {
    self.stream = stream
    state = Locked(State(plain: PlainText(guardsCommands: guardsCommands)))
    isLive =
      !isQuiet && isatty(1) != 0 && environment["TERM"] != "dumb"
      && ["", "0", "false"].contains(environment["CI"] ?? "")
    style = Style(hasColor: Style.isWanted(environment: environment))
  }

  /// The width of the terminal; `nil` elsewhere.
  var columns: Int? { isLive ? Self.size.columns : nil }

  /// Whether everything could be written.
  var isComplete: Bool { isWritten.withLock { $0 } }

  /// Prints text for people above the live lines.
  func print(_ text: String) {
    printLines { $0.plain.bytes(of: text) }
  }

  /// Prints a report above the live lines, unchanged: it may contain commands, which begin a line.
  func print(report: String) {
    printAbove { state in
      let bytes = (state.isLineOpen ? [0x0A] : []) + Array(report.utf8)
      state.isLineOpen = false
      state.plain.follow(bytes)
      return bytes
    }
  }

  /// Prints the output of a process above the live lines, or other text that has its styles and escapes.
  func print(_ bytes: some Sequence<UInt8>) {
    printLines { $0.plain.bytes(ofOutput: Array(bytes)) }
  }

  /// Ends the line of output that has no end yet.
  func endLine() {
    printAbove { state in
      guard state.isLineOpen else { return [] }
      state.isLineOpen = false
      state.plain.follow([0x0A])
      return [0x0A]
    }
  }

  private func printLines(_ bytes: (inout State) -> [UInt8]) {
    printAbove { state in
      let bytes = bytes(&state)
      if let last = bytes.last { state.isLineOpen = last != 0x0A }
      return bytes
    }
  }

  private func printAbove(_ bytes: (inout State) -> [UInt8]) {
    state.withLock { state in
      let bytes = bytes(&state)
      let cleared = state.area.clearing(columns: Self.size.columns)
      do {
        // Written at once, so that the terminal does not show intermediate states.
        try stream.write(cleared.isEmpty ? bytes : Array(cleared.utf8) + bytes)
      } catch {
        let isFirst = isWritten.withLock { isWritten in
          defer { isWritten = false }
          return isWritten
        }
        if isFirst {
          Self.write("error: The standard output cannot be written: \(error)\n", toError: true)
        }
      }
      // Output may end within a line.
      let isLineOpen = !bytes.isEmpty && bytes.last != 0x0A
      if !state.area.isEmpty { Self.draw((isLineOpen ? "\n" : "") + state.area.text) }
    }
  }

  /// Replaces the live lines by one; elsewhere than on a terminal it does nothing.
  func show(_ text: String) {
    show([DisplayText.beginning(of: Self.plain(text), columns: Self.size.columns - 3)])
  }

  /// Replaces the live lines; elsewhere than on a terminal it does nothing. They must not be wider than it.
  func show(_ lines: [String]) {
    guard isLive else { return }
    let columns = Self.size.columns
    let lines = lines.map(Self.plain)
    state.withLock { state in
      let text = state.area.replacing(with: lines, columns: columns)
      if !text.isEmpty { Self.draw(text) }
    }
  }

  /// Escapes a live line.
  private static func plain(_ text: String) -> String {
    var plain = PlainText(guardsCommands: false)
    return plain.string(of: text)
  }

  private static func draw(_ text: String) { try? StandardStream.output.write(text.utf8) }

  /// Removes the live lines.
  func clear() { show([]) }

  /// Prints text for people while there are no live lines.
  static func write(_ text: String, toError: Bool = false) {
    (toError ? StandardStream.error : .output).print(text)
  }

  /// Prints an error on the standard error.
  static func error(_ problem: Any) { write("error: \(problem)\n", toError: true) }

  /// Prints a warning on the standard error.
  static func warn(_ problem: Any) { write("warning: \(problem)\n", toError: true) }

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
