import ExemplarCore

extension [Spec] {
  /// The specs that are linked into the program, in declared order.
  static func discovered() -> [Spec] {
    SpecAssembly(__Declaration.all()).specs()
  }
}

/// Puts declarations together to specs: members to their types, nested types into the types around
/// them, inherited members into subclasses, and free functions into a spec of their file.
struct SpecAssembly {
  private var values: [(node: SpecNode, module: String)] = []
  private var types: [ObjectIdentifier: TypeSpec] = [:]
  private var functions: [FileKey: [SpecNode]] = [:]

  /// What is known of one type.
  private struct TypeSpec {
    var reference: __TypeReference
    var module: String
    var place: Place
    var name: String?
    var traits: [any ExampleTrait] = []
    var maker: __InstanceMaker?
    var members: [SpecNode] = []
    var isDeclared = false

    init(_ reference: __TypeReference, _ declaration: __Declaration) {
      self.reference = reference
      module = declaration.module
      place = declaration.place
    }
  }

  private struct FileKey: Hashable {
    var module: String
    var path: String
  }

  init(_ declarations: [__Declaration]) {
    for declaration in declarations.sorted(by: { $0.place < $1.place }) {
      add(declaration)
    }
  }

  private mutating func add(_ declaration: __Declaration) {
    switch declaration.content {
    case .value(let node):
      values.append((node, declaration.module))
    case .type(let reference, let name, let traits, let maker):
      var type = types[reference.id] ?? TypeSpec(reference, declaration)
      type.place = declaration.place
      type.name = name
      type.traits = traits
      type.maker = maker
      type.isDeclared = true
      types[reference.id] = type
    case .member(let node, let reference?):
      types[reference.id, default: TypeSpec(reference, declaration)].members.append(node)
    case .member(let node, nil):
      let key = FileKey(module: declaration.module, path: declaration.place.path)
      functions[key, default: []].append(node)
    }
  }

  func specs() -> [Spec] {
    var specs = values.map { Spec(module: $0.module, root: $0.node) }
    let roots = types.values.filter { enclosing($0) == nil }
    specs += roots.map { Spec(module: $0.module, root: node(of: $0)) }
    specs += functions.map { key, nodes in
      let place = Place(path: key.path)
      let name = place.fileName.split(separator: ".").first.map(String.init) ?? place.fileName
      return Spec(module: key.module, root: SpecNode(name, at: place, content: .group(nodes)))
    }
    return specs.sorted { ($0.module, $0.root.place) < ($1.module, $1.root.place) }
  }

  /// The nearest type around `type` that is a spec.
  private func enclosing(_ type: TypeSpec) -> TypeSpec? {
    type.reference.enclosing.lazy.compactMap { types[$0] }.first
  }

  private func node(of type: TypeSpec) -> SpecNode {
    // Superclasses first: their hooks run around those of the subclass, and the traits of the
    // subclass come later and so decide.
    let chain =
      type.reference.superclasses.compactMap { types[$0] }.reversed() + [type]
    var members: [SpecNode] = []
    for ancestor in chain {
      let names = Set(ancestor.members.filter(\.isLeaf).map(\.name))
      members.removeAll { $0.isLeaf && names.contains($0.name) }
      members += ancestor.members
    }
    let nested = types.values.filter { enclosing($0)?.reference.id == type.reference.id }
      .map { node(of: $0) }
    members += nested.sorted { $0.place < $1.place }
    if let maker = type.maker {
      members.insert(
        SpecNode(
          "instance", at: type.place, content: .override(Override(instanceKey, maker: maker))),
        at: 0)
    }
    return SpecNode(
      type.name ?? type.reference.name, at: type.place, traits: chain.flatMap(\.traits),
      content: .group(members))
  }
}

extension SpecNode {
  /// Whether it is an example or an outline.
  fileprivate var isLeaf: Bool {
    switch content {
    case .example, .outline, .pending, .mistake: true
    case .group, .hook, .override, .several: false
    }
  }
}
