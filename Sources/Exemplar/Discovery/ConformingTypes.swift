import ExemplarRuntime

/// Types of the program that conform to a protocol, as the records of the Swift runtime list them.
enum ConformingTypes {
  /// All of them, except for generic types.
  ///
  /// - Parameters:
  ///   - existential: The type of the values of the protocol.
  ///   - metatype: The type of the types that conform to it.
  static func of<Metatype>(_ existential: Any.Type, as metatype: Metatype.Type) -> [Metatype] {
    let visit = Visit()
    // The type refers to the descriptor of the protocol behind two words: its kind, and its flags with the
    // number of protocols.
    let descriptor = unsafeBitCast(existential, to: UnsafeRawPointer.self)
      .load(fromByteOffset: 16, as: UnsafeRawPointer.self)
    exemplar_visit_conforming_types(
      descriptor,
      { type, witnesses, context in
        guard let type, let context else { return }
        Unmanaged<Visit>.fromOpaque(context).takeUnretainedValue().types
          .append((unsafeBitCast(type, to: Any.Type.self), witnesses))
      }, Unmanaged.passUnretained(visit).toOpaque())
    // Such a type is a pair of these. A cast would search all records of the program for each.
    return visit.types.compactMap { type, witnesses in
      witnesses.map { unsafeBitCast((type, $0), to: metatype) } ?? (type as? Metatype)
    }
  }

  /// All of them, by name.
  static func sorted<Metatype>(_ existential: Any.Type, as metatype: Metatype.Type) -> [Metatype] {
    of(existential, as: metatype).sorted { String(reflecting: $0) < String(reflecting: $1) }
  }
}

/// The results of a visit of the records.
private final class Visit {
  var types: [(type: Any.Type, witnesses: UnsafeRawPointer?)] = []
}
