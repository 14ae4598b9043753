#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif os(Windows)
  import ucrt
#endif

/// A text by its Unicode scalars, as files compare keys and names: `==` of Swift takes `é` for `e` with an accent.
package struct Spelling: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (a: Spelling, b: Spelling) -> Bool { a.text.isSpelled(as: b.text) }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// Whether both texts have the same Unicode scalars.
  package func isSpelled(as other: String) -> Bool {
    guard utf8.count == other.utf8.count, self == other else { return false }
    // By memory, since a generic comparison takes thousands of instructions where nothing is optimized.
    var (one, other) = (self, other)
    return one.withUTF8 { one in
      other.withUTF8 { other in
        one.isEmpty || memcmp(one.baseAddress!, other.baseAddress!, one.count) == 0
      }
    }
  }

  /// The text with the scalars of its characters outside ASCII, which may look alike: `é (U+0065 U+0301)`.
  package var withScalars: String {
    let scalars = filter { !$0.isASCII }.unicodeScalars.map { scalar in
      let code = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
    }
    return scalars.isEmpty ? self : "\(self) (\(scalars.joined(separator: " ")))"
  }
}

extension Dictionary where Key == Spelling {
  package subscript(key: String) -> Value? {
    get { self[Spelling(key)] }
    set { self[Spelling(key)] = newValue }
  }
}

extension Set<Spelling> {
  package init(of texts: some Sequence<String>) { self.init(texts.lazy.map { Spelling($0) }) }

  package func contains(_ text: String) -> Bool { contains(Spelling(text)) }
}
