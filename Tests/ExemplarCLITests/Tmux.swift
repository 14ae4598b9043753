import Foundation

/// A real terminal, with a shell in it.
struct Tmux {
  struct TimedOut: Error, CustomStringConvertible {
    var description: String
  }

  /// A server of its own, so that nothing of the user's is touched.
  private let server = "exemplar-\(UUID().uuidString.prefix(8))"

  init(columns: Int = 100, rows: Int = 30) async throws {
    try await tmux(
      "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
      "env PS1='ready> ' sh")
  }

  func end() async throws { try await tmux("kill-server") }

  /// Types a line.
  func type(_ line: String) async throws { try await tmux("send-keys", "-l", line + "\n") }

  /// Presses a key, such as `C-c`.
  func press(_ key: String) async throws { try await tmux("send-keys", key) }

  func resize(columns: Int, rows: Int) async throws {
    try await tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// The lines of the screen, without blank ones; with colors as they are sent, if asked for.
  func screen(withColors: Bool = false) async throws -> [String] {
    let result = try await tmux(
      ["capture-pane", "-p", "-J"] + (withColors ? ["-e"] : []))
    return result.split(separator: "\n").map(String.init).filter { !$0.allSatisfy(\.isWhitespace) }
  }

  /// The screen as soon as it is as it should be.
  @discardableResult
  func screen(
    withColors: Bool = false, until isRight: ([String]) -> Bool
  ) async throws -> [String] {
    let end = ContinuousClock.now + .seconds(300)
    while true {
      let screen = try await screen(withColors: withColors)
      if isRight(screen) { return screen }
      guard ContinuousClock.now < end else {
        throw TimedOut(
          description: "The screen stayed like this:\n" + screen.joined(separator: "\n"))
      }
      try await Task.sleep(for: .milliseconds(200))
    }
  }

  @discardableResult
  private func tmux(_ arguments: String...) async throws -> String { try await tmux(arguments) }

  // Not by `Process`, which now and then crashes where it is run again and again.
  @discardableResult
  private func tmux(_ arguments: [String]) async throws -> String {
    // The server would keep what it inherits open, by which its end is known.
    let script = """
      for fd in /proc/self/fd/*; do fd=${fd##*/}; [ "$fd" -gt 2 ] && eval "exec $fd>&-"; done
      unset ${!EXEMPLAR_@} CI
      exec env TERM=xterm-256color LC_ALL=C.UTF-8 tmux "$@" 2> /dev/null
      """
    let words = ["bash", "-c", script, "tmux", "-u", "-L", server] + arguments
    let command = words.map { "'" + $0.replacing("'", with: "'\\''") + "'" }
    guard let pipe = popen(command.joined(separator: " "), "r") else {
      throw TimedOut(description: "tmux could not be started.")
    }
    var output: [UInt8] = []
    var space = [UInt8](repeating: 0, count: 1 << 14)
    while case let count = fread(&space, 1, space.count, pipe), count > 0 {
      output += space[..<count]
    }
    pclose(pipe)
    return String(decoding: output, as: UTF8.self)
  }
}
