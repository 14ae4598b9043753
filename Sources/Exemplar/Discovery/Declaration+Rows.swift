import ExemplarCore
import ExemplarRows

// Outlines that name no source: which rows they have depends on the type in which they run.

extension __Declaration {
  /// An outline whose rows come from its type or the nearest superclass that provides rows, or
  /// otherwise from the file with the name of one of them.
  public static func __outline(
    _ label: __Label, of type: __TypeReference, _ method: __Method? = nil,
    at location: __Location, forOutlineTest name: String,
    _ body: @escaping @Sendable (Row) async throws -> Void
  ) -> __Declaration {
    let site = DeclarationSite(module: location.module, place: location.place, type: type.fileName)
    let outline: @Sendable (OutlineTypes) -> Outline = { types in
      types.outline(named: name, for: site, body)
    }
    var member = member(label, type, method, location, .outline(outline(OutlineTypes())))
    member.outline = outline
    return member
  }

  /// The source of the rows of a type's outlines.
  public static func __rows(
    of type: __TypeReference, perOutline isPerOutline: Bool, at location: __Location,
    _ rows: @escaping @Sendable (Any.Type, String) async throws -> RowSource
  ) -> __Declaration {
    let rows = TypeRows(isPerOutline: isPerOutline, place: location.place, source: rows)
    return __Declaration(.rows(rows, of: type), at: location)
  }

  /// The source of the rows of a type's outlines, as a dictionary or an array.
  @_disfavoredOverload
  public static func __rows<Rows: Sequence & SendableMetatype>(
    of type: __TypeReference, perOutline isPerOutline: Bool, at location: __Location,
    _ rows: @escaping @Sendable (Any.Type, String) async throws -> Rows
  ) -> __Declaration {
    let place = location.place
    return __rows(of: type, perOutline: isPerOutline, at: location) { type, name in
      .rows(of: try await rows(type, name), filePath: place.path, line: place.line).withoutMetadata
    }
  }
}

extension __Declaration {
  /// Explains what a method that gives rows may return, for any other type.
  @available(
    *, unavailable,
    message: """
      rows are a RowSource, a dictionary or an array. For an object, return [Row("a", object: …)] and read it with \
      Row.current.object(as:)
      """
  )
  @_disfavoredOverload
  public static func __rows<Rows>(
    of type: __TypeReference, perOutline isPerOutline: Bool, at location: __Location,
    _ rows: (Any.Type, String) async throws -> Rows
  ) -> __Declaration {
    fatalError()
  }
}

/// The author's declaration that gives outlines their rows: `parameterisedTestData()`, or
/// `examples(forOutlineTest:)`.
struct TypeRows: Sendable {
  let isPerOutline: Bool
  let place: Place
  /// Makes the source for the type whose examples are running and for the outline of that name.
  let source: @Sendable (Any.Type, String) async throws -> RowSource
}

/// The types in which an outline runs: the one whose examples they are, then those that it inherits
/// from, the nearest first.
struct OutlineTypes: Sendable {
  struct Element: Sendable {
    var type: Any.Type
    /// Where the file with the name of the type is searched for; `nil` if the outline is declared
    /// in the type.
    var site: DeclarationSite?
    var rows: [TypeRows]
  }

  var elements: [Element] = []

  /// The place where an outline looks for files, in a type that may inherit it.
  func site(_ own: DeclarationSite) -> DeclarationSite {
    var site = own
    site.types = elements.map { $0.site ?? own }
    return site
  }

  /// The outline of that name, with the rows of the nearest type that has some.
  func outline(
    named name: String, for site: DeclarationSite,
    _ body: @escaping @Sendable (Row) async throws -> Void
  ) -> Outline {
    guard let first = elements.first,
      let index = elements.firstIndex(where: { !$0.rows.isEmpty }),
      let rows = elements[index].rows(for: name)
    else { return RowSource.default.outline(for: self.site(site), body: body) }
    var nearer = self
    nearer.elements = Array(elements[..<index])
    let sites = nearer.site(site)
    return Outline {
      // A file of an inheriting class takes precedence over a declaration of its base class.
      if !sites.types.isEmpty, RowSource.hasDefault(for: sites) {
        return RowSource.default.outline(for: sites, body: body)
      }
      return try await rows.source(first.type, name).outline(for: self.site(site), body: body)
    }
  }
}

extension OutlineTypes.Element {
  /// The rows for the outline of that name. Each framework had a signature of its own.
  fileprivate func rows(for outline: String) -> TypeRows? {
    let asksByName = outline.hasPrefix("outline")
    return rows.first { $0.isPerOutline == asksByName } ?? rows.first
  }
}

extension Outline {
  /// An outline that is made when it is asked for something.
  init(_ make: @escaping @Sendable () async throws -> Outline) {
    self.init(
      // A source that cannot be created has no marks; opening it reports the reason.
      hasMarks: { await (try? await make())?.hasMarks() ?? false },
      check: {
        let outline = try await make()
        return try await (outline.check ?? outline.open)()
      },
      open: { try await make().open() })
  }
}
