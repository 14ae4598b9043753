import ExemplarCore

/// Walks over the rows at a path in a file.
///
/// The elements of an array on the path, and everything that `*` stands for, are groups. Values
/// beside the next step in an object belong to the rows in it. A path that leads nowhere is a
/// failing row in its group, or ends the reading outside of groups.
struct RowsAtPath {
  /// Returns the next member of an array or an object; `nil` after the last.
  typealias Members = () throws -> RowNode?

  private let steps: [String?]
  private var maker: RowMaker
  private let expected: String
  /// The rows that were found in the last member of the outermost level, the next one last.
  private var found: [RowResult] = []
  /// Whether the path has led to rows.
  private var hasLed = false
  /// The error that ended the reading of the file.
  private let failure: UsageError?

  /// An array or an object whose members are rows, or groups.
  private struct Level {
    let node: RowNode
    let members: Members
    /// The step that each member is at.
    let step: Int
    let isRows: Bool
    let surroundings: Surroundings
    /// Whether `*` stands for its members.
    var isEvery = false
    var count = 0
    var names = UniqueNames<Void>()
    /// Where the group with an empty key is.
    var emptyKey: Int?
  }

  /// The data suites around rows, and the values beside them.
  private struct Surroundings {
    var suites: [RowSuite] = []
    var fields: [RowFields] = []
  }

  /// The rows below a node.
  ///
  /// - Parameters:
  ///   - expected: What the format calls an object.
  ///   - failure: The error that ended the reading of the file, which is thrown after the rows.
  ///   - membersOfRoot: Reads the members of the node one at a time, if they were not read.
  static func iterator(
    at root: RowNode, _ shape: RowShape, expected: String = "an object",
    failure: UsageError? = nil, membersOfRoot: Members? = nil
  ) throws -> RowCursor<RowResult> {
    var rows = RowsAtPath(
      steps: shape.path.steps, maker: RowMaker(shape), expected: expected, failure: failure)
    // Without a path, each member is a row.
    let members = rows.steps.isEmpty ? membersOfRoot : nil
    var level =
      members == nil ? try rows.level(at: root, 0, Surroundings(), members: membersOfRoot) : nil
    var end: (any Error)?
    var isOver = false
    return RowCursor<RowResult> {
      if let row = rows.found.popLast() { return row }
      if isOver { return nil }
      isOver = true
      if let end { throw end }
      if let row = try members?().map({ try rows.row($0, Surroundings()) }) {
        isOver = false
        return row
      }
      while rows.found.isEmpty, level != nil {
        do { try rows.takeNext(in: &level) } catch { (end, level) = (error, nil) }
      }
      rows.found.reverse()
      if let row = rows.found.popLast() {
        isOver = false
        return row
      }
      if let error = end ?? failure { throw error }
      return nil
    }
  }

  /// Finds the rows of the next member; a level that has ended has no more.
  private mutating func takeNext(in level: inout Level?) throws {
    guard var open = level else { return }
    level = nil
    let member = try open.members()
    if let member { try take(member, in: &open) } else { finish(open) }
    if member != nil { level = open }
  }

  /// Reports an array or an object that had no members.
  private mutating func finish(_ level: Level) {
    // A file without rows is reported by those that read it.
    guard level.count == 0, level.node.isComplete, !steps.isEmpty else { return }
    let problem =
      if level.isRows {
        "There are no rows\(under(level.step))"
      } else if !level.isEvery, level.step < steps.count, let key = steps[level.step] {
        "The array is empty; its elements should have \(key.quoted)"
      } else {
        "There is nothing\(under(level.step - 1)) for \u{201C}*\u{201D} to stand for"
      }
    fail("\(problem), so nothing was checked.", at: level.node.place, in: level.surroundings)
  }

