/// Searches a tree for nodes whose ids match globs or contain parts of names, ignoring case.
///
/// All selectors are looked for in one walk, which handles each name once: what a node's id has in common
/// with that of the group around it is not searched again.
struct PartSearch {
  /// The nodes that each selector asks for, without those below another one.
  private(set) var found: [String: [Candidate]] = [:]
  /// The length of the longest part of a name.
  private var longest = 0

  /// A selector that matches no group around the current node.
  private enum Pattern {
    case part(of: String, lowercased: String)
    case glob(String, Glob, Glob.Progress, inModule: Glob.Progress)

    init(_ selector: String) {
      if let glob = Glob(ifIn: selector) {
        self = .glob(selector, glob, Glob.Progress(), inModule: Glob.Progress())
      } else {
        self = .part(of: selector, lowercased: selector.lowercased())
      }
    }
  }

  /// The end of an id, as far as a part that is not in the id of the group around can reach.
  private struct Text {
    var escaped: String
    /// With plain names; `nil` if no name is escaped.
    var plain: String?

    init(module: String) {
      escaped = ExampleID.escape(module).lowercased()
      plain = module.lowercased()
    }

    mutating func append(_ name: String) {
      let (lowercased, isPlain) = (name.lowercased(), ExampleID.escape(name) == name)
      if !isPlain || plain != nil { plain = (plain ?? escaped) + "/" + lowercased }
      escaped += "/" + (isPlain ? lowercased : ExampleID.escape(name).lowercased())
      if plain == escaped { plain = nil }
    }

    mutating func keep(last length: Int) {
      escaped = String(escaped.suffix(length))
      plain = plain.map { String($0.suffix(length)) }
    }

    func holds(_ part: String) -> Bool { escaped.holds(part) || plain?.holds(part) == true }
  }

  init(_ selectors: [String], in specs: [Candidate]) {
    if selectors.isEmpty { return }
    longest = selectors.map { $0.lowercased().count }.max() ?? 0
    let patterns = selectors.map { Pattern($0) }
    for spec in specs {
      let module = spec.id.parent?.name ?? ""
      let inside = patterns.map { pattern in
        guard case .glob(let selector, let glob, let progress, let inModule) = pattern else {
          return pattern
        }
        let escaped = ExampleID.escape(module)
        return .glob(selector, glob, glob.advanced(progress, over: escaped), inModule: inModule)
      }
      search(for: inside, at: spec, after: Text(module: module), isSpec: true)
    }
  }

  private mutating func search(
    for patterns: [Pattern], at candidate: Candidate, after text: Text, isSpec: Bool = false
  ) {
    let name = candidate.id.name
    var text = text
    text.append(name)
    var rest: [Pattern] = []
    for pattern in patterns {
      switch pattern {
      case .part(let selector, let part):
        if text.holds(part) {
          found[selector, default: []].append(candidate)
        } else {
          rest.append(pattern)
        }
      case .glob(let selector, let glob, let progress, let inModule):
        let escaped = ExampleID.escape(name)
        let progress = glob.advanced(progress, over: "/" + escaped)
        let inModule = glob.advanced(inModule, over: isSpec ? escaped : "/" + escaped)
        if glob.isMatched(by: progress) || glob.isMatched(by: inModule) {
          found[selector, default: []].append(candidate)
        } else if !progress.isOver || !inModule.isOver {
          rest.append(.glob(selector, glob, progress, inModule: inModule))
        }
      }
    }
    guard !rest.isEmpty, !candidate.children.isEmpty else { return }
    text.keep(last: longest)
    for child in candidate.children { search(for: rest, at: child, after: text) }
  }
}

extension String {
  /// Whether `part` is in the text.
  func holds(_ part: String) -> Bool { part.isEmpty || firstRange(of: part) != nil }
}
