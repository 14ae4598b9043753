import ExemplarCore

/// Walks over the rows at a path, in a tree of values.
///
/// The elements of an array on the path, and everything that `*` stands for, are groups. Values
/// beside the next step in an object belong to the rows in it. A path that leads nowhere is a
/// failing row in its group, or ends the reading outside of groups.
struct RowsAtPath<Tree: RowTree> {
  private var tree: Tree
  let steps: [RowPath.Step]
  private var maker: RowMaker
  let expected: String
  /// The open values, the innermost last.
  private var frames: [Frame] = []
  /// Errors to report before the next row.
  private var mistakes: [RowResult] = []
  /// The error that ends the reading after everything before it has been read.
  private var failure: (any Error)?

  /// An array or an object whose members are rows, or groups.
  private struct Frame {
    var members: Tree.Members
    /// The step that each member is at.
    let step: Int
    let isRows: Bool
    let groups: Groups
    let place: Place
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

  /// - Parameter expected: What the format calls an object.
  init(_ tree: Tree, _ shape: RowShape, expected: String = "an object") {
    self.tree = tree
    steps = shape.path.steps
    maker = RowMaker(shape)
    self.expected = expected
  }

  /// The rows below a node.
  static func iterator(
    over tree: Tree, at root: Tree.Node, _ shape: RowShape, expected: String = "an object"
  ) throws -> RowIterator {
    var rows = RowsAtPath(tree, shape, expected: expected)
    try rows.enter(root, 0, Groups(), nil)
    var isOver = false
    return RowIterator {
      if isOver { return nil }
      do {
        let row = try rows.next()
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
        try tree.finish()
        return nil
      }
      guard let member = try tree.next(&frames[last].members) else {
        end(frames.removeLast())
        continue
      }
      if let row = try take(member, last) { return row }
    }
  }

  /// Notes that a group was left, which fails if there was nothing in it.
  private mutating func end(_ frame: Frame) {
    // A file without rows is reported by those that read it.
    guard frame.count == 0, !steps.isEmpty else { return }
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
  private mutating func take(
    _ member: RowTreeMember<Tree.Node>, _ index: Int
  ) throws -> RowResult? {
    let groups = frames[index].groups
    switch member {
    case .mistake(let mistake, let key):
      frames[index].count += 1
      return .mistake(mistake, named: key, in: groups.suites)
    case .node(let node, _, _) where frames[index].skipsPlain && tree.kind(of: node) == .plain:
      return nil
    case .node(let node, let key, let place):
      if frames[index].isRows {
        let row = try row(node, key, place, groups)
        if !row.isSkipped { frames[index].count += 1 }
        return row
      }
      if let skipped = skipped(node, key, place, groups) { return skipped }
      frames[index].count += 1
      let unnamed = Unnamed(key: key, position: frames[index].count, place: place)
      try enter(node, frames[index].step, groups, unnamed)
      return nil
    }
  }

  /// The placeholder for a member that is skipped in the place of a group; `nil` if it is not
  /// skipped.
  private mutating func skipped(
    _ node: Tree.Node, _ key: String?, _ place: Place, _ groups: Groups
  ) -> RowResult? {
    if maker.skips.isEmpty { return nil }
    let value = tree.kind(of: node) == .plain ? try? tree.value(of: node).get() : nil
    return maker.skips.element(value, named: key, at: place, in: groups.suites)
  }

  private mutating func row(
    _ node: Tree.Node, _ key: String?, _ place: Place, _ groups: Groups
  ) throws -> RowResult {
    switch try tree.value(of: node) {
    case .failure(let mistake): .mistake(mistake, named: key, in: groups.suites)
    case .success(let value):
      if let key {
        maker.entry(value, named: key, at: place, in: groups.suites, groups: groups.fields)
      } else {
        maker.element(
          value, at: place, in: groups.suites, groups: groups.fields, expected: expected)
      }
    }
  }
}

// MARK: - The way

extension RowsAtPath {
  /// Follows the path from a node to the next array, or object of groups or rows, and opens it.
  ///
  /// - Parameter unnamed: The group that the node is, if it is one.
  private mutating func enter(
    _ start: Tree.Node, _ first: Int, _ around: Groups, _ unnamed: Unnamed?
  ) throws {
    var (node, groups, unnamed) = (start, around, unnamed)
    for step in first...steps.count {
      let place = tree.place(of: node)
      let kind = tree.kind(of: node)
      if kind == .plain {
        open(&unnamed, &groups, nil)
        let found = try tree.word(for: node)
        return try refuse(
          "Expected \(wanted(at: step))\(under(step)), found \(found).", at: place, in: groups)
      }
      if step == steps.count {
        open(&unnamed, &groups, nil)
        return try push(node, step, isRows: true, groups)
      }
      if kind == .array {
        open(&unnamed, &groups, nil)
        let isEvery = steps[step] == .every
        return try push(node, step + (isEvery ? 1 : 0), isRows: false, groups, isEvery: isEvery)
      }
      let beside = try read(node, besides: steps[step])
      open(&unnamed, &groups, beside.fields)
      for mistake in beside.mistakes { fail(mistake.message, at: mistake.place, in: groups.suites) }
      if !beside.fields.keys.isEmpty { groups.fields.append(beside.fields) }
      guard case .key(let key) = steps[step] else {
        return try push(
          node, step + 1, isRows: false, groups, skipsPlain: true, isEvery: true)
      }
      guard let next = beside.found else {
        return try refuse(missing(key, beside, step), at: place, in: groups)
      }
      node = next
    }
  }

