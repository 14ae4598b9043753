import ExemplarCore
import ExemplarReports
import Foundation

extension ReviewList {
  /// The items whose ids begin with some texts. Throws ``UsageError`` if a text is not the beginning of exactly one id.
  func items(named names: [String]) throws -> [ReviewItem] {
    let known = Dictionary(grouping: items, by: \.id)
    var named: Set<String> = []
    return try names.map { name in
      let found =
        known[name] ?? (name.utf8.count < 4 ? [] : items.filter { $0.id.hasPrefix(name) })
      guard found.count == 1 else {
        throw UsageError(
          "\(found.isEmpty ? "No value of the run has" : "Several values of the run have") the id “\(name)”. Give one that "
            + "exemplar review --list shows. Nothing was written.")
      }
      return found[0]
    }
    .filter { named.insert($0.id).inserted }
  }

  var json: String {
    get throws { try items.map(Line.init).jsonText }
  }

  /// An item in JSON.
  private struct Line: Encodable {
    let id, state, kind, path, name, cause, message, new, form: String
    let line, column: Int
    let examples, scrubbers: [String]
    let age: Double
    let old, problem: String?

    init(_ item: ReviewItem) {
      (id, state, kind) = (item.id, item.state.rawValue, item.kind)
      (path, line, column) = (item.path, item.place.line, item.place.column)
      (name, cause, message) = (item.value.name, item.cause, item.message)
      (old, new, form) = (item.value.old, item.value.new, "\(item.value.form)")
      (examples, scrubbers) = (item.examples.map(\.text), item.value.scrubbers)
      age = (item.age * 10).rounded() / 10
      problem = item.problem
    }
  }

  /// The items for people, those of one cause together.
  func text(_ style: Style) -> String {
    if items.isEmpty { return "The run has no values to review.\n" }
    var text = ""
    let isOfObsolete = items.allSatisfy(\.isObsolete)
    for (cause, items) in causes {
      text +=
        style.bold(isOfObsolete ? "Obsolete" : "Cause \(cause)")
        + style.dim(" · \(items.count.counted("value"))") + "\n"
      for item in items { text += item.text(style) }
    }
    let open = items.count { $0.state == .open }
    let counts = [ReviewItem.State.accepted, .rejected, .refused].compactMap { state in
      let count = items.count { $0.state == state }
      return count == 0 ? nil : ", \(count) \(state)"
    }
    let (purpose, advice) =
      isOfObsolete
      ? ("delete", "Delete with exemplar review --obsolete --accept ID…")
      : ("review", "Accept with exemplar review --accept ID…")
    text += "\(open.counted("value")) to \(purpose)\(counts.joined()).\n"
    if open > 0 { text += style.dim(advice) + "\n" }
    return text
  }

  /// The items by their causes, in the order of the run.
  private var causes: [(String, [ReviewItem])] {
    let groups = Dictionary(grouping: items, by: \.cause)
    var seen: Set<String> = []
    return items.compactMap { item in
      seen.insert(item.cause).inserted ? (item.cause, groups[item.cause] ?? []) : nil
    }
  }
}

extension ReviewItem {
  /// How long ago the run found it, in seconds.
  var age: Double { max(0, Date().timeIntervalSince1970 - time) }

  /// How many lines of a terminal a text takes.
  static func rows(of text: String, columns: Int) -> Int {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .reduce(0) { $0 + max(1, (DisplayText.columns(of: "\($1)") - 1) / columns + 1) }
  }

  private var ageText: String {
    let hours = Int(age / 3600)
    if hours == 0 { return LiveDrawing.age(age) }
    return hours < 48 ? hours.counted("hour") : (hours / 24).counted("day")
  }

  /// The item for people, in a few lines.
  ///
  /// - Parameters:
  ///   - limit: How many lines of a terminal the failure takes at most.
  ///   - columns: The width of the terminal.
  func text(_ style: Style, limit: Int = 12, columns: Int = .max) -> String {
    let state = state == .open ? kind : "\(kind), \(self.state)"
    var text = "  \(style.bold(id))  \(state)  \(place)"
    // The name of a file is in its path.
    text +=
      (value.name.isEmpty || value.site == .file ? "" : "  \(value.name)")
      + style.dim("  \(ageText) ago")
      + "\n"
    for example in examples.prefix(3) { text += style.dim("    \(example)") + "\n" }
    let more = DisplayText.more(examples.count - 3, before: "    ")
    if !more.isEmpty { text += style.dim(more) + "\n" }
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    var (shown, left) = (0, limit)
    for line in lines {
      left -= Self.rows(of: "    \(line)", columns: columns)
      if left < 0 { break }
      text += "    \(line)\n"
      shown += 1
    }
    if lines.count > shown {
      text += style.dim("    … \((lines.count - shown).counted("more line"))") + "\n"
    }
    if let problem { text += style.yellow("    \(problem)") + "\n" }
    return text
  }
}
