import ExemplarRuntime

/// Classes of the program that conform to a protocol, which the records of the Swift runtime tell.
package enum ConformingClasses {
  /// All of them, by name. Generic classes are none: nobody says which.
  ///
  /// - Parameters:
  ///   - existential: The type of the values of the protocol.
  ///   - cast: Takes a type for one that conforms.
  package static func of<Found>(
    _ existential: Any.Type, cast: (Any.Type) -> Found?
  ) -> [Found] {
    let visit = Visit()
    // The type refers to the descriptor of the protocol behind two words: its kind, and its flags with the
    // number of protocols.
    let descriptor = unsafeBitCast(existential, to: UnsafeRawPointer.self)
      .load(fromByteOffset: 16, as: UnsafeRawPointer.self)
    exemplar_visit_conforming_classes(
      descriptor,
      { type, context in
        guard let type, let context else { return }
        Unmanaged<Visit>.fromOpaque(context).takeUnretainedValue().types
          .append(unsafeBitCast(type, to: Any.Type.self))
      }, Unmanaged.passUnretained(visit).toOpaque())
    return visit.types.sorted { String(reflecting: $0) < String(reflecting: $1) }.compactMap(cast)
  }
}

/// What a visit of the records has found.
private final class Visit {
  var types: [Any.Type] = []
}
