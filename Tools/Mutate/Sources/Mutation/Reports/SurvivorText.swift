import Foundation

/// The sentences about a mutant that no test noticed.
struct SurvivorText {
  let judged: JudgedMutant
  let examples: [ReachingExample]

  init(_ judged: JudgedMutant, in results: MutationResults) {
    self.judged = judged
    examples = judged.reachedBy.compactMap { results.examples[$0] }
  }

  private var mutant: Mutant { judged.mutant }
  private var place: String { "\(Self.name(mutant.file)):\(mutant.line)" }

  /// “No row of prices.csv tells `<=` from `<` at Cart.swift:41.”
  var sentence: String {
    let (original, replacement) = Self.difference(mutant.original, mutant.replacement)
    let (verb, notices): (String, String) =
      if original.isEmpty {
        ("notices", "that `\(replacement)` is added")
      } else if replacement.isEmpty {
        ("notices", "that `\(original)` is removed")
      } else {
        ("tells", "`\(original)` from `\(replacement)`")
      }
    return "\(subject(verb)) \(notices) at \(place)." + (judged.isStatic ? Self.once : "")
  }

  private static let once =
    " The code runs once in a process, or outside of examples, so each of them may depend on it."

  private func subject(_ verb: String) -> String {
    if judged.isStatic { return "None of all \(examples.count.counted("example")) \(verb)" }
    let rows = sources(of: examples.filter(\.isRow))
    let others = examples.filter { !$0.isRow }
    let only = others.count == 1 ? others.first : nil
    switch (rows.count, others.count) {
    case (0, 1):
      return "“\(Self.heading(only?.id ?? ""))” does not \(verb == "tells" ? "tell" : "notice")"
    case (0, _): return "None of \(others.count.counted("test")) \(verb)"
    case (_, 0): return "No row of \(Self.list(rows)) \(verb)"
    case (_, 1):
      return
        "Neither a row of \(Self.list(rows, "or")) nor “\(Self.heading(only?.id ?? ""))” \(verb)"
    default:
      return "No row of \(Self.list(rows, "or")), and none of \(others.count) other tests, \(verb)"
    }
  }

  /// The tables of some rows: the names of files, and outlines whose rows are in code.
  private func sources(of rows: [ReachingExample]) -> [String] {
    var names: [String] = []
    for row in rows {
      let name =
        if let path = row.row?.path, !path.hasSuffix(".swift") { Self.name(path) } else {
          "“\(Self.heading(row.outline ?? ""))”"
        }
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Where the examples are that reach it: `prices.csv:3, 4 and 9`.
  var reachers: String {
    var lines: [(file: String, lines: [Int])] = []
    for example in examples {
      guard let place = example.row ?? example.place else { continue }
      let index = lines.firstIndex { $0.file == place.path } ?? lines.endIndex
      if index == lines.endIndex { lines.append((place.path, [])) }
      lines[index].lines.append(place.line)
    }
    let parts = lines.map { file, lines in "\(file):\(Self.ranges(Array(Set(lines)).sorted()))" }
    return parts.prefix(4).joined(separator: "; ")
      + (parts.count > 4 ? "; and \((parts.count - 4).counted("more file"))" : "")
  }

  // MARK: Words

  /// The last component of a path.
  static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The names of an id without the module, as reports show them.
  static func heading(_ id: String) -> String {
    let names = id.split(separator: "/").map { String($0).removingPercentEncoding ?? String($0) }
    return (names.count > 1 ? names.dropFirst() : names[...]).joined(separator: " › ")
  }

  static func list(_ names: [String], _ word: String = "or") -> String {
    let shown = names.count > 3 ? names.prefix(3) + ["\(names.count - 3) more tables"] : names[...]
    guard shown.count > 1, let last = shown.last else { return shown.first ?? "" }
    return shown.dropLast().joined(separator: ", ") + " \(word) " + last
  }

  /// `3-5, 9` of 3, 4, 5, 9.
  static func ranges(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    let texts = ranges.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }
    return texts.prefix(12).joined(separator: ", ")
      + (texts.count > 12 ? " and \(texts.count - 12) more" : "")
  }

  /// The tokens in which two texts differ, on one line and shortened.
  static func difference(_ a: String, _ b: String) -> (String, String) {
    var (a, b) = (tokens(a)[...], tokens(b)[...])
    while let token = a.first, token == b.first, a.count > 1 || b.count > 1 {
      (a, b) = (a.dropFirst(), b.dropFirst())
    }
    while let token = a.last, token == b.last, a.count > 1 || b.count > 1 {
      (a, b) = (a.dropLast(), b.dropLast())
    }
    func text(_ tokens: ArraySlice<String>) -> String {
      let text = tokens.joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return text.count > 60 ? text.prefix(59) + "…" : text
    }
    return (text(a), text(b))
  }

  /// The names, operators and other characters of a text.
  private static func tokens(_ text: String) -> [String] {
    func kind(_ character: Character) -> Int {
      if character.isLetter || character.isNumber || "_.\"".contains(character) { return 0 }
      return "<>=!&|+-*/%?~^".contains(character) ? 1 : character.isWhitespace ? 2 : 3
    }
    var tokens: [String] = []
    var last = 3
    for character in text {
      let own = kind(character)
      if own == last, own != 3 {
        tokens[tokens.count - 1].append(character)
      } else {
        tokens.append(String(character))
      }
      last = own
    }
    return tokens
  }
}
