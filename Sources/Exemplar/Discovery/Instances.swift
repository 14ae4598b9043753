import ExemplarCore

/// The instance that the running example has of a type, made on first use.
///
/// Hooks and the body of one example see one instance; with `.sharedInstance`, all examples of the
/// group do. In a subclass, members of its superclasses see an instance of the subclass.
public func __instance<Instance>(
  of type: Instance.Type, _ make: @Sendable () async throws -> Instance
) async throws -> Instance {
  guard let scope = ExampleScope.current else { return try await make() }
  let subclass = scope.subclass(of: type)
  let key = subclass?.id ?? ObjectIdentifier(type)
  if let instance = scope.instances.held(key) as? Instance { return instance }
  let inherited = try await subclass?.make?() as? Instance
  let instance = if let inherited { inherited } else { try await make() }
  scope.instances.hold(instance, for: key)
  return instance
}

/// The class whose examples are running, for the class methods that it inherits from `type`.
public func __class<Class: AnyObject>(_ type: Class.Type) -> Class.Type {
  ExampleScope.current?.subclass(of: type)?.type as? Class.Type ?? type
}

/// Keeps an instance that a mutating method has changed.
public func __keep<Instance>(_ instance: Instance) {
  ExampleScope.current?.instances.hold(instance, for: ObjectIdentifier(Instance.self))
}

/// Under which groups define the class whose examples they hold.
let instanceKey = GivenKey()

extension ExampleScope {
  /// The class whose examples are running, if it is `type` or inherits from it.
  fileprivate func subclass(of type: Any.Type) -> __TypeReference? {
    makers(of: instanceKey).reversed().lazy
      .compactMap { $0 as? __TypeReference }
      .first { $0.isOrInherits(from: ObjectIdentifier(type)) }
  }
}

/// Makes an expression that neither throws nor suspends valid after `try await` without a warning.
public var __mayThrow: Void {
  get throws {}
}

/// Makes an expression that neither throws nor suspends valid after `try await` without a warning.
public var __maySuspend: Void {
  get async {}
}
