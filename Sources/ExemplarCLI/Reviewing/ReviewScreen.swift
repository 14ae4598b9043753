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
  /// The values that were shown and are still open.
  private var skipped: Set<String> = []
  /// Returns the next key, if one was pressed.
  private let nextKey: () -> Character?

  init(
    _ terminal: Terminal, _ acceptance: ValueAcceptance, _ items: [ReviewItem],
    nextKey: @escaping () -> Character?
  ) {
    (self.terminal, self.acceptance, self.nextKey) = (terminal, acceptance, nextKey)
    self.items = items.filter { $0.state == .open }
  }

  mutating func run() {
    var index = 0
    while items.indices.contains(index), !Interruption.isRequested {
      let item = items[index]
      terminal.print(heading(index) + text(item, in: Terminal.size))
      switch answer() {
      case "a": accept([index])
      case "c":
        accept(items.indices.filter { items[$0].cause == item.cause && items[$0].state == .open })
      case "r": reject(index)
      case "u":
        index = undo() ?? index
        continue
      case "p":
        index = max(0, index - 1)
        continue
      case "q":
        end()
        return
      default: skipped.insert(item.id)
      }
      repeat {
        index += 1
      } while items.indices.contains(index) && items[index].state != .open
    }
    end()
  }

  /// An item, of which the heading stays visible.
  private func text(_ item: ReviewItem, in size: (columns: Int, rows: Int)) -> String {
    func text(_ style: Style, limit: Int) -> String {
      item.text(style, limit: limit, columns: size.columns)
    }
    let rest = heading(0) + text(Style(hasColor: false), limit: 0)
    let rows = ReviewItem.rows(of: rest, columns: size.columns) + Self.keys(size.columns).count
    return text(terminal.style, limit: max(4, size.rows - rows))
  }

  private func heading(_ index: Int) -> String {
    let cause = items[index].cause
    let alike = items.count { $0.cause == cause && $0.state == .open }
    let parts = (alike > 1 ? ["cause \(cause), \(alike) left of it"] : []) + decisions
    return "\n" + terminal.style.bold("\(index + 1) of \(items.count)")
      + terminal.style.dim(parts.map { " · " + $0 }.joined()) + "\n"
  }

  /// How many values have been decided about, and how.
  private var decisions: [String] {
    let passedOver = items.count { $0.state == .open && skipped.contains($0.id) }
    let counts = [
      (items.count { $0.state == .accepted }, "accepted"),
      (items.count { $0.state == .rejected }, "rejected"), (passedOver, "skipped"),
    ]
    return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
  }

  /// Prints what was decided, and what is left.
  private func end() {
    let open = items.count { $0.state == .open }
    let left = open == 0 ? "Nothing is left." : "\(open.counted("value")) left: exemplar review"
    terminal.print("\n\((decisions + [left]).joined(separator: " · "))\n")
  }

  /// The keys, in as many lines as they need.
  static func keys(_ columns: Int) -> [String] {
    let keys = [
      "a accept", "r reject", "s skip", "q quit", "u undo", "p back", "c all of this cause",
    ]
    return keys.reduce(into: [String]()) { lines, key in
      let line = (lines.last.map { $0 + " · " } ?? "") + key
      if lines.isEmpty || DisplayText.columns(of: line) > columns - 1 {
        lines.append(DisplayText.beginning(of: key, columns: columns - 1))
      } else {
        lines[lines.count - 1] = line
      }
    }
  }

  /// Waits for a key with a meaning.
  private func answer() -> Character {
    terminal.show(Self.keys(Terminal.size.columns))
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
    let indices = indices.filter { [.open, .rejected].contains(items[$0].state) }
    if indices.isEmpty { return }
    do {
      let files = try acceptance.accept(indices.map { items[$0] })
      for index in indices { items[index].state = .accepted }
      terminal.print(ValueAcceptance.text(files, terminal.style))
    } catch { report(error) }
  }

  private mutating func reject(_ index: Int) {
    // An accepted one is undone before.
    if items[index].state != .open { return }
    let id = items[index].id
    do {
      try acceptance.withJournal { journal in
        journal.reject([id])
        try journal.write(in: acceptance.records)
      }
      items[index].state = .rejected
    } catch { report(error) }
  }

  /// Prints why something was not possible, such as while another tool is at work.
  private func report(_ error: any Error) {
    terminal.print(terminal.style.red("\(error)") + "\n")
  }

  /// Undoes the last acceptance; the first of its values, if it is one of these.
  private mutating func undo() -> Int? {
    do {
      terminal.print(try acceptance.undo())
      let journal = try ReviewJournal(in: acceptance.records)
      let accepted = journal.accepted
      var (files, first) = (ReviewedFiles(), Int?.none)
      for index in items.indices
      where items[index].state == .accepted
        && !files.isAccepted(items[index], journal, or: accepted)
      {
        items[index].state = .open
        first = first ?? index
      }
      return first
    } catch {
      report(error)
      return nil
    }
  }
}
