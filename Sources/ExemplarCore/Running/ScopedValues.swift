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

  /// Releases all values, and waits for the objects among them whose deinitializers run elsewhere, as an
  /// `isolated deinit` does.
  func release() async {
    let released = values.withLock { $0.values.flatMap { ReleasedObject.objects(in: $0.value) } }
    removeAll()
    // An actor that is blocked must not keep the run from ending.
    let end = ContinuousClock.now + .seconds(10)
    while released.contains(where: \.isDeinitializing), ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(1))
      await Task.yield()
    }
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

/// A value that holds values of the author.
package protocol ValueHolder {
  var heldValues: [Any] { get }
}

/// An object that is being released. Its memory stays, so that it shows whether its deinitializer has returned.
private final class ReleasedObject: @unchecked Sendable {
  private weak var living: AnyObject?
  private unowned let object: AnyObject
  private let reference: Unmanaged<AnyObject>
  private let count: UInt

  init(_ object: AnyObject) {
    (living, self.object, reference) = (object, object, .passUnretained(object))
    count = _getUnownedRetainCount(object)
  }

  /// Whether the deinitializer has begun, or is going to, and has not returned: until then, the object counts itself.
  var isDeinitializing: Bool {
    living == nil && reference._withUnsafeGuaranteedRef { _getUnownedRetainCount($0) } >= count
  }

  /// The objects among values and in those that hold some.
  static func objects(in value: Any) -> [ReleasedObject] {
    #if canImport(ObjectiveC)
      // Not all objects there have the reference counts of Swift.
      return []
    #else
      if let holder = value as? any ValueHolder { return holder.heldValues.flatMap(objects) }
      return type(of: value) is AnyClass ? [ReleasedObject(value as AnyObject)] : []
    #endif
  }
}
