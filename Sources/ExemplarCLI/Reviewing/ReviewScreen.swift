import ExemplarCore
import ExemplarReports
import Foundation

/// Shows one value after the other on a terminal, until each is accepted, rejected or skipped.
///
/// A decision has its effect at once, so that the end of the process loses none.
struct ReviewScreen {
  private let terminal: Terminal
  private let acceptance: ValueAcceptance
  private(set) var items: [ReviewItem]
  /// Returns the next key, if one was pressed.
  private let nextKey: () -> Character?

  init(
    _ terminal: Terminal, _ acceptance: ValueAcceptance, _ items: [ReviewItem],
    nextKey: @escaping () -> Character?
  ) {
    (self.terminal, self.acceptance, self.nextKey) = (terminal, acceptance, nextKey)
    self.items = items.filter { $0.state == .open }
  }

  mutating func run() throws {
    var index = 0
    while items.indices.contains(index), !Interruption.isRequested {
      let item = items[index]
      terminal.print(heading(index) + item.text(terminal.style, limit: 40))
      switch answer() {
      case "a": accept([index])
      case "c": accept(items.indices.filter { items[$0].cause == item.cause })
      case "r": try reject(index)
      case "u":
        undo()
        continue
      case "p":
        index = max(0, index - 1)
        continue
      case "q": return
      default: break
      }
      repeat {
        index += 1
      } while items.indices.contains(index) && items[index].state != .open
    }
  }

  private func heading(_ index: Int) -> String {
    let alike = items.count { $0.cause == items[index].cause && $0.state == .open }
    return "\n" + terminal.style.bold("\(index + 1) of \(items.count)")
      + terminal.style.dim(" · \(alike) of this cause") + "\n"
  }

  /// Waits for a key with a meaning.
  private func answer() -> Character {
    terminal.show(
      "a accept · r reject · s skip · c all of this cause · p back · u undo · q quit")
    defer { terminal.clear() }
    var escape = ""
    while !Interruption.isRequested {
      guard let key = nextKey() else {
        usleep(20_000)
        continue
      }
      if key == "\u{1B}" || !escape.isEmpty {
        escape.append(key)
        // The arrows to the right and down, and to the left and up.
        if escape.count < 3 { continue }
        defer { escape = "" }
        if let arrow = ["\u{1B}[C": "s", "\u{1B}[B": "s", "\u{1B}[D": "p", "\u{1B}[A": "p"][escape]
        {
          return Character(arrow)
        }
      } else if "arscpuq\n".contains(key) {
        return key == "\n" ? "s" : key
      }
    }
    return "q"
  }

  private mutating func accept(_ indices: [Int]) {
    let indices = indices.filter { items[$0].state == .open }
    do {
      let files = try acceptance.accept(indices.map { items[$0] })
      for index in indices { items[index].state = .accepted }
      terminal.print(ValueAcceptance.text(files, terminal.style))
    } catch {
      terminal.print(terminal.style.red("\(error)") + "\n")
    }
  }

  private mutating func reject(_ index: Int) throws {
    let id = items[index].id
    try acceptance.withJournal { journal in
      journal.reject([id])
      try journal.write(in: acceptance.records)
    }
    items[index].state = .rejected
  }

  private mutating func undo() {
    do {
      for path in try acceptance.undo() { terminal.print("Undone: \(path)\n") }
      let accepted = try ReviewJournal(in: acceptance.records).accepted
      for index in items.indices
      where items[index].state == .accepted && !accepted.contains(items[index].id) {
        items[index].state = .open
      }
    } catch {
      terminal.print(terminal.style.red("\(error)") + "\n")
    }
  }
}