  /// Finds the rows of a member: itself, or those in the group that it is.
  private mutating func take(_ node: RowNode, in level: inout Level) throws {
    // Plain members beside groups belong to the rows in them.
    if level.isEvery, !level.node.isArray, node.isPlain { return }
    let suites = level.surroundings.suites
    if case .wrong(let mistake) = node.content {
      level.count += 1
      return found.append(.mistake(mistake, named: node.key?.name, in: suites))
    }
    if level.isRows {
      let row = try row(node, level.surroundings)
      if !row.isSkipped { level.count += 1 }
      return found.append(row)
    }
    if !maker.skips.isEmpty {
      let value = node.isPlain ? try? node.value() : nil
      let skipped = maker.skips.skipped(
        value, named: node.key?.name, at: node.rowPlace, in: suites)
      if let skipped { return found.append(skipped) }
    }
    level.count += 1
    let around = surroundings(of: node, in: &level)
    guard var inner = try self.level(at: node, level.step, around) else { return }
    while let member = try inner.members() { try take(member, in: &inner) }
    finish(inner)
  }

  private mutating func row(_ node: RowNode, _ surroundings: Surroundings) throws -> RowResult {
    let (key, place) = (node.key?.name, node.rowPlace)
    switch try value(of: node) {
    case .failure(let mistake): return .mistake(mistake, named: key, in: surroundings.suites)
    case .success(let value):
      return maker.row(
        value, under: key, at: place, in: surroundings.suites, outerFields: surroundings.fields,
        expected: expected)
    }
  }

  /// The value of a node, or the error in it. Throws if the file could not be read further.
  private func value(of node: RowNode) throws -> Result<RowValue, UsageError> {
    if !node.isComplete, let failure { throw failure }
    return Result { try node.value() }.mapError { UsageError(wrapping: $0) }
  }
}

/// A path leads to no rows, and another one is to be tried.
struct NoRowsAtPath: Error {}

// MARK: - The way

extension RowsAtPath {
  /// Follows the path from a node to the next array, or object of groups or rows; `nil` after an error.
  private mutating func level(
    at start: RowNode, _ first: Int, _ around: Surroundings, members: Members? = nil
  ) throws -> Level? {
    var (node, surroundings) = (start, around)
    func level(_ step: Int, isRows: Bool = false, isEvery: Bool = false) -> Level {
      var rest = node.members.makeIterator()
      return Level(
        node: node, members: members ?? { rest.next() }, step: step, isRows: isRows,
        surroundings: surroundings, isEvery: isEvery)
    }
    for step in first...steps.count {
      if node.isPlain {
        if maker.shape.triesPath, !hasLed { throw NoRowsAtPath() }
        return try refuse(
          "Expected \(wanted(at: step))\(under(step)), found \(node.kind).", node, in: surroundings)
      }
      if step == steps.count {
        hasLed = true
        return level(step, isRows: true)
      }
      if node.isArray {
        return level(steps[step] == nil ? step + 1 : step, isEvery: steps[step] == nil)
      }
      let beside = try read(node, besides: steps[step])
      for mistake in beside.mistakes { fail(mistake.message, at: mistake.place, in: surroundings) }
      if !beside.fields.keys.isEmpty { surroundings.fields.append(beside.fields) }
      guard let key = steps[step] else { return level(step + 1, isEvery: true) }
      guard let next = beside.found else {
        if !node.isComplete, let failure { throw failure }
        if maker.shape.triesPath, !hasLed { throw NoRowsAtPath() }
        if maker.shape.path.isOptional {
          found.append(.skipped(at: node.rowPlace, isAbsent: true))
          return nil
        }
        return try refuse(missing(key, beside, step), node, in: surroundings)
      }
      node = next
    }
    return nil
  }

  struct Beside {
    /// The value under the key of the step.
    var found: RowNode?
    /// The rest, as far as it does not hold groups.
    var fields = RowFields()
    var mistakes: [UsageError] = []
    /// Whether there are arrays or objects only.
    var holdsGroups = true
  }

