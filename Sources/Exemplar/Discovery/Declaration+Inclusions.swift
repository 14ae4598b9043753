import ExemplarCore

extension __Declaration {
  /// A member whose value behaves like shared examples.
  public static func __inclusion<Parameter>(
    _ shared: SharedExamples<Parameter>, _ label: __Label, of type: __TypeReference,
    _ method: __Method? = nil, at location: __Location,
    _ parameter: @escaping @Sendable () async throws -> Parameter
  ) -> __Declaration {
    let inclusion = inclusion(
      of: shared, label.traits, in: location.module, location.place, .later(parameter))
    return member(__Label(label.name), type, method, location, .group([inclusion]))
  }

  /// A member whose value behaves like the shared examples of that name.
  public static func __inclusion<Parameter>(
    _ name: String, _ label: __Label, of type: __TypeReference, _ method: __Method? = nil,
    at location: __Location, _ parameter: @escaping @Sendable () async throws -> Parameter
  ) -> __Declaration {
    __inclusion(
      SharedExamples<Parameter>(named: name), label, of: type, method, at: location, parameter)
  }
}
