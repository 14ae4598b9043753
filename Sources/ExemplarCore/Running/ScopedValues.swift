/// Values of any kind, by the identity of their owner.
///
/// They need not be `Sendable`: only the code of one example uses them, or of one group whose
/// examples run one after another.
package final class ScopedValues: Sendable {
  private struct Held: @unchecked Sendable { var value: Any }
  private let values = Locked([ObjectIdentifier: Held]())

  /// The value held for `key`, if there is one.
  package func held(_ key: ObjectIdentifier) -> Any? {
    let held = values.withLock { $0[key] }
    return held?.value
  }

  /// The value stored for `key`. `make` creates it on first use, once.
  package func held(_ key: ObjectIdentifier, _ make: () -> Any) -> Any {
    values.withLock { values in
      let held = values[key] ?? Held(value: make())
      values[key] = held
      return held
    }.value
  }

  /// Keeps `value`.
  package func hold(_ value: Any, for key: ObjectIdentifier) {
    let held = Held(value: value)
    values.withLock { $0[key] = held }
  }

  /// Releases all values. Their deinitializers may run code of the author, which may use values.
  func removeAll() {
    let last = values.withLock { values in
      defer { values = [:] }
      return values
    }
    withExtendedLifetime(last) {}
  }
}
