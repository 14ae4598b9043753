import ExemplarCombinations
import ExemplarCore
import ExemplarRows

/// A declaration that a macro found: a spec, a type, or a member of a type.
public struct __Declaration: Sendable {
  enum Content: Sendable {
    /// A value that is a spec, or shared examples of the types around it.
    case value(SpecNode, in: [ObjectIdentifier])
    /// A type that is a spec, with the names of the methods that the macro has seen in it.
    case type(__TypeReference, __Label, sees: [String])
    /// Where the outlines of a type get their rows.
    case rows(TypeRows, of: __TypeReference)
    /// Traits of all specs of the module.
    case traits(ModuleTraits, isInType: Bool)
    case fixture(RunFixtures.Declaration)
    /// A member of a type, or a function of a file.
    case member(SpecNode, of: __TypeReference?, __Method?)
  }

  let content: Content
  let module: String
  let place: Place
  /// Makes the outline that the member is, for the types in which it runs.
  var outline: (@Sendable (OutlineTypes) -> Outline)?

  init(_ content: Content, at location: __Location) {
    self.content = content
    module = location.module
    place = location.place
  }

  /// A value that is a spec, in the given types, the innermost first.
  public static func __value(
    _ node: SpecNode, in types: [Any.Type] = [], at location: __Location
  ) -> __Declaration {
    let types = types.map { ObjectIdentifier($0) }
    return __Declaration(.value(node, in: types), at: location)
  }

  /// A fixture of the run.
  public static func __value<Value>(
    _ fixture: RunFixture<Value>, in types: [Any.Type] = [], at location: __Location
  ) -> __Declaration {
    __Declaration(.fixture(fixture.declaration), at: location)
  }

  /// A type that is a spec.
  public static func __type(
    _ label: __Label, _ type: __TypeReference, at location: __Location, sees names: [String] = []
  ) -> __Declaration {
    __Declaration(.type(type, label, sees: names), at: location)
  }

  /// An example.
  public static func __example(
    _ label: __Label, of type: __TypeReference?, _ method: __Method? = nil,
    at location: __Location, _ body: @escaping @Sendable () async throws -> Void
  ) -> __Declaration {
    member(label, type, method, location, .example(body))
  }

  /// An outline over rows in code.
  public static func __outline<Values: Sendable>(
    _ label: __Label, of type: __TypeReference?, _ method: __Method? = nil,
    at location: __Location, named name: (@Sendable (Values) -> String)? = nil,
    rows: [InlineRow<Values>]..., body: @escaping @Sendable (Values) async throws -> Void
  ) -> __Declaration {
    let outline = InlineRows.outline(InlineRows.named(name, rows.flatMap { $0 }), body)
    return member(label, type, method, location, .outline(outline))
  }

  /// An outline whose rows are those of `node`.
  public static func __outline(
    _ label: __Label, of type: __TypeReference?, _ method: __Method? = nil,
    at location: __Location, as node: SpecNode
  ) -> __Declaration {
    node.place()
    return member(label, type, method, location, node.content)
  }

  /// An outline over the rows of a source.
  public static func __outline(
    _ label: __Label, of type: __TypeReference?, _ method: __Method? = nil,
    at location: __Location, from source: RowSource, columns: [String]? = nil,
    _ body: @escaping @Sendable (Row) async throws -> Void
  ) -> __Declaration {
    let site = DeclarationSite(module: location.module, place: location.place, type: type?.fileName)
    let outline: @Sendable (OutlineTypes) -> Outline = { types in
      source.outline(for: types.site(site), columns: columns, body: body)
    }
    var member = member(label, type, method, location, .outline(outline(OutlineTypes())))
    member.outline = outline
    return member
  }

  /// A hook of a type.
  public static func __hook(
    _ moment: __HookMoment, of type: __TypeReference, _ method: __Method? = nil,
    at location: __Location,
    _ body: @escaping @Sendable (ExampleInfo) async throws -> Void
  ) -> __Declaration {
    __hook(moment, of: type, method, at: location) { info, _ in try await body(info) }
  }

  /// A hook of a type around examples.
  public static func __hook(
    _ moment: __HookMoment, of type: __TypeReference, _ method: __Method? = nil,
    at location: __Location,
    _ body:
      @escaping @Sendable (
        ExampleInfo, _ surrounded: @escaping @Sendable () async throws -> Void
      ) async throws -> Void
  ) -> __Declaration {
    let name = moment.rawValue
    let hook = Hook(Hook.Moment(rawValue: name)!, around: body)
    return member(__Label(name), type, method, location, .hook(hook))
  }

  static func member(
    _ label: __Label, _ type: __TypeReference?, _ method: __Method?, _ location: __Location,
    _ content: SpecNode.Content
  ) -> __Declaration {
    let node = SpecNode(label.name, at: location.place, traits: label.traits, content: content)
    return __Declaration(.member(node, of: type, method), at: location)
  }
}

/// When a hook of a type runs.
public enum __HookMoment: String, Sendable {
  case aroundAll, beforeAll, aroundEach, beforeEach, afterEach, afterAll
}

extension __Declaration {
  /// A member whose value behaves like shared examples.
  public static func __inclusion<Parameter>(
    _ shared: SharedExamples<Parameter>, _ label: __Label, of type: __TypeReference,
    _ method: __Method? = nil, at location: __Location,
    _ parameter: @escaping @Sendable () async throws -> Parameter
  ) -> __Declaration {
    let inclusion = inclusion(
      of: shared, label.traits, in: location.module, location.place, .later(parameter))
    return member(__Label(label.name), type, method, location, .group([inclusion]))
  }

  /// A member whose value behaves like the shared examples of that name.
  public static func __inclusion<Parameter>(
    _ name: String, _ label: __Label, of type: __TypeReference, _ method: __Method? = nil,
    at location: __Location, _ parameter: @escaping @Sendable () async throws -> Parameter
  ) -> __Declaration {
    __inclusion(
      SharedExamples<Parameter>(named: name), label, of: type, method, at: location, parameter)
  }
}
