import ExemplarCore
import ExemplarLog

/// The state of one running spec, and its drawing.
final class ConsoleTree {
  private final class Node {
    let name: String
    var kind: Kind
    var children: [Node] = []
    var outcome: Outcome?
    var duration = 0.0
    var attempts = 1
    var hasFailed = false
    /// The hooks around all its examples that are running, the innermost last.
    var hooks: [Phase] = []
    var isOver = false
    var knownIssues = 0
    var attachments: [AttachmentRecorded] = []
    /// The number of its examples, without those in its groups.
    var examples = 0
    /// The number of its groups of rows.
    var groups = 0
    /// How many rows passed that are not kept.
    var dropped = 0
    /// At how many children those that passed are dropped.
    var dropAt = 2 * ConsoleTree.rowLimit

    /// Whether it has so many rows that only those that did not pass are shown.
    var isLong: Bool { examples > ConsoleTree.rowLimit }

    /// Whether it has so many groups of rows that only those with something else than passed rows are
    /// shown.
    var isVast: Bool { groups > ConsoleTree.groupLimit }

    /// Whether a child is passed over where the node is folded.
    func hides(_ child: Node) -> Bool {
      (child.kind == .example || isVast) && child.isUneventful
    }

    /// Why it is flaky, if it is: for a retry, or for a repetition of Swift Testing.
    var reasonIfFlaky: String {
      attempts > 1 ? "passed on attempt \(attempts)" : "failed in the last repetition"
    }

    /// Whether it failed in quarantine.
    var isQuarantined: Bool { if case .quarantined = outcome { true } else { false } }

    /// How many of its examples did.
    var quarantined: Int { children.count(where: \.isQuarantined) }

    /// Whether so many of its examples failed that the failures below show them better.
    var hasManyFailures: Bool {
      children.count { $0.kind == .example && $0.outcome?.isFailure == true } + quarantined
        > ConsoleTree.rowLimit
    }

    /// Whether it failed, and nothing else is reported about it here.
    var isPlainFailure: Bool {
      guard kind == .example, attachments.isEmpty else { return false }
      return isQuarantined || outcome?.isFailure == true && knownIssues == 0
    }

    /// Whether it was skipped, and nothing else is reported about it here.
    var isPlainSkip: Bool {
      guard kind == .example, attachments.isEmpty, knownIssues == 0 else { return false }
      return if case .skipped = outcome { true } else { false }
    }

    /// How many of its rows were skipped, and why if all were for one reason; `nil` if there are so few that each is
    /// shown.
    var skips: (count: Int, text: String)? {
      let reasons = children.filter(\.isPlainSkip).compactMap(\.outcome?.reason)
      guard kind == .outline, reasons.count > ConsoleTree.rowLimit else { return nil }
      let isOneReason = Set(reasons).count == 1 && !reasons[0].isEmpty
      return (
        reasons.count, "\(reasons.count) skipped" + (isOneReason ? ": \(reasons[0].onOneLine)" : "")
      )
    }

    var isUneventful: Bool {
      switch kind {
      case .example: outcome?.isUneventful == true
      case .outline:
        isOver && !hasFailed && attachments.isEmpty && children.allSatisfy(\.isUneventful)
      case .group: false
      }
    }

    /// Whether it is a group of hooks that specs share, with nothing to report about them.
    var isUneventfulHooks: Bool {
      kind == .group && children.isEmpty && !hasFailed && hooks.isEmpty && attachments.isEmpty
        && knownIssues == 0
    }

    init(_ name: String, _ kind: Kind) {
      self.name = name
      self.kind = kind
    }
  }

  private enum Kind { case group, outline, example }

  private var nodes: [ExampleID: Node] = [:]
  private var root: Node?
  /// The example that began last, as long as nothing but that is known of it: of a row that passes
  /// among many, nothing else is kept.
  private var latest: (id: ExampleID, parent: Node)?
  /// The group in which an example began last.
  private var latestGroup: (id: ExampleID, node: Node)?
  /// Whether rows that passed are kept where there are many.
  private let keepsRows: Bool

  init(keepsRows: Bool) {
    self.keepsRows = keepsRows
  }