  /// Reads the contents of an object beside the next step.
  private func read(_ node: RowNode, besides step: String?) throws -> Beside {
    var beside = Beside()
    let duplicateKeys = maker.shape.duplicateKeys
    for node in node.members {
      let key = node.name
      let isStep = step?.isSpelled(as: key) == true
      if isStep, beside.found == nil || duplicateKeys == .keepLast {
        beside.found = node
        continue
      }
      if node.isPlain {
        beside.holdsGroups = false
      } else if step == nil {
        continue
      }
      // The rows before the error that ended the reading can be read nevertheless.
      if !node.isComplete, beside.found != nil { continue }
      switch try value(of: node) {
      case .failure(let mistake): beside.mistakes.append(mistake)
      case .success(let value):
        let isAdded =
          isStep
          ? duplicateKeys != .refused : beside.fields.add(value, for: key, duplicateKeys)
        if isAdded { continue }
        let line = isStep ? beside.found?.rowPlace.line : Int(beside.fields[key]?.line ?? 0)
        beside.mistakes.append(
          .duplicate(key: key, in: expected, line: line, at: node.rowPlace))
      }
    }
    return beside
  }

  /// The surroundings of the rows in a member of a level, which is a suite itself.
  private mutating func surroundings(of node: RowNode, in level: inout Level) -> Surroundings {
    var surroundings = level.surroundings
    let isLast = maker.shape.duplicateKeys == .keepLast
    let names = maker.shape.naming.groupKeys.lazy.compactMap {
      node.text(under: $0, last: isLast)?.nonEmpty
    }
    let written = node.key?.name.nonEmpty ?? (level.step < steps.count ? names.first : nil)
    guard let written else {
      surroundings.suites.append(RowSuite("#\(level.count)", at: node.rowPlace))
      guard node.key != nil else { return surroundings }
      if let line = level.emptyKey, maker.shape.duplicateKeys == .refused {
        let mistake = UsageError.duplicate(key: "", in: expected, line: line, at: node.rowPlace)
        fail(mistake.message, at: mistake.place, in: surroundings)
      }
      level.emptyKey = node.rowPlace.line
      return surroundings
    }
    let (name, earlier): (String, Void?) = level.names.claim(written, at: ())
    surroundings.suites.append(RowSuite(name, at: node.rowPlace))
    guard earlier != nil, maker.shape.repeats == .refused else { return surroundings }
    fail(
      "Two groups are named \(written.shortened(to: 60).quoted). Give every group a name of its own; "
        + "if the names are not yours, write repeats: .numbered.", at: node.rowPlace,
      in: surroundings)
    return surroundings
  }

  // MARK: Mistakes

  /// Reports an error that prevents rows from being found: as a failing row if it is in a group.
  private mutating func refuse(_ message: String, _ node: RowNode, in surroundings: Surroundings)
    throws
    -> Level?
  {
    if surroundings.suites.isEmpty { throw UsageError(message, at: node.place) }
    fail(message, at: node.place, in: surroundings)
    return nil
  }

  private mutating func fail(_ message: String, at place: Place?, in surroundings: Surroundings) {
    found.append(.mistake(UsageError(message, at: place), named: "rows", in: surroundings.suites))
  }

  private func wanted(at step: Int) -> String {
    guard step < steps.count, let key = steps[step] else {
      return "an array or \(expected) of " + (step == steps.count ? "rows" : "groups")
    }
    return "\(expected) with \(key.quoted)"
  }

  /// Where the step before led.
  private func under(_ step: Int) -> String {
    guard step > 0, let key = steps[step - 1] else { return "" }
    return " under \(key.quoted)"
  }

  private func missing(_ key: String, _ beside: Beside, _ step: Int) -> String {
    let keys = beside.fields.keys
    let near = Suggestions.near(key, in: keys, limit: 1)
    let known = keys.prefix(12).map { $0.shortened(to: 40).quoted(besides: [key]) }.joined(
      separator: ", ")
    let more = keys.count > 12 ? " and \(keys.count - 12) more" : ""
    var message = "There is no \(key.quoted(besides: keys))\(under(step)); there is "
    message += keys.isEmpty ? "nothing." : known + more + "."
    message += Suggestions.question(near.map(\.quoted))
    let isInEach =
      beside.holdsGroups && !keys.isEmpty
      && keys.allSatisfy { beside.fields[$0]?.object?[key] != nil }
    return message
      + (isInEach ? " If the keys are names of groups, put \u{201C}*\u{201D} before the step." : "")
  }
}
