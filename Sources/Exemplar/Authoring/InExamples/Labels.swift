import ExemplarCore

/// Calls `body` with each value; failures in it name the value.
///
/// ```swift
/// it("rounds every price") {
///   withEvery(prices) { price in
///     withEvery(Currency.allCases) { #expect(price.rounded(to: $0) <= price) }
///   }
/// }
/// ```
///
/// A value is named by its description, as it is before the call. Without values, `body` is not called:
/// where there must be some, expect that, or make them the rows of an outline, which fails without rows.
public func withEvery<Values: Sequence>(
  _ values: Values, _ body: (Values.Element) throws -> Void
) rethrows {
  for value in values { try within(String(describing: value)) { try body(value) } }
}

/// Calls `body` with each value, one after the other; failures in it name the value.
public func withEvery<Values: Sequence>(
  _ values: Values, isolation: isolated (any Actor)? = #isolation,
  _ body: (Values.Element) async throws -> Void
) async rethrows {
  for value in values {
    try await within(String(describing: value)) { try await body(value) }
  }
}

/// Calls `body`; failures in it name `label`.
public func within<Result>(
  _ label: String, _ body: () throws -> Result
) rethrows -> Result {
  try Labels.$current.withValue(Labels.current + [label]) {
    do {
      return try body()
    } catch {
      Labels.record(error)
      throw error
    }
  }
}

/// Calls `body`; failures in it name `label`.
public func within<Result>(
  _ label: String, isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Result
) async rethrows -> Result {
  try await Labels.$current.withValue(Labels.current + [label]) {
    do {
      return try await body()
    } catch {
      Labels.record(error)
      throw error
    }
  }
}

// A closure of one expression passes its value to `within`, even if it is unused, as in an example
// that consists of `within` alone. There the compiler finds only these two; elsewhere it prefers
// those above, which have no omitted parameter.

/// Calls `body` and drops its result; failures in it name `label`.
public func within<Dropped>(
  _ label: String, __dropping: Void = (), _ body: () throws -> Dropped
) rethrows {
  let _: Dropped = try within(label, body)
}

/// Calls `body` and drops its result; failures in it name `label`.
public func within<Dropped>(
  _ label: String, __dropping: Void = (), isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Dropped
) async rethrows {
  let _: Dropped = try await within(label, body)
}
