import ExemplarCore

/// How an inclusion makes the parameter of shared examples.
struct ParameterMaker<Value>: Sendable {
  enum Making: Sendable {
    case ready(@Sendable () -> Value)
    /// It suspends, or can fail.
    case later(@Sendable () async throws -> Value)

    @Sendable func callAsFunction() async throws -> Value {
      switch self {
      case .ready(let make): make()
      case .later(let make): try await make()
      }
    }
  }

  let make: Making
  /// The including line.
  let place: Place
}

extension ParameterMaker: SharedParameter {
  var type: Any.Type { Value.self }
}

extension SharedGroup {
  /// Shared examples that read their parameter as a value.
  static func reading<Parameter>(
    _ name: String, at place: Place,
    _ content: @escaping @Sendable (Given<Parameter>) -> SpecNode
  ) -> SharedGroup {
    SharedGroup(name, at: place, parameter: Parameter.self) { parameter in
      guard let maker = parameter.maker(of: Parameter.self) else { return nil }
      let (line, column) = (maker.place.line, maker.place.column)
      switch maker.make {
      case .ready(let make):
        let given = Given(filePath: maker.place.path, line: line, column: column, make)
        return [GroupContent.build { content(given) }]
      case .later(let make):
        let given = Given(filePath: maker.place.path, line: line, column: column) {
          earlyParameter(of: name, at: maker.place, make)
        }
        let hook = Hook(.parameter) { _ in given.fill(with: try await make()) }
        return [
          SpecNode("parameter", at: maker.place, content: .hook(hook)),
          GroupContent.build { content(given) },
        ]
      }
    }
  }

  /// Shared examples that read their parameter with `try await`.
  static func awaiting<Parameter>(
    _ name: String, at place: Place,
    _ content: @escaping @Sendable (AsyncGiven<Parameter>) -> SpecNode
  ) -> SharedGroup {
    SharedGroup(name, at: place, parameter: Parameter.self) { parameter in
      guard let maker = parameter.maker(of: Parameter.self) else { return nil }
      let given = AsyncGiven(
        filePath: maker.place.path, line: maker.place.line, column: maker.place.column
      ) { try await maker.make() }
      return [GroupContent.build { content(given) }]
    }
  }
}
