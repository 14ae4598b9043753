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

  /// The register's record of a step.
  fileprivate final class Entry: @unchecked Sendable {
    let kind: Kind
    let subject: @Sendable () -> String
    let place: Place?
    let outline: ExampleID?
    var number = 0
    private let lock = Lock()
    /// How many calls began, and whether the last one still runs.
    private var calls = 0
    private var isRunning: Bool

    init(
      _ kind: Kind, _ subject: @escaping @Sendable () -> String, _ place: Place?,
      _ outline: ExampleID?
    ) {
      (self.kind, self.subject, self.place, self.outline) = (kind, subject, place, outline)
      isRunning = kind != .rows
    }

    func begin() {
      lock.lock()
      calls += 1
      isRunning = true
      lock.unlock()
    }

    func end() {
      lock.lock()
      isRunning = false
      lock.unlock()
    }

    /// The number of the call that runs; `nil` between two calls.
    var call: Int? {
      lock.lock()
      defer { lock.unlock() }
      return isRunning ? calls : nil
    }

    /// The code, for the middle of a sentence.
    var title: String {
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
    var entries: [Entry] = []
    var count = 0
    /// Receives the title of the innermost step when it changes.
    var follow: (@Sendable (String?) -> Void)?
  }
  private static let register = Locked(Register())
  private let entry: Entry

  package init(
    _ kind: Kind, of subject: @autoclosure @escaping @Sendable () -> String = "",
    at place: Place? = nil, outline: ExampleID? = nil
  ) {
    let entry = Entry(kind, subject, place, outline)
    self.entry = entry
    Self.register.withLock { register in
      register.count += 1
      entry.number = register.count
      register.entries.append(entry)
      register.follow?(entry.title)
    }
  }

  deinit {
    Self.register.withLock { [entry] register in
      guard let index = register.entries.lastIndex(where: { $0 === entry }) else { return }
      register.entries.remove(at: index)
      register.follow?(register.entries.last?.title)
    }
  }

  /// Passes the title of the innermost step to `follow` whenever it changes.
  package static func follow(_ follow: @escaping @Sendable (String?) -> Void) {
    register.withLock { $0.follow = follow }
  }
}

// MARK: - Running a step

extension AuthorStep {
  /// Runs `body` as this step.
  package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body()
  }

  /// Runs `body` as one of many calls to the code.
  func call<Result>(_ body: () throws -> Result) rethrows -> Result {
    entry.begin()
    defer { entry.end() }
    return try body()
  }

  nonisolated(nonsending) func call<Result>(
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    entry.begin()
    defer { entry.end() }
    return try await body()
  }
}

extension Outline {
  /// The outline with its row source registered as a step, for as long as a call to the source runs.
  func watched(as id: ExampleID, at place: Place?) -> Outline {
    @Sendable func watched(
      _ open: @escaping @Sendable () async throws -> RowCursor
    ) -> @Sendable () async throws -> RowCursor {
      {
        let step = AuthorStep(.rows, of: id.heading, at: place, outline: id)
        return try await step.call { try await open() }.watched(by: step)
      }
    }
    var outline = self
    outline.open = watched(open)
    outline.check = check.map(watched)
    outline.hasMarks = { [hasMarks] in
      let step = AuthorStep(.rows, of: id.heading, at: place, outline: id)
      return await step.call { await hasMarks() }
    }
    return outline
  }
}

// MARK: - Watching

extension AuthorStep {
  /// A call to author's code that has not returned.
  package struct Call: Sendable {
    /// Distinguishes the call from all others.
    package struct ID: Sendable, Hashable {
      fileprivate let step: Int
      fileprivate let call: Int
    }
    package let id: ID
    package let kind: Kind
    /// The code, for the middle of a sentence.
    package let title: String
    /// The outline, if the code is its row source.
    package let outline: ExampleID?
  }

  /// The calls that have not returned, the outermost first.
  package static var calls: [Call] {
    register.withLock { register in
      register.entries.compactMap { entry in
        entry.call.map { call in
          Call(
            id: Call.ID(step: entry.number, call: call), kind: entry.kind, title: entry.title,
            outline: entry.outline)
        }
      }
    }
  }
}

extension AuthorStep.Call {
  /// The sentence that reports the call as hanging.
  ///
  /// - Parameters:
  ///   - limit: How long it may run, in words.
  ///   - calls: All calls that run, the outermost first.
  package func complaint(limit: String, among calls: [Self]) -> String {
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
