import ExemplarCore
import ExemplarReports

// Listing: what a run would do, and why it would leave the rest out.

/// The tree of a plan: what would run, and why the rest would not.
struct PlanTree {
  private final class Node {
    let name: String
    var children: [Node] = []
    private var positions: [String: Int] = [:]
    /// The example at the end of the path, if there is one.
    var example: ExampleListed?
    /// How many examples are below it, and how many of them would run.
    var count = 0
    var wouldRun = 0
    /// The reason that all below it have in common for not running, as far as is known.
    var reason: String??
    /// Whether its examples are rows.
    var isOutline = false

    init(_ name: String) { self.name = name }

    func child(_ name: String) -> Node {
      if let position = positions[name] { return children[position] }
      positions[name] = children.count
      children.append(Node(name))
      return children.last!
    }
  }

  private let root = Node("")
  private let style: Style
  /// The folder that paths are shown relative to.
  private let directory: String
  /// Whether rows are shown one by one even where there are many.
  private let isVerbose: Bool

  init(style: Style, directory: String, isVerbose: Bool) {
    self.style = style
    self.directory = directory
    self.isVerbose = isVerbose
  }

  /// Adds an example.
  func add(_ listed: ExampleListed) {
    var node = root
    var path = listed.id.components[...]
    while true {
      node.count += 1
      node.wouldRun += listed.skipReason == nil ? 1 : 0
      node.reason =
        node.count == 1 || node.reason == .some(listed.skipReason) ? listed.skipReason : .some(nil)
      guard let name = path.popFirst() else { break }
      // Of many rows, those that would run are only counted.
      let parent = node
      if path.isEmpty, listed.row != nil {
        parent.isOutline = true
        if !isVerbose, listed.skipReason == nil, parent.children.count > Self.rowLimit { return }
      }
      node = parent.child(name)
    }
    node.example = listed
  }

  private static let rowLimit = 12

  /// The drawing.
  var text: String {
    var lines: [String] = []
    for module in root.children {
      lines.append(style.bold(ExampleID.printable(module.name)))
      for spec in module.children { append(spec, 1, &lines) }
      lines.append("")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func append(_ node: Node, _ depth: Int, _ lines: inout [String]) {
    let indent = String(repeating: "  ", count: min(depth, 40))
    let name = ExampleID.printable(node.name)
    if let example = node.example {
      lines.append(indent + line(name, example))
      return
    }
    let unit = node.isOutline ? "row" : "example"
    if node.wouldRun == 0, node.count > 1, case .some(let reason?) = node.reason {
      let count = node.count.counted(unit)
      lines.append(
        "\(indent)\(style.yellow("↷")) \(name) \(style.dim(count + " ·")) \(style.yellow(reason.onOneLine))"
      )
      return
    }
    let folds = node.isOutline && node.count > Self.rowLimit && !isVerbose
    lines.append(
      indent + name + (node.isOutline ? style.dim(" \(node.count.counted(unit))") : ""))
    for child in node.children where !folds || child.wouldRun < child.count || child.example == nil
    {
      append(child, depth + 1, &lines)
    }
  }

  private func line(_ name: String, _ example: ExampleListed) -> String {
    let place = (example.row?.place ?? example.place).relative(to: directory)
    let at = place == .unknown ? "" : style.dim("  \(place.short)")
    guard let reason = example.skipReason else { return name + at }
    return "\(style.yellow("↷")) \(name)\(style.dim(" ·")) \(style.yellow(reason.onOneLine))\(at)"
  }
}
