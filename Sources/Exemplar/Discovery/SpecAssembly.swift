import ExemplarCore
import ExemplarRows

extension [Spec] {
  /// The specs that are linked into the program, in declared order.
  static func discovered() -> [Spec] {
    var assembly = SpecAssembly(__Declaration.all())
    assembly.findUnregisteredMethods()
    return assembly.specs()
  }
}

/// Puts declarations together to specs: members to their types, nested types into the types around
/// them, inherited members into subclasses, and free functions into a spec of their file.
struct SpecAssembly {
  private var values: [(node: SpecNode, module: String)] = []
  /// The shared examples that are declared in types.
  private var shared: [ObjectIdentifier: [SpecNode]] = [:]
  private var superclasses: Set<ObjectIdentifier> = []
  /// Nodes that are declared in a type and mean something only in a group, with the surrounding types, the innermost
  /// first: shared examples, overrides, inclusions and hooks.
  private var members: [(node: SpecNode, module: String, types: [ObjectIdentifier])] = []
  private var types: [ObjectIdentifier: TypeSpec] = [:]
  /// Global functions, by their modules and files.
  private var functions: [String: [Place: [SpecNode]]] = [:]
  private var traits = TraitsOfModules()
  private var fixtures: [(fixture: RunFixtures.Declaration, module: String)] = []
  /// The methods in extensions of types that no macro has seen, by their types.
  private var unregistered: [ObjectIdentifier: [UnregisteredMethod]] = [:]

  private struct TypeSpec {
    var reference: __TypeReference
    var module: String
    var place: Place
    var label: __Label
    var members: [Member] = []
    var rows: [TypeRows] = []
    /// The names of the methods that the macro has seen in the type; `nil` if the macro is not
    /// attached to it.
    var seen: [String]?

    init(_ reference: __TypeReference, _ declaration: __Declaration) {
      self.reference = reference
      module = declaration.module
      place = declaration.place
      label = __Label(reference.name)
    }
  }

  private struct Member {
    var node: SpecNode
    var method: __Method?
    /// The type in which it was written.
    var type: ObjectIdentifier
    /// Makes the outline that it is, for the types in which it runs.
    var outline: (@Sendable (OutlineTypes) -> Outline)?
  }

  init(_ declarations: [__Declaration]) {
    for declaration in declarations.sorted(by: { $0.place < $1.place }) {
      add(declaration)
    }
    putMembers()
    superclasses = Set(types.values.flatMap(\.reference.superclasses))
  }

  /// Looks for methods in extensions that no macro has seen; each becomes a failing example.
  mutating func findUnregisteredMethods() {
    let specs = types.values.filter { $0.seen != nil }
    unregistered = UnregisteredMethod.all(
      in: specs.map { type in
        let declared = type.members.compactMap { $0.method?.name } + (type.seen ?? [])
        return (type.reference, type.place, Set(declared))
      })
  }

  /// Adds nodes that belong to the surrounding group to their type; all but shared examples among the members in
  /// declared order.
  private mutating func putMembers() {
    var holders: Set<ObjectIdentifier> = []
    for member in members {
      guard let holder = member.types.first(where: { types[$0] != nil }) else {
        values.append((member.node, member.module))
        continue
      }
      if member.node.isShared {
        shared[holder, default: []].append(member.node)
      } else {
        types[holder]?.members.append(Member(node: member.node, type: holder))
        holders.insert(holder)
      }
    }
    for holder in holders { types[holder]?.members.sort { $0.node.place < $1.node.place } }
  }

  private mutating func add(_ declaration: __Declaration) {
    switch declaration.content {
    case .value(let node, let types):
      if node.belongsToGroup, !types.isEmpty {
        members.append((node, declaration.module, types))
      } else {
        values.append((node, declaration.module))
      }
    case .traits(let more, let isInType):
      traits.add(more, isInType: isInType, of: declaration.module, at: declaration.place)
    case .fixture(let fixture): fixtures.append((fixture, declaration.module))
    case .rows(let rows, let reference):
      update(reference, declaration) { $0.rows.append(rows) }
    case .type(let reference, let label, let seen):
      update(reference, declaration) {
        $0.place = declaration.place
        $0.module = declaration.module
        $0.label = label
        $0.seen = seen
      }
    case .member(let node, let reference?, let method):
      update(reference, declaration) {
        $0.members.append(
          Member(node: node, method: method, type: reference.id, outline: declaration.outline))
      }
    case .member(let node, nil, _):
      let file = Place(path: declaration.place.path)
      functions[declaration.module, default: [:]][file, default: []].append(node)
    }
  }

  private mutating func update(
    _ reference: __TypeReference, _ declaration: __Declaration, _ change: (inout TypeSpec) -> Void
  ) {
    var type = types[reference.id] ?? TypeSpec(reference, declaration)
    type.reference.merge(reference)
    change(&type)
    types[reference.id] = type
  }

  func specs() -> [Spec] {
    var specs = values.map { Spec(module: $0.module, root: $0.node) }
    let roots = types.values.filter { enclosing($0) == nil }
    specs += roots.map { Spec(module: $0.module, root: node(of: $0)) }
    let names = Set(specs.map { "\($0.module)/\($0.root.name)" })
    for (module, files) in functions {
      specs += files.map { place, nodes in
        var name = place.fileName.split(separator: ".").first.map(String.init) ?? place.fileName
        // A file is often named as the type in it.
        if names.contains("\(module)/\(name)") { name += " functions" }
        return Spec(module: module, root: SpecNode(name, at: place, content: .group(nodes)))
      }
    }
    specs = specs.map(traits.applied) + traits.mistakes
    for mistake in RunFixtures.current.declare(fixtures.map(\.fixture)) {
      guard let place = mistake.place,
        let module = fixtures.first(where: { $0.fixture.place == place })?.module
      else { continue }
      specs.append(Spec(module: module, root: .group("fixtures", failing: mistake, as: "name")))
    }
    return specs.sorted { ($0.module, $0.root.place) < ($1.module, $1.root.place) }
  }

