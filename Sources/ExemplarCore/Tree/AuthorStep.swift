/// Author's code that runs outside of examples and hooks: the builder of a group, a condition, a row
/// source, or planning as a whole.
///
/// No task can limit such code, because it may block its thread. So each step is registered while it runs,
/// and a thread that watches the process reads the register. A step ends when it is released.
package final class AuthorStep: Sendable {
  /// The code that runs.
  package enum Kind: Sendable {
    case planning, declaration, builder, condition, rows
  }

  /// A call to author's code.
  package struct Call: Sendable {
    package struct ID: Sendable, Hashable {
      fileprivate let step: Int
      fileprivate var call = 0
    }
    /// Distinguishes the call from all others.
    package fileprivate(set) var id: ID
    package let kind: Kind
    /// The outline, if the code is its row source.
    package let outline: ExampleID?
    fileprivate let subject: @Sendable () -> String
    fileprivate let place: Place?
    fileprivate var isRunning: Bool

    /// The code, for the middle of a sentence.
    package var title: String {
      let at = place.map { " at \($0.short)" } ?? ""
      return switch kind {
      case .planning: "the planning of the specs"
      case .declaration: "the declaration of a spec\(subject())"
      case .builder: "the builder of \u{201C}\(subject())\u{201D}\(at)"
      case .condition: "the condition of \u{201C}\(subject())\u{201D}\(at)"
      case .rows: "the row source of \u{201C}\(subject())\u{201D}\(at)"
      }
    }
  }

  private struct Register {
    /// The last call of each step.
    var calls: [Locked<Call>] = []
    /// How many steps there have been.
    var count = 0
    /// Receives the title of the innermost step when it changes.
    var follow: (@Sendable (String?) -> Void)?
  }
  private static let register = Locked(Register())
  private let last: Locked<Call>

  package init(
    _ kind: Kind, of subject: @autoclosure @escaping @Sendable () -> String = "",
    at place: Place? = nil, outline: ExampleID? = nil
  ) {
    last = Self.register.withLock { register in
      register.count += 1
      let call = Call(
        id: Call.ID(step: register.count), kind: kind, outline: outline, subject: subject,
        place: place, isRunning: kind != .rows)
      let last = Locked(call)
      register.calls.append(last)
      register.follow?(call.title)
      return last
    }
  }

  deinit {
    Self.register.withLock { [last] register in
      register.calls.removeAll { $0 === last }
      register.follow?(register.calls.last?.withLock { $0 }.title)
    }
  }

  /// Passes the title of the innermost step to `follow` whenever it changes.
  package static func follow(_ follow: @escaping @Sendable (String?) -> Void) {
    register.withLock { $0.follow = follow }
  }

  /// The calls that have not returned, the outermost first.
  package static var calls: [Call] {
    register.withLock { $0.calls }.map { $0.withLock { $0 } }.filter(\.isRunning)
  }

  /// Runs `body` as this step.
  package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body()
  }

  /// Runs `body` as one of many calls to the code.
  func call<Result>(_ body: () throws -> Result) rethrows -> Result {
    setRunning(true)
    defer { setRunning(false) }
    return try body()
  }

  nonisolated(nonsending) func call<Result>(
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    setRunning(true)
    defer { setRunning(false) }
    return try await body()
  }

  private func setRunning(_ isRunning: Bool) {
    last.withLock { call in
      if isRunning { call.id.call += 1 }
      call.isRunning = isRunning
    }
  }
}

extension AuthorStep.Call {
  /// The sentence that reports the call as hanging.
  ///
  /// - Parameters:
  ///   - limit: How long it may run, in words.
  ///   - calls: All calls that run, the outermost first.
  package func hangMessage(limit: String, among calls: [Self]) -> String {
    let verb =
      switch kind {
      case .planning: "did not end"
      case .declaration, .builder, .condition: "did not return"
      case .rows: "gave no row"
      }
    var text = title.prefix(1).uppercased() + title.dropFirst() + " \(verb) within \(limit)."
    // Row sources may run side by side.
    if kind != .rows, let inner = calls.last, inner.id != id {
      text += " It was in \(inner.title)."
    }
    return text
  }
}