  private mutating func push(
    _ node: Tree.Node, _ step: Int, isRows: Bool, _ groups: Groups, skipsPlain: Bool = false,
    isEvery: Bool = false
  ) throws {
    frames.append(
      Frame(
        members: try tree.members(of: node), step: step, isRows: isRows, groups: groups,
        place: tree.place(of: node), skipsPlain: skipsPlain, isEvery: isEvery))
  }

  /// The contents of an object.
  struct Beside {
    /// The value under the key of the step.
    var found: Tree.Node?
    /// The rest, as far as it does not hold groups.
    var fields = RowFields()
    var mistakes: [AuthoringMistake] = []
    /// Whether there are arrays or objects only.
    var holdsGroups = true
  }

  /// Reads the contents of an object beside the next step.
  private mutating func read(_ node: Tree.Node, besides step: RowPath.Step) throws -> Beside {
    var beside = Beside()
    let duplicateKeys = maker.shape.duplicateKeys
    var members = try tree.members(of: node)
    do {
      while let member = try tree.next(&members) {
        switch member {
        case .mistake(let mistake, _): beside.mistakes.append(mistake)
        case .node(let node, let key?, _)
        where step == .key(key) && (beside.found == nil || duplicateKeys == .keepLast):
          beside.found = node
        case .node(let node, let key, let place):
          if tree.kind(of: node) == .plain {
            beside.holdsGroups = false
          } else if step == .every {
            continue
          }
          let key = key ?? ""
          switch try tree.value(of: node) {
          case .failure(let mistake): beside.mistakes.append(mistake)
          case .success(let value):
            if step != .key(key), beside.fields.add(value, for: key) { continue }
            switch duplicateKeys {
            case .keepFirst: break
            case .keepLast: beside.fields.set(value, for: key)
            case .refused:
              beside.mistakes.append(
                AuthoringMistake(
                  "The key \(key.shortened(to: 60).quoted) appears twice in \(expected).", at: place
                )
              )
            }
          }
        }
      }
    } catch {
      // Earlier contents can be read nevertheless.
      guard beside.found != nil else { throw error }
      failure = failure ?? error
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
    if groups.suites.isEmpty { throw AuthoringMistake(message, at: place) }
    fail(message, at: place, in: groups.suites)
  }

  private mutating func fail(_ message: String, at place: Place?, in suites: [RowSuite]) {
    mistakes.append(.mistake(AuthoringMistake(message, at: place), named: "rows", in: suites))
  }
}