  func begin(_ group: GroupStarted) {
    keepLatest()
    add(group.id, group.kind == .group ? .group : .outline)
  }

  func begin(_ example: ExampleStarted) {
    keepLatest()
    guard root != nil, let id = example.id.parent, let parent = node(ofGroup: id) else {
      return add(example.id, .example)
    }
    parent.examples += 1
    latest = (example.id, parent)
  }

  func end(_ example: ExampleEnded) {
    if let (id, parent) = latest, id == example.id {
      if !keepsRows, parent.kind == .outline, parent.isLong, example.outcome.isUneventful {
        parent.dropped += 1
        latest = nil
        return
      }
      latest = nil
      // No further event will mention it, so it need not be found again.
      let node = Node(id.name, .example)
      parent.children.append(node)
      return end(node, example, in: parent)
    }
    let node = nodes.removeValue(forKey: example.id)
    end(node, example, in: example.id.parent.flatMap { nodes[$0] })
  }

  /// Notes rows that passed together: those that are not shown one by one are counted.
  func receive(_ rows: PassedRows) {
    let parent = root == nil ? nil : node(ofGroup: rows.parent)
    var rest = 0
    if !keepsRows, let parent, parent.kind == .outline {
      rest = rows.count - min(rows.count, max(0, Self.rowLimit - parent.examples))
    }
    let shown = PassedRows(in: rows.parent, rows.context, Array(rows.rows.dropLast(rest)))
    EventBatch.passedRows(shown).forEach { event in
      switch event {
      case .exampleStarted(let example): begin(example)
      case .exampleEnded(let example): end(example)
      default: break
      }
    }
    keepLatest()
    parent?.examples += rest
    parent?.dropped += rest
  }

  private func end(_ node: Node?, _ example: ExampleEnded, in parent: Node?) {
    node?.isOver = true
    node?.outcome = example.outcome
    node?.duration = example.duration
    node?.attempts = example.attempts
    if !keepsRows, let parent { drop(from: parent) }
  }

  /// Gives the example that began last a node of its own.
  private func keepLatest() {
    guard let (id, parent) = latest else { return }
    latest = nil
    let node = Node(id.name, .example)
    nodes[id] = node
    parent.children.append(node)
  }

  private func node(ofGroup id: ExampleID) -> Node? {
    if let latestGroup, latestGroup.id == id { return latestGroup.node }
    latestGroup = nodes[id].map { (id, $0) }
    return latestGroup?.node
  }

  /// Drops passed nodes of an outline that is so large that only their number is shown, so that the
  /// memory does not grow with it.
  private func drop(from node: Node) {
    guard node.kind == .outline, node.isLong || node.isVast,
      node.children.count >= node.dropAt
    else { return }
    node.children.removeAll { child in
      guard node.hides(child) else { return false }
      node.dropped += counts(of: child).all
      return true
    }
    node.dropAt = 2 * max(Self.rowLimit, node.children.count)
  }

  func end(_ group: GroupEnded) {
    latestGroup = nil
    let node = nodes.removeValue(forKey: group.id)
    node?.isOver = true
    node?.duration = group.duration
    node?.hasFailed = group.failed
    if !keepsRows, let parent = group.id.parent.flatMap({ nodes[$0] }) { drop(from: parent) }
  }

  func begin(_ hooks: HooksStarted) { nodes[hooks.id]?.hooks.append(hooks.phase) }

  func end(_ hooks: HooksEnded) { nodes[hooks.id]?.hooks.removeAll { $0 == hooks.phase } }

  /// The examples and hooks that are running, with the groups around them.
  var running: [String] {
    keepLatest()
    func running(_ node: Node, _ path: String) -> [String] {
      let name = path + ExampleID.printable(node.name)
      let hooks = node.hooks.last.map { ["\(name) (\($0.rawValue))"] } ?? []
      if node.kind == .example { return node.isOver ? [] : [name] }
      return hooks + node.children.flatMap { running($0, name + " › ") }
    }
    return root.map { running($0, "") } ?? []
  }

  func receive(_ record: IssueRecorded) {
    keepLatest()
    if record.issue.isKnown, let id = record.id { nodes[id]?.knownIssues += 1 }
  }

