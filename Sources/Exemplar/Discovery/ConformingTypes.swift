import ExemplarRuntime

/// Types of the program that conform to a protocol, as the records of the Swift runtime list them.
enum ConformingTypes {
  /// All of them, except for generic types.
  ///
  /// - Parameters:
  ///   - existential: The type of the values of the protocol.
  ///   - metatype: The type of the types that conform to it.
  static func of<Metatype>(_ existential: Any.Type, as metatype: Metatype.Type) -> [Metatype] {
    typealias Found = [(type: Any.Type, witnesses: UnsafeRawPointer?)]
    var found: Found = []
    // The type refers to the descriptor of the protocol behind two words: its kind, and its flags with the
    // number of protocols.
    let descriptor = unsafeBitCast(existential, to: UnsafeRawPointer.self)
      .load(fromByteOffset: 16, as: UnsafeRawPointer.self)
    withUnsafeMutablePointer(to: &found) {
      exemplar_visit_conforming_types(
        descriptor,
        { type, witnesses, found in
          guard let type, let found else { return }
          found.assumingMemoryBound(to: Found.self).pointee
            .append((unsafeBitCast(type, to: Any.Type.self), witnesses))
        }, $0)
    }
    // Such a type is a pair of these. A cast would search all records of the program for each.
    return found.compactMap { type, witnesses in
      witnesses.map { unsafeBitCast((type, $0), to: metatype) } ?? (type as? Metatype)
    }
  }

  static func sorted<Metatype>(_ existential: Any.Type, as metatype: Metatype.Type) -> [Metatype] {
    of(existential, as: metatype).sorted { String(reflecting: $0) < String(reflecting: $1) }
  }
}
