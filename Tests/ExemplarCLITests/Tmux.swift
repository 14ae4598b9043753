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
    let result = try await tmux(["capture-pane", "-p", "-J"] + (withColors ? ["-e"] : []))
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
    // The server keeps what it inherits open: so its output is a file, and not a pipe whose end is awaited.
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(server)-output")
    defer { try? FileManager.default.removeItem(at: file) }
    let script = """
      for fd in /proc/self/fd/*; do fd=${fd##*/}; [ "$fd" -gt 2 ] && eval "exec $fd>&-"; done
      unset ${!EXEMPLAR_@} CI
      exec env TERM=xterm-256color LC_ALL=C.UTF-8 tmux "$@" < /dev/null > "$0" 2> /dev/null
      """
    let words = ["bash", "-c", script, file.path, "-u", "-L", server] + arguments
    let command = words.map { "'" + $0.replacing("'", with: "'\\''") + "'" }
    guard let pipe = popen(command.joined(separator: " "), "r") else {
      throw TimedOut(description: "tmux could not be started.")
    }
    pclose(pipe)
    return String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
  }
}
