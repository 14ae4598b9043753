import ExemplarCore
import ExemplarRows

/// What a macro found: a spec, a type, or a member of a type.
public struct __Declaration: Sendable {
  enum Content: Sendable {
    /// A value that is a spec.
    case value(SpecNode)
    /// A type that is a spec.
    case type(
      __TypeReference, name: String?, traits: [any ExampleTrait], maker: __InstanceMaker?)
    /// A member of a type, or a function of a file.
    case member(SpecNode, of: __TypeReference?)
  }

  let content: Content
  let module: String
  let place: Place

  /// A value that is a spec.
  public static func __value(_ node: SpecNode, at location: __Location) -> __Declaration {
    __Declaration(content: .value(node), module: location.module, place: location.place)
  }

  /// A type that is a spec.
  public static func __type(
    _ type: __TypeReference, name: String? = nil, traits: [any ExampleTrait] = [],
    at location: __Location, maker: __InstanceMaker? = nil
  ) -> __Declaration {
    __Declaration(
      content: .type(type, name: name, traits: traits, maker: maker), module: location.module,
      place: location.place)
  }

  /// An example.
  public static func __example(
    _ name: String, of type: __TypeReference?, traits: [any ExampleTrait] = [],
    at location: __Location, _ body: @escaping @Sendable () async throws -> Void
  ) -> __Declaration {
    member(name, type, traits, location, .example(body))
  }

  /// An outline over named rows.
  public static func __outline<Values: Sendable>(
    _ name: String, of type: __TypeReference?, traits: [any ExampleTrait] = [],
    at location: __Location, rows: KeyValuePairs<String, Values>, lines: [Int] = [],
    _ body: @escaping @Sendable (Values) async throws -> Void
  ) -> __Declaration {
    let outline = InlineRows.outline(rows, at: location.places(lines), body)
    return member(name, type, traits, location, .outline(outline))
  }

  /// An outline over values without names.
  @_disfavoredOverload
  public static func __outline<Rows: Collection & Sendable>(
    _ name: String, of type: __TypeReference?, traits: [any ExampleTrait] = [],
    at location: __Location, rows: Rows, lines: [Int] = [],
    _ body: @escaping @Sendable (Rows.Element) async throws -> Void
  ) -> __Declaration where Rows.Element: Sendable {
    let outline = InlineRows.outline(rows, at: location.places(lines), body)
    return member(name, type, traits, location, .outline(outline))
  }

  /// An outline over the rows of a source.
  public static func __outline(
    _ name: String, of type: __TypeReference?, traits: [any ExampleTrait] = [],
    at location: __Location, from source: RowSource,
    _ body: @escaping @Sendable (Row) async throws -> Void
  ) -> __Declaration {
    let site = RowSite(module: location.module, place: location.place)
    return member(name, type, traits, location, .outline(source.outline(for: site, body: body)))
  }

  /// A hook of a type.
  public static func __hook(
    _ moment: __HookMoment, of type: __TypeReference, at location: __Location,
    _ body: @escaping @Sendable (ExampleInfo) async throws -> Void
  ) -> __Declaration {
    let hook = Hook(moment.moment, body: body)
    return member(moment.moment.rawValue, type, [], location, .hook(hook))
  }

  private static func member(
    _ name: String, _ type: __TypeReference?, _ traits: [any ExampleTrait],
    _ location: __Location, _ content: SpecNode.Content
  ) -> __Declaration {
    __Declaration(
      content: .member(
        SpecNode(name, at: location.place, traits: traits, content: content), of: type),
      module: location.module, place: location.place)
  }
}

/// When a hook of a type runs.
public enum __HookMoment: Sendable {
  case beforeAll, beforeEach, afterEach, afterAll

  var moment: Hook.Moment {
    switch self {
    case .beforeAll: .beforeAll
    case .beforeEach: .beforeEach
    case .afterEach: .afterEach
    case .afterAll: .afterAll
    }
  }
}

/// Where a macro was used.
public struct __Location: Sendable {
  let module: String
  let place: Place

  public init(_ fileID: String, _ filePath: String, _ line: Int, _ column: Int) {
    module = moduleName(ofFileID: fileID)
    place = Place(path: filePath, line: line, column: column)
  }

  /// The places of rows in the same file; that of the declaration if none is known.
  func places(_ lines: [Int]) -> [Place] {
    lines.isEmpty ? [place] : lines.map { Place(path: place.path, line: $0) }
  }
}

/// A type that holds examples, and the type it is nested in.
public struct __TypeReference: Sendable {
  let id: ObjectIdentifier
  let name: String
  let superclasses: [ObjectIdentifier]
  /// The types around it, the innermost first.
  let enclosing: [ObjectIdentifier]

  public init(_ type: Any.Type, _ name: String, in enclosing: [Any.Type] = []) {
    id = ObjectIdentifier(type)
    self.name = name
    self.enclosing = enclosing.map { ObjectIdentifier($0) }
    var superclasses: [ObjectIdentifier] = []
    var current: AnyClass? = (type as? AnyClass).flatMap { _getSuperclass($0) }
    while let superclass = current {
      superclasses.append(ObjectIdentifier(superclass))
      current = _getSuperclass(superclass)
    }
    self.superclasses = superclasses
  }
}
