import ExemplarCore

/// The instance that the running example has of a type, made on first use.
///
/// Hooks and the body of one example see one instance. In a subclass, members of its superclasses
/// see an instance of the subclass.
public func __instance<Instance>(
  of type: Instance.Type, _ make: @Sendable () async throws -> Instance
) async throws -> Instance {
  guard let scope = ExampleScope.current else { return try await make() }
  let maker = scope.makers(of: instanceKey).reversed().lazy
    .compactMap { $0 as? __InstanceMaker }
    .first { $0.type.isOrInherits(from: ObjectIdentifier(type)) }
  let key = maker?.type.id ?? ObjectIdentifier(type)
  if let instance = scope.held(key) as? Instance { return instance }
  let inherited = try await maker?.make() as? Instance
  let instance = if let inherited { inherited } else { try await make() }
  scope.hold(instance, for: key)
  return instance
}

/// Keeps an instance that a mutating method has changed.
public func __keep<Instance>(_ instance: Instance) {
  guard let scope = ExampleScope.current else { return }
  scope.hold(instance, for: ObjectIdentifier(Instance.self))
}

/// Makes the instances of a class for the members it inherits.
public struct __InstanceMaker: Sendable {
  let type: __TypeReference
  let make: @Sendable () async throws -> Any

  public init(_ type: __TypeReference, _ make: @escaping @Sendable () async throws -> Any) {
    self.type = type
    self.make = make
  }
}

/// Under which groups define how instances are made.
let instanceKey = GivenKey()

extension __TypeReference {
  func isOrInherits(from other: ObjectIdentifier) -> Bool {
    id == other || superclasses.contains(other)
  }
}

/// Lets an expression that neither throws nor suspends stand after `try await` without a warning.
public var __mayThrow: Void {
  get throws {}
}

/// Lets an expression that neither throws nor suspends stand after `try await` without a warning.
public var __maySuspend: Void {
  get async {}
}
