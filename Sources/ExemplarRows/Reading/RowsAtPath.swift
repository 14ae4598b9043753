import ExemplarCore

/// Walks over the rows at a path in a file.
///
/// The elements of an array on the path, and everything that `*` stands for, are groups. Values
/// beside the next step in an object belong to the rows in it. A path that leads nowhere is a
/// failing row in its group, or ends the reading outside of groups.
struct RowsAtPath {
  /// Returns the next member of an array or an object; `nil` after the last.
  typealias Members = () throws -> RowNode?

  private let path: String
  let steps: [RowPath.Step]
  private var maker: RowMaker
  let expected: String
  /// The open values, the innermost last.
  private var frames: [Frame] = []
  /// Errors to report before the next row.
  private var mistakes: [RowResult] = []
  /// The error that ended the reading of the file.
  private let failure: UsageError?
  /// Reads the members of the outermost value one at a time, if they were not read.
  private var membersOfRoot: Members?

  /// An array or an object whose members are rows, or groups.
  private struct Frame {
    let members: Members
    /// The step that each member is at.
    let step: Int
    let isRows: Bool
    let groups: Groups
    let place: Place
    /// Whether all members were read.
    let isComplete: Bool
    /// Whether there are plain members beside the groups, which belong to the rows in them.
    var skipsPlain = false
    /// Whether `*` stands for its members.
    var isEvery = false
    /// How many members there were.
    var count = 0
    var names = GroupNames()
  }

  /// The surrounding groups, and the values beside them.
  private struct Groups {
    var suites: [RowSuite] = []
    var fields: [RowFields] = []
  }

  /// The name of a group that is not open yet.
  private struct Unnamed {
    var key: String?
    var position: Int
    var place: Place
  }

  /// The rows below a node.
  ///
  /// - Parameters:
  ///   - expected: What the format calls an object.
  ///   - failure: The error that ended the reading of the file, which is thrown after the rows.
  ///   - membersOfRoot: Reads the members of the node one at a time, if they were not read.
  static func iterator(
    at root: RowNode, _ path: String, _ shape: RowShape, expected: String = "an object",
    failure: UsageError? = nil, membersOfRoot: Members? = nil
  ) throws -> RowIterator {
    var rows = RowsAtPath(
      path: path, steps: shape.path.steps, maker: RowMaker(shape), expected: expected,
      failure: failure, membersOfRoot: membersOfRoot)
    let isFlat = rows.steps.isEmpty && membersOfRoot != nil
    if !isFlat { try rows.enter(root, 0, Groups(), nil) }
    var isOver = false
    return RowIterator {
      if isOver { return nil }
      do {
        // Without a path, each member is a row.
        let row =
          isFlat ? try membersOfRoot?().map { try rows.row($0, Groups()) } : try rows.next()
        isOver = row == nil
        return row
      } catch {
        isOver = true
        throw error
      }
    }
  }

  private mutating func next() throws -> RowResult? {
    while true {
      if !mistakes.isEmpty { return mistakes.removeFirst() }
      guard let last = frames.indices.last else {
        if let failure { throw failure }
        return nil
      }
      guard let member = try frames[last].members() else {
        end(frames.removeLast())
        continue
      }
      if let row = try take(member, last) { return row }
    }
  }

  /// Notes that a group was left, which fails if there was nothing in it.
  private mutating func end(_ frame: Frame) {
    // A file without rows is reported by those that read it.
    guard frame.count == 0, frame.isComplete, !steps.isEmpty else { return }
    let problem =
      if frame.isRows {
        "There are no rows\(under(frame.step))"
      } else if !frame.isEvery, frame.step < steps.count, case .key(let key) = steps[frame.step] {
        "The array is empty; its elements should have \(key.quoted)"
      } else {
        "There is nothing\(under(frame.step - 1)) for \u{201C}*\u{201D} to stand for"
      }
    fail("\(problem), so nothing was checked.", at: frame.place, in: frame.groups.suites)
  }

