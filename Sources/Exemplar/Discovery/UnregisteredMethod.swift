import ExemplarCore
import ExemplarRuntime
import Foundation

// `@Spec` sees the declarations in a type, but no macro sees an extension of it. A method there
// whose name would mean something in the type would silently never run. So the symbols of the
// program are searched for such methods. A program without symbols, such as a stripped one, has no
// findings.

/// A method in an extension of a spec that looks like an example or a hook and is neither.
struct UnregisteredMethod: Sendable {
  let name: String
  let type: String
  let place: Place

  /// The failing example that stands for it.
  var node: SpecNode {
    let mistake = UsageError(
      "\u{201C}\(name)\u{201D} is in an extension of \(type), where @Spec does not see it, so it "
        + "would never run. Move it into \(type)"
        + (attribute.map { ", or write \($0) in front of it." } ?? "."), at: place)
    return .mistake(mistake, named: name.withoutFocusMark)
  }

  /// The attribute that gives it its meaning in the extension; `nil` if none does.
  private var attribute: String? {
    switch name {
    case "parameterisedTestData", "parameterizedTestData": nil
    case "setUpTest": "@BeforeAll"
    case "tearDownTest": "@AfterAll"
    case _ where name.hasPrefix("setUp"): "@BeforeEach"
    case _ where name.hasPrefix("tearDown"): "@AfterEach"
    default: "@Example"
    }
  }

  /// The methods of types that have names with a meaning and are not among those that are known, by
  /// their types.
  static func all(
    in types: [(type: __TypeReference, place: Place, known: Set<String>)]
  ) -> [ObjectIdentifier: [UnregisteredMethod]] {
    let prefixes = types.compactMap { type in
      _mangledTypeName(type.type.type).map { (text: "$s" + $0, type: type) }
    }.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    guard !prefixes.isEmpty else { return [:] }
    var methods: [ObjectIdentifier: [UnregisteredMethod]] = [:]
    let symbols = Self.symbols(of: prefixes.map(\.text), inImagesOf: types.map(\.type.type))
    for (index, symbol) in symbols {
      let (prefix, (type, place, known)) = prefixes[index]
      guard let method = DemangledMethod(demangled(symbol), of: demangled(prefix)),
        !known.contains(method.name), method.hasMeaning
      else { continue }
      let found = place.ofDeclaration(of: method.name) ?? place
      methods[type.id, default: []].append(
        UnregisteredMethod(name: method.name, type: type.name, place: found))
    }
    return methods.mapValues { $0.sorted { ($0.place, $0.name) < ($1.place, $1.name) } }
  }

  private static func demangled(_ symbol: String) -> String {
    guard let text = exemplar_demangle(symbol) else { return "" }
    defer { free(text) }
    return String(cString: text)
  }

  /// The mangled names of functions that begin with one of the prefixes, and which one that is.
  private static func symbols(
    of prefixes: [String], inImagesOf types: [Any.Type]
  ) -> [(Int, String)] {
    var found: [(Int, String)] = []
    let texts = prefixes.map { strdup($0) }
    defer { texts.forEach { free($0) } }
    let pointers = texts.map { UnsafePointer($0) }
    let addresses = types.map { unsafeBitCast($0, to: UnsafeRawPointer?.self) }
    withUnsafeMutablePointer(to: &found) {
      exemplar_visit_functions(
        pointers, pointers.count, addresses, addresses.count,
        { index, symbol, found in
          guard let symbol, let found else { return }
          found.assumingMemoryBound(to: [(Int, String)].self).pointee
            .append((index, String(cString: symbol)))
        }, $0)
    }
    return found
  }
}

/// A method according to its symbol.
struct DemangledMethod {
  let name: String
  private let isPlain: Bool

  /// `static (extension in Shop):Books.Shelf.testOpens() async -> ()` of `Books.Shelf`; `nil` if it is not a method
  /// of that type itself.
  init?(_ text: String, of type: String) {
    var rest = text[...]
    if rest.hasPrefix("static ") { rest = rest.dropFirst("static ".count) }
    if rest.hasPrefix("(extension in ") { rest = rest.drop { $0 != ":" }.dropFirst() }
    guard !type.isEmpty, rest.hasPrefix(type + ".") else { return nil }
    rest = rest.dropFirst(type.count + 1)
    // A private name comes with the file it is private to: `(testOpens in _C0FFEE)`.
    let isPrivate = rest.hasPrefix("(")
    let name = (isPrivate ? rest.dropFirst() : rest).prefix { $0 != "(" && $0 != " " }
    let parameters = (isPrivate ? rest.drop { $0 != ")" } : rest).drop { $0 != "(" }
    guard !parameters.isEmpty, !name.contains(".") else { return nil }
    self.name = String(name)
    isPlain = parameters.hasPrefix("()") && parameters.hasSuffix("-> ()")
  }

  /// Whether the name means something in a type with `@Spec`; the macro knows the same names.
  var hasMeaning: Bool {
    let name = self.name.withoutFocusMark
    if Self.names.contains(name) { return true }
    for prefix in ["outlineTest", "parameterisedTest", "parameterizedTest", "test"]
    where name.hasPrefix(prefix) {
      return name.dropFirst(prefix.count).first?.isLowercase != true || isPlain
    }
    return false
  }

  private static let names: Set = [
    "setUpTest", "tearDownTest", "setUpTestCase", "tearDownTestCase", "setUp", "tearDown",
    "setUpWithError", "tearDownWithError",
  ]
}

extension Place {
  /// The line in an extension where a function is declared, in the file at this place or one beside
  /// or below it; `nil` if the sources are not there.
  func ofDeclaration(of function: String) -> Place? {
    let own = URL(fileURLWithPath: path)
    let files = FileManager.default.enumerator(
      at: own.deletingLastPathComponent(), includingPropertiesForKeys: nil)
    let others = (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
    let declaration = "func \(function)("
    for file in [own] + others.sorted(by: { $0.path < $1.path }) {
      guard let text = try? String(contentsOf: file, encoding: .utf8), text.contains(declaration)
      else { continue }
      var isInExtension = false
      let lines = text.textLines
      for (number, line) in lines.enumerated() {
        if line.contains("extension ") { isInExtension = true }
        guard isInExtension, let range = line.range(of: declaration) else { continue }
        let column = line.distance(from: line.startIndex, to: range.lowerBound) + 1 + "func ".count
        return Place(path: file.path, line: number + 1, column: column)
      }
    }
    return nil
  }
}

extension String {
  /// The name of a method or type without `focus_` in front.
  var withoutFocusMark: String {
    hasPrefix("focus_") || hasPrefix("Focus_") ? String(dropFirst("focus_".count)) : self
  }
}

extension __Method {
  /// The name without the parameters.
  var name: String { String(signature.prefix { $0 != "(" }) }
}