  func receive(_ attachment: AttachmentRecorded) {
    // Output is shown with the failure.
    if attachment.isOutput { return }
    keepLatest()
    nodes[attachment.id]?.attachments.append(attachment)
  }

  private func add(_ id: ExampleID, _ kind: Kind) {
    let node = Node(id.name, kind)
    nodes[id] = node
    if root == nil { root = node }
    guard let parent = id.parent.flatMap({ nodes[$0] }) else { return }
    parent.children.append(node)
    if kind == .example { parent.examples += 1 }
    if kind == .outline, parent.kind == .outline { parent.groups += 1 }
  }

  /// Whether nothing in it failed.
  var hasPassed: Bool {
    func hasPassed(_ node: Node) -> Bool {
      !node.hasFailed && node.children.allSatisfy(hasPassed)
        && (node.kind != .example || node.outcome?.isFailure == false)
    }
    return root.map(hasPassed) ?? true
  }

  /// The drawing; when folded, a line for the spec and one for each example that did not pass.
  ///
  /// - Parameters:
  ///   - noun: The word for what runs.
  ///   - hidesFailures: Whether only the line for the spec counts those that failed.
  func text(
    _ context: ReportContext, _ noun: String, isFolded: Bool, hidesFailures: Bool = false
  ) -> String {
    keepLatest()
    guard let root, !root.isUneventfulHooks else { return "" }
    var lines: [String] = []
    if isFolded {
      let (all, failed) = counts(of: root)
      lines.append(
        ConsoleText.line(
          of: ExampleID.printable(root.name), all, noun, failed: failed,
          isFine: failed == 0 && !root.hasFailed, root.duration, context.style))
      appendTroubles(of: root, "", hidesFailures: hidesFailures, context, &lines)
    } else {
      append(root, 0, context, &lines)
      lines.append("")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func append(
    _ node: Node, _ depth: Int, _ context: ReportContext, _ lines: inout [String]
  ) {
    let indent = String(repeating: "  ", count: min(depth, 40))
    switch node.kind {
    case .example:
      lines.append(indent + exampleLine(node, context))
      lines += node.attachments.map { indent + "  " + attachmentLine($0, context) }
    case .group:
      let name = ExampleID.printable(node.name)
      let mark = node.hasFailed ? context.style.red("✘ ") : ""
      lines.append(
        indent + mark + (depth == 0 ? context.style.bold(name) : name) + knownIssues(node, context))
      lines += node.attachments.map { indent + "  " + attachmentLine($0, context) }
      for child in node.children { append(child, depth + 1, context, &lines) }
      if let phase = node.hooks.last {
        let hooks = context.style.red("✘ \(phase.rawValue) did not finish")
        lines.append(indent + "  " + hooks)
      }
    case .outline:
      let folds = (node.isLong || node.isVast) && !context.console.isVerbose
      lines.append(indent + outlineLine(node, folds: folds, context))
      let hidesFailures = folds && node.hasManyFailures
      let hidesSkips = folds && node.skips != nil
      for child in node.children
      where !folds
        || !(node.hides(child) || hidesFailures && child.isPlainFailure
          || hidesSkips && child.isPlainSkip)
      {
        append(child, depth + 1, context, &lines)
      }
    }
  }

  /// How many rows of an outline are shown one by one.
  private static let rowLimit = 12
  /// How many groups of rows are shown one by one.
  private static let groupLimit = 1_000

  private func exampleLine(_ node: Node, _ context: ReportContext) -> String {
    let style = context.style
    let name = ExampleID.printable(node.name)
    var line =
      switch node.outcome {
      case nil: "\(style.red("✘")) \(name) \(style.red("did not finish"))"
      case .passed: "\(style.green("✔")) \(name)"
      case .flaky:
        "\(style.yellow("✔")) \(name) \(style.yellow("flaky, \(node.reasonIfFlaky)"))"
      case .failed: "\(style.red("✘")) \(style.red(name))"
      case .quarantined(let reason):
        "\(style.yellow("⚑")) \(name) \(style.yellow("quarantined for \(reason)"))"
      case .skipped(let reason):
        "\(style.yellow("↷")) \(name) \(style.yellow("skipped\(reason.isEmpty ? "" : ": " + reason)"))"
      case .pending(let reason):
        "\(style.yellow("○")) \(name) \(style.yellow("pending\(reason.map { ": " + $0 } ?? "")"))"
      case .blocked: "\(style.red("⊘")) \(name) \(style.red("blocked"))"
      }
    if case .quarantined = node.outcome {} else { line += knownIssues(node, context) }
    if node.duration >= 0.1 { line += " " + style.dim(node.duration.formattedSeconds) }
    return line.onOneLine
  }

  private func knownIssues(_ node: Node, _ context: ReportContext) -> String {
    if node.knownIssues == 0 { return "" }
    return " " + context.style.yellow(node.knownIssues.counted("known issue"))
  }

  private func attachmentLine(
    _ attachment: AttachmentRecorded, _ context: ReportContext
  ) -> String {
    let path = attachment.path.map { ", \(Place(path: $0).relative(to: context.directory))" } ?? ""
    let name = ExampleID.printable(attachment.name)
    return context.style.dim(
      "attached \(name), \(attachment.size.counted("byte"))\(path)")
  }

  private func outlineLine(
    _ node: Node, folds: Bool, _ context: ReportContext
  ) -> String {
    let style = context.style
    let name = ExampleID.printable(node.name)
    guard folds else { return name }
    let inAll = counts(of: node)
    let skips = node.skips
    let passed = skips?.count == node.examples ? style.yellow("↷") : style.green("✔")
    let mark = inAll.failed == 0 ? passed : style.red("✘")
    var rows = node.examples.counted("row")
    // Suites have rows, and lines, of their own, as long as there are few.
    var failed = node.children.count { $0.kind == .example && ($0.outcome?.isFailure ?? true) }
    if node.isVast {
      // Hidden groups are counted together with their contents.
      rows = "\(inAll.all.counted("row")) in \(node.groups.counted("group"))"
      failed = inAll.failed
    }
    let note = failed == 0 ? style.dim(rows) : style.red("\(rows), \(failed) failed")
    let excused =
      node.quarantined == 0 ? "" : style.dim(", ") + style.yellow("\(node.quarantined) quarantined")
    let skipped = skips.map { style.dim(", ") + style.yellow($0.text) } ?? ""
    return "\(mark) \(name) \(note)\(excused)\(skipped)"
  }

  private func counts(of node: Node) -> (all: Int, failed: Int) {
    if node.kind == .example { return (1, node.outcome?.isFailure ?? true ? 1 : 0) }
    return node.children.reduce((node.dropped, 0)) { sum, child in
      let (all, failed) = counts(of: child)
      return (sum.0 + all, sum.1 + failed)
    }
  }

  private func appendTroubles(
    of node: Node, _ path: String, hidesFailures areHidden: Bool, _ context: ReportContext,
    _ lines: inout [String]
  ) {
    let hidesFailures = node.hasManyFailures || areHidden
    if node.hasManyFailures, !areHidden {
      let hidden = node.children.filter(\.isPlainFailure)
      let quarantined = hidden.count(where: \.isQuarantined)
      let counts = [
        (hidden.count - quarantined, context.style.red("✘ \(hidden.count - quarantined) failed")),
        (quarantined, context.style.yellow("⚑ \(quarantined) quarantined")),
      ]
      lines += counts.filter { $0.0 > 0 }.map { "    \(path)\($0.1)" }
    }
    let skips = node.skips
    if let skips { lines.append("    \(path)" + context.style.yellow("↷ \(skips.text)")) }
    for child in node.children {
      if hidesFailures && child.isPlainFailure || skips != nil && child.isPlainSkip { continue }
      if child.kind != .example {
        let name = path + ExampleID.printable(child.name)
        appendTroubles(of: child, name + " › ", hidesFailures: areHidden, context, &lines)
      } else if child.outcome?.isUneventful != true {
        lines.append("    " + path + exampleLine(child, context))
        lines += child.attachments.map { "      " + attachmentLine($0, context) }
      }
    }
  }
}

extension Outcome {
  fileprivate var isUneventful: Bool { if case .passed = self { true } else { false } }
}
