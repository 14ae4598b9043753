/// Searches a tree for nodes whose ids match globs or contain parts of names, ignoring case.
///
/// All selectors are searched for in one walk, which handles each name once: the part of an id that is
/// the id of the surrounding group is not searched again.
struct PartSearch {
  /// The nodes that each selector asks for, without those below another one.
  private(set) var found: [String: [Candidate]] = [:]
  private let parts: [String]
  private let automaton: AhoCorasick
  /// Which of the parts are in the id of a group around the current node.
  private var isFound: [Bool]

  /// The search for parts, up to a name: in the id, and in the same text with plain names.
  private struct Progress {
    var escaped: AhoCorasick.State = 0
    var plain: AhoCorasick.State = 0
  }

  /// A glob that matches no group around the current node.
  private struct OpenGlob {
    let selector: String
    let glob: Glob
    var progress = Glob.Progress()
    var inModule = Glob.Progress()
  }

  init(_ selectors: [String], in specs: [Candidate]) {
    var globs: [OpenGlob] = []
    var parts: [String] = []
    for selector in selectors {
      if let glob = Glob(ifIn: selector) {
        globs.append(OpenGlob(selector: selector, glob: glob))
      } else {
        parts.append(selector)
      }
    }
    self.parts = parts
    isFound = parts.map { _ in false }
    automaton = AhoCorasick(parts.map { $0.lowercased() })
    if selectors.isEmpty { return }
    for spec in specs {
      let module = spec.id.parent?.name ?? ""
      let escaped = ExampleID.escape(module)
      let inside = globs.map { open in
        var open = open
        open.progress = open.glob.advanced(open.progress, over: escaped)
        return open
      }
      search(for: inside, at: spec, Progress(), module: module)
    }
  }

  /// - Parameter module: The name of the module, for a spec.
  private mutating func search(
    for globs: [OpenGlob], at candidate: Candidate, _ progress: Progress, module: String? = nil
  ) {
    let name = candidate.id.name
    let escaped = ExampleID.escape(name)
    var progress = progress
    let here = findParts(
      in: (module ?? "") + "/" + name,
      escaped: module.map(ExampleID.escape).map { $0 + "/" + escaped } ?? "/" + escaped, &progress)
    for part in here { found[parts[part], default: []].append(candidate) }
    var rest: [OpenGlob] = []
    for var open in globs {
      open.progress = open.glob.advanced(open.progress, over: "/" + escaped)
      open.inModule = open.glob.advanced(
        open.inModule, over: module == nil ? "/" + escaped : escaped)
      if open.glob.isMatched(by: open.progress) || open.glob.isMatched(by: open.inModule) {
        found[open.selector, default: []].append(candidate)
      } else if !open.progress.isOver || !open.inModule.isOver {
        rest.append(open)
      }
    }
    if !rest.isEmpty || !parts.isEmpty {
      for child in candidate.children { search(for: rest, at: child, progress) }
    }
    for part in here { isFound[part] = false }
  }

  /// Passes a name, and returns the parts that no surrounding group has.
  private mutating func findParts(
    in plain: String, escaped: String, _ progress: inout Progress
  ) -> [Int] {
    if parts.isEmpty { return [] }
    let isSame = progress.escaped == progress.plain && plain == escaped
    var all = automaton.advance(&progress.escaped, over: escaped.lowercased())
    if isSame {
      progress.plain = progress.escaped
    } else {
      all += automaton.advance(&progress.plain, over: plain.lowercased())
    }
    var new: [Int] = []
    for part in all where !isFound[part] {
      isFound[part] = true
      new.append(part)
    }
    return new
  }
}