  /// The row of a member; `nil` if it is a group, which is open then, or is beside groups.
  private mutating func take(_ node: RowNode, _ index: Int) throws -> RowResult? {
    let groups = frames[index].groups
    if frames[index].skipsPlain, node.isPlain { return nil }
    if case .wrong(let mistake) = node.content {
      frames[index].count += 1
      return .mistake(mistake, named: node.key?.name, in: groups.suites)
    }
    if frames[index].isRows {
      let row = try row(node, groups)
      if !row.isSkipped { frames[index].count += 1 }
      return row
    }
    if let skipped = skipped(node, groups) { return skipped }
    frames[index].count += 1
    let unnamed = Unnamed(
      key: node.key?.name, position: frames[index].count, place: node.rowPlace(in: path))
    try enter(node, frames[index].step, groups, unnamed)
    return nil
  }

  /// The placeholder for a member that is skipped in the place of a group; `nil` if it is not
  /// skipped.
  private func skipped(_ node: RowNode, _ groups: Groups) -> RowResult? {
    if maker.skips.isEmpty { return nil }
    let value = node.isPlain ? try? node.value(path: path) : nil
    return maker.skips.skipped(
      value, named: node.key?.name, at: node.rowPlace(in: path), in: groups.suites)
  }

  private mutating func row(_ node: RowNode, _ groups: Groups) throws -> RowResult {
    let (key, place) = (node.key?.name, node.rowPlace(in: path))
    switch try value(of: node) {
    case .failure(let mistake): return .mistake(mistake, named: key, in: groups.suites)
    case .success(let value):
      return maker.row(
        value, under: key, at: place, in: groups.suites, groups: groups.fields, expected: expected)
    }
  }

  /// The value of a node, or the error in it. Throws if the file could not be read further.
  private func value(of node: RowNode) throws -> Result<RowValue, UsageError> {
    if !node.isComplete, let failure { throw failure }
    return Result { try node.value(path: path) }.mapError { UsageError(wrapping: $0) }
  }
}

// MARK: - The way

extension RowsAtPath {
  /// Follows the path from a node to the next array, or object of groups or rows, and opens it.
  ///
  /// - Parameter unnamed: The group that the node is, if it is one.
  private mutating func enter(
    _ start: RowNode, _ first: Int, _ around: Groups, _ unnamed: Unnamed?
  ) throws {
    var (node, groups, unnamed) = (start, around, unnamed)
    for step in first...steps.count {
      let place = node.position.place(in: path)
      if node.isPlain {
        open(&unnamed, &groups, nil)
        return try refuse(
          "Expected \(wanted(at: step))\(under(step)), found \(node.kind).", at: place, in: groups)
      }
      if step == steps.count {
        open(&unnamed, &groups, nil)
        return push(node, step, isRows: true, groups)
      }
      if node.isArray {
        open(&unnamed, &groups, nil)
        let isEvery = steps[step] == .every
        return push(node, step + (isEvery ? 1 : 0), isRows: false, groups, isEvery: isEvery)
      }
      let beside = try read(node, besides: steps[step])
      open(&unnamed, &groups, beside.fields)
      for mistake in beside.mistakes { fail(mistake.message, at: mistake.place, in: groups.suites) }
      if !beside.fields.keys.isEmpty { groups.fields.append(beside.fields) }
      guard case .key(let key) = steps[step] else {
        return push(
          node, step + 1, isRows: false, groups, skipsPlain: true, isEvery: true)
      }
      guard let next = beside.found else {
        if !node.isComplete, let failure { throw failure }
        return try refuse(missing(key, beside, step), at: place, in: groups)
      }
      node = next
    }
  }

  private mutating func push(
    _ node: RowNode, _ step: Int, isRows: Bool, _ groups: Groups, skipsPlain: Bool = false,
    isEvery: Bool = false
  ) {
    var rest = node.members.makeIterator()
    frames.append(
      Frame(
        members: membersOfRoot ?? { rest.next() }, step: step, isRows: isRows, groups: groups,
        place: node.position.place(in: path), isComplete: node.isComplete, skipsPlain: skipsPlain,
        isEvery: isEvery))
    // The root is the first to be opened.
    membersOfRoot = nil
  }