  /// The nearest type around `type` that is a spec.
  private func enclosing(_ type: TypeSpec) -> TypeSpec? {
    type.reference.enclosing.lazy.compactMap { types[$0] }.first
  }

  /// The shared examples that can be included in a type by their name; those of a subclass win over
  /// those of its superclasses.
  private func shared(in chain: [TypeSpec]) -> [SpecNode] {
    var nodes: [SpecNode] = []
    for type in chain.reversed() {
      let inherited = Set(nodes.map(\.name))
      nodes += (shared[type.reference.id] ?? []).filter { !inherited.contains($0.name) }
    }
    return nodes
  }

  /// Whether the examples of a type run in its subclasses alone.
  private func isLeftToSubclasses(_ type: TypeSpec) -> Bool {
    NodeProperties(type.label.traits).isAbstract && hasSubclasses(type)
  }

  private func hasSubclasses(_ type: TypeSpec) -> Bool {
    superclasses.contains(type.reference.id)
  }

  private func node(of type: TypeSpec) -> SpecNode {
    // Superclasses first: their hooks run around those of the subclass, and the traits of the
    // subclass come later and so decide.
    let chain = type.reference.superclasses.compactMap { types[$0] }.reversed() + [type]
    let isLeft = isLeftToSubclasses(type)
    var members: [Member] = []
    for member in isLeft ? [] : chain.flatMap(\.members) { SpecAssembly.add(member, to: &members) }
    // Ordinary examples before outlines, as suites with parameters always had it.
    var nodes = members.map { node(of: $0, in: [type] + chain.dropLast().reversed()) }
    nodes = nodes.filter { !$0.isOutline } + nodes.filter(\.isOutline)
    nodes += shared(in: chain)
    nodes += unregistered[type.reference.id]?.map(\.node) ?? []
    nodes += types.values.filter { enclosing($0)?.reference.id == type.reference.id }
      .map { node(of: $0) }.sorted { $0.place < $1.place }
    if !type.reference.superclasses.isEmpty {
      let override = Override(instanceKey, maker: type.reference)
      nodes.insert(SpecNode("instance", at: type.place, content: .override(override)), at: 0)
    }
    // Traits that a superclass declares for itself alone are not inherited.
    var traits = chain.flatMap { member in
      let keeps = member.reference.id == type.reference.id && !isLeft
      return member.label.traits.filter { keeps || !NodeProperties([$0]).isAbstract }
    }
    if hasSubclasses(type) {
      let inheritors = types.values.filter {
        $0.reference.superclasses.contains(type.reference.id) && !isLeftToSubclasses($0)
      }.sorted { $0.place < $1.place }.map(name)
      traits.append(PropertyTrait { $0.inheritors = inheritors })
    }
    return SpecNode(name(of: type), at: type.place, traits: traits, content: .group(nodes))
  }

  /// The node of a member in a type, which may inherit it; its types come nearest first.
  private func node(of member: Member, in types: [TypeSpec]) -> SpecNode {
    guard let outline = member.outline else { return member.node }
    let elements = types.map { type in
      let site = DeclarationSite(
        module: type.module, place: type.place, type: type.reference.fileName)
      return OutlineTypes.Element(
        type: type.reference.type, site: type.reference.id == member.type ? nil : site,
        rows: type.rows)
    }
    var node = member.node
    node.content = .outline(outline(OutlineTypes(elements: elements)))
    return node
  }

  /// The name that the author gave. Otherwise the name of the type, preceded by the surrounding
  /// types if they are not specs themselves, since nothing else distinguishes types of the same
  /// name then.
  private func name(of type: TypeSpec) -> String {
    guard type.label.name == type.reference.name, enclosing(type) == nil,
      !type.reference.enclosing.isEmpty
    else { return type.label.name }
    let qualified = _typeName(type.reference.type, qualified: true).split(separator: ".")
    let names = qualified.dropFirst().suffix(type.reference.enclosing.count + 1)
    return names.count > 1 ? names.joined(separator: ".") : type.label.name
  }

  /// Adds a member, replacing the one that it overrides: an overridden hook runs once, in its old
  /// position. The inclusions of one member form one group.
  private static func add(_ member: Member, to members: inout [Member]) {
    if case .group(let more) = member.node.content,
      let same = members.firstIndex(where: {
        $0.node.name == member.node.name && $0.type == member.type
      }),
      case .group(let nodes) = members[same].node.content
    {
      members[same].node.content = .group(nodes + more)
      return
    }
    let overridden = members.firstIndex { other in
      member.method?.isOverride == true && member.method?.signature == other.method?.signature
        && member.node.hookMoment == other.node.hookMoment
    }
    if let overridden { members[overridden] = member } else { members.append(member) }
  }
}

extension SpecNode {
  /// Whether the node belongs to the surrounding group.
  fileprivate var belongsToGroup: Bool {
    switch content {
    case .override, .inclusion, .hook, .shared: true
    default: false
    }
  }

  fileprivate var isOutline: Bool {
    if case .outline = content { true } else { false }
  }

  fileprivate var hookMoment: Hook.Moment? {
    if case .hook(let hook) = content { hook.moment } else { nil }
  }
}