  /// The contents of an object.
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
  private func read(_ node: RowNode, besides step: RowPath.Step) throws -> Beside {
    var beside = Beside()
    let duplicateKeys = maker.shape.duplicateKeys
    for node in node.members {
      let key = node.name
      if step == .key(key), beside.found == nil || duplicateKeys == .keepLast {
        beside.found = node
        continue
      }
      if node.isPlain {
        beside.holdsGroups = false
      } else if step == .every {
        continue
      }
      // The rows before the error that ended the reading can be read nevertheless.
      if !node.isComplete, beside.found != nil { continue }
      switch try value(of: node) {
      case .failure(let mistake): beside.mistakes.append(mistake)
      case .success(let value):
        let isAdded =
          step == .key(key)
          ? duplicateKeys != .refused : beside.fields.add(value, for: key, duplicateKeys)
        if !isAdded {
          beside.mistakes.append(
            beside.fields.duplicate(key, in: expected, at: node.rowPlace(in: path)))
        }
      }
    }
    return beside
  }

  /// Gives a group its name and opens it, unless that is done.
  private mutating func open(
    _ unnamed: inout Unnamed?, _ groups: inout Groups, _ fields: RowFields?
  ) {
    guard let group = unnamed else { return }
    unnamed = nil
    let names = maker.shape.naming.groupKeys.lazy.compactMap { fields?[$0]?.text?.nonEmpty }
    let written = group.key?.nonEmpty ?? names.first
    guard let written else {
      groups.suites.append(RowSuite("#\(group.position)", at: group.place))
      return
    }
    let (name, isRepeated) = frames[frames.count - 1].names.claim(written)
    groups.suites.append(RowSuite(name, at: group.place))
    guard isRepeated, maker.shape.repeats == .refused else { return }
    fail(
      "Two groups are named \(written.shortened(to: 60).quoted). Give every group a name of its own; "
        + "if the names are not yours, write repeats: .numbered.", at: group.place,
      in: groups.suites)
  }

  // MARK: Mistakes

  /// Reports an error that prevents rows from being found: as a failing row if it is in a group.
  private mutating func refuse(_ message: String, at place: Place, in groups: Groups) throws {
    if groups.suites.isEmpty { throw UsageError(message, at: place) }
    fail(message, at: place, in: groups.suites)
  }

  private mutating func fail(_ message: String, at place: Place?, in suites: [RowSuite]) {
    mistakes.append(.mistake(UsageError(message, at: place), named: "rows", in: suites))
  }

  private func wanted(at step: Int) -> String {
    guard step < steps.count, case .key(let key) = steps[step] else {
      return "an array or \(expected) of " + (step == steps.count ? "rows" : "groups")
    }
    return "\(expected) with \(key.quoted)"
  }

  /// Where the step before led.
  private func under(_ step: Int) -> String {
    guard step > 0, case .key(let key) = steps[step - 1] else { return "" }
    return " under \(key.quoted)"
  }

  private func missing(_ key: String, _ beside: Beside, _ step: Int) -> String {
    let keys = beside.fields.keys
    let near = Suggestions.near(key, in: keys, limit: 1)
    let known = keys.prefix(12).map { $0.shortened(to: 40).quoted }.joined(separator: ", ")
    let more = keys.count > 12 ? " and \(keys.count - 12) more" : ""
    var message = "There is no \(key.quoted)\(under(step)); there is "
    message += keys.isEmpty ? "nothing." : known + more + "."
    message += Suggestions.question(near.map(\.quoted))
    let isInEach =
      beside.holdsGroups && !keys.isEmpty
      && keys.allSatisfy { beside.fields[$0]?.object?[key] != nil }
    return message
      + (isInEach ? " If the keys are names of groups, put \u{201C}*\u{201D} before the step." : "")
  }
}

/// Names of the groups in one array or object. Of many, only hashes are kept.
private struct GroupNames {
  private var taken: Set<Int> = []
  private var counts: [Int: Int] = [:]

  /// A name that is free, and whether the wanted one was not.
  mutating func claim(_ name: String) -> (name: String, isRepeated: Bool) {
    if taken.insert(name.hashValue).inserted { return (name, false) }
    let numbered = name.numbered(after: &counts[name.hashValue, default: 1]) {
      taken.insert($0.hashValue).inserted
    }
    return (numbered, true)
  }
}
