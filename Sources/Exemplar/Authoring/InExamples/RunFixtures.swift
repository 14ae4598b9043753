import Dispatch
import ExemplarCore
import Foundation

/// The fixtures of the run in this process: those that it has started, or, in a worker, the answers of the tool.
final class RunFixtures: Sendable {
  /// Those of this process; a test may have others.
  @TaskLocal static var current = RunFixtures()
  /// The fixture whose code runs in this task.
  @TaskLocal private static var user: String?

  /// A fixture without the type of its value.
  struct Declaration: Sendable {
    let name: String
    let place: Place
    let timeLimit: Duration
    /// Starts it. Returns the value as JSON, and a closure that shuts it down.
    let start: @Sendable () async throws -> (json: String, shutDown: ShutDown)

    typealias ShutDown = @Sendable () async throws -> Void
  }

  private struct State {
    /// The declarations in the program, by their names; `nil` before the specs were discovered.
    var declared: [String: [Declaration]]?
    /// Sends a request to the tool; `nil` if fixtures start in this process.
    var ask: (@Sendable (FixtureRequest) -> Void)?
    /// Receives each failure at once that code of a fixture records.
    var record: (@Sendable (String) -> Void)?
    /// The requests that the tool has not answered.
    var asked: [FixtureRequest: [Promise<FixtureAnswer>]] = [:]
    var ledger = FixtureLedger<Promise<FixtureAnswer>>()
    /// The starts that have not ended.
    var starts: [String: (Declaration, Promise<Void>)] = [:]
    /// The fixtures that were started here, in the order in which they were ready.
    var started: [(fixture: Declaration, shutDown: Declaration.ShutDown)] = []
    var values: [String: (place: Place, value: any Sendable)] = [:]
    var ending: Task<[UsageError], Never>?
  }
  private let state = Locked(State())

  // MARK: Declarations

  /// Records the fixtures of the program. Returns an error for each whose name another one has.
  func declare(_ fixtures: [Declaration]) -> [UsageError] {
    let declared = Dictionary(grouping: fixtures, by: \.name)
    state.withLock { $0.declared = declared }
    return declared.values.filter { $0.count > 1 }.flatMap { same in
      same.map { Self.sameName(same, at: $0.place) }
    }
  }

  private static func sameName(_ same: [Declaration], at place: Place) -> UsageError {
    UsageError(FixtureLedger<Void>.sameName(same[0].name, at: same.map(\.place)), at: place)
  }

  private static func undeclared(_ name: String, at place: Place) -> UsageError {
    UsageError(
      "The fixture \u{201C}\(name)\u{201D} is not declared with @Spec, so its process would not find it. Write @Spec "
        + "before a global or static constant.", at: place)
  }

  /// The declaration with this name and location; `nil` if nothing is known of declarations.
  private func declaration(_ name: String, at place: Place) throws -> Declaration? {
    guard let declared = state.withLock({ $0.declared }) else { return nil }
    let same = declared[name] ?? []
    guard let fixture = same.first(where: { $0.place == place }) else {
      throw Self.undeclared(name, at: place)
    }
    if same.count > 1 { throw Self.sameName(same, at: place) }
    return fixture
  }

  // MARK: Values

  /// The value of a fixture, if code of this process has read it.
  func value(of fixture: Declaration) -> (any Sendable)? {
    let known = state.withLock { $0.values[fixture.name] }
    return known?.place == fixture.place ? known?.value : nil
  }

  func keep(_ value: any Sendable, of fixture: Declaration) {
    state.withLock { $0.values[fixture.name] = (fixture.place, value) }
  }

  /// Forgets the value of a fixture that does not run any more.
  func forget(_ name: String) { state.withLock { $0.values[name] = nil } }

  /// The value of a fixture as JSON, when it has started.
  func json(of fixture: Declaration) async throws -> String {
    _ = try declaration(fixture.name, at: fixture.place)
    let name = "The time limit of the fixture \u{201C}\(fixture.name)\u{201D}"
    if let problem = fixture.timeLimit.problem(as: name) {
      throw UsageError(problem, at: fixture.place)
    }
    let request = FixtureRequest(
      fixture.name, at: fixture.place, user: Self.user,
      example: ExampleScope.current?.info.id.heading, limit: fixture.timeLimit.seconds)
    let answer = Promise<FixtureAnswer>()
    let ask = state.withLock { state in
      if state.ask != nil { state.asked[request, default: []].append(answer) }
      return state.ask
    }
    if let ask { ask(request) } else { receive(request, answer, fixture) }
    switch await answer.value {
    case .value(let json): return json
    case .failure(let message): throw UsageError(message, at: fixture.place)
    case nil: throw CancellationError()
    }
  }

  private func receive(
    _ request: FixtureRequest, _ answer: Promise<FixtureAnswer>, _ fixture: Declaration
  ) {
    switch state.withLock({ $0.ledger.receive(request, from: answer) }) {
    case .start: start(fixture)
    case .wait: break
    case .answer(let known): answer.give(known)
    }
  }

  // MARK: The tool

  /// From now on, asks the tool for fixtures.
  func ask(_ ask: @escaping @Sendable (FixtureRequest) -> Void) { state.withLock { $0.ask = ask } }

  func receive(_ answer: FixtureAnswer, to request: FixtureRequest) {
    let first = state.withLock { $0.asked[request]?.removeFirst() }
    first?.give(answer)
    state.withLock { if $0.asked[request]?.isEmpty == true { $0.asked[request] = nil } }
  }

  /// Starts the fixture for which the tool has started this process. `record` receives each failure that code of a fixture
  /// records, before that code can end the process. The answer has the cause of a failure alone: the
  /// ledger of the tool names the fixture.
  func serve(
    _ request: FixtureRequest, record: @escaping @Sendable (String) -> Void = { _ in }
  ) async -> FixtureAnswer {
    state.withLock { $0.record = record }
    do {
      guard let fixture = try declaration(request.name, at: request.place) else {
        throw Self.undeclared(request.name, at: request.place)
      }
      return await start(fixture).value
    } catch {
      return .failure("\(error)")
    }
  }

  // MARK: Start and shut-down

  @discardableResult
  private func start(_ fixture: Declaration) -> Task<FixtureAnswer, Never> {
    _ = Self.endWithProcess
    let hasEnded = Promise<Void>()
    state.withLock { $0.starts[fixture.name] = (fixture, hasEnded) }
    return Task { [self] in
      let result = await run(fixture, "start", fixture.start) { _, shutDown in
        // It is not used, but it may hold something.
        _ = await self.run(fixture, "end", shutDown)
      }
      let answer: FixtureAnswer =
        switch result {
        case .success(let (json, _)): .value(json)
        case .failure(let problem): .failure(problem.message)
        }
      let waiting = state.withLock { state in
        if case .success(let (_, shutDown)) = result { state.started.append((fixture, shutDown)) }
        state.starts[fixture.name] = nil
        return state.ledger.finish(fixture.name, with: answer)
      }
      for (requester, _, answer) in waiting { requester.give(answer) }
      hasEnded.give(())
      return answer
    }
  }

  /// Runs code of a fixture in a task that belongs to no example. It fails if it throws, records a failure, or takes
  /// too long.
  ///
  /// - Parameter drop: Receives the value of code that has failed or come too late.
  private func run<Value: Sendable>(
    _ fixture: Declaration, _ verb: String, _ body: @escaping @Sendable () async throws -> Value,
    drop: @escaping @Sendable (Value) async -> Void = { _ in }
  ) async -> Result<Value, UsageError> {
    let answer = Promise<Result<Value, UsageError>>()
    let record = state.withLock { $0.record }
    let issues = DeferredIssues { if $0.isFailure { record?(Self.text($0)) } }
    // The task has the values of the one that asked, such as the listeners for issues, but not its example.
    let task = Task {
      await ExampleScope.$current.withValue(nil) {
        await Self.$user.withValue(fixture.name) {
          await DeferredIssues.$current.withValue(issues) {
            var (value, thrown) = (Value?.none, (any Error)?.none)
            do { value = try await body() } catch { thrown = error }
            let failure = issues.close().first(where: \.isFailure).map {
              UsageError(Self.text($0))
            }
            let error = failure ?? thrown.map { UsageError(wrapping: $0, as: "It threw an error") }
            let isInTime =
              if let error {
                answer.give(.failure(error)) && false
              } else {
                answer.give(.success(value!))
              }
            if !isInTime, let value { await drop(value) }
          }
        }
      }
    }
    let cancelAlarm = RunConfiguration().alarm(fixture.timeLimit) {
      let limit = fixture.timeLimit.seconds.formattedSeconds
      if answer.give(.failure(UsageError("It did not \(verb) within \(limit)."))) { task.cancel() }
    }
    defer { cancelAlarm() }
    return await answer.value ?? .failure(UsageError(wrapping: CancellationError()))
  }

  private static func text(_ issue: ExemplarCore.Issue) -> String {
    issue.message + (issue.place.map { "\n  at \($0.short)" } ?? "")
  }

  /// Shuts down what was started here, the last first, and returns the failures. Fixtures start again in the next run.
  func shutDown() async -> [UsageError] {
    let ending = state.withLock { state in
      let earlier = state.ending
      let ending = Task { [self] in
        _ = await earlier?.value
        return await shutDownAll()
      }
      state.ending = ending
      return ending
    }
    return await ending.value
  }

  private func shutDownAll() async -> [UsageError] {
    for (_, hasEnded) in state.withLock({ Array($0.starts.values) }) { await hasEnded.value }
    var problems: [UsageError] = []
    while let (fixture, shutDown) = state.withLock({ $0.started.popLast() }) {
      guard case .failure(let problem) = await run(fixture, "end", shutDown) else { continue }
      problems.append(
        UsageError(
          "The fixture \u{201C}\(fixture.name)\u{201D} was not shut down: \(problem.message)",
          at: fixture.place))
    }
    state.withLock { state in
      state.ledger = FixtureLedger()
      state.values = [:]
    }
    return problems
  }

  /// Shuts down the fixtures of a process that exits, or that no tool needs any more.
  private static let endWithProcess: Void = {
    InterruptSignals.watch(orElse: ExitGuard.breakOff)
    ExitGuard.beforeEnd { current.shutDownNow() }
  }()

  private func shutDownNow() {
    let limits = state.withLock { state in
      (state.starts.values.map(\.0) + state.started.map(\.fixture)).map(\.timeLimit.seconds)
    }
    if limits.isEmpty, state.withLock({ $0.ending }) == nil { return }
    let isOver = DispatchSemaphore(value: 0)
    Task.detached { [self] in
      for problem in await shutDown() { ExitGuard.fail(problem.message) }
      isOver.signal()
    }
    _ = isOver.wait(timeout: .now() + (limits.max() ?? 10) + 1)
  }
}

/// An answer that one task waits for.
final class Promise<Value: Sendable>: Sendable {
  private let (answers, continuation) = AsyncStream<Value>.makeStream()
  private let isOpen = Locked(true)

  /// Gives the answer; `false` if there is one already.
  @discardableResult
  func give(_ value: Value) -> Bool {
    guard
      isOpen.withLock({ isOpen in
        defer { isOpen = false }
        return isOpen
      }), case .enqueued = continuation.yield(value)
    else { return false }
    continuation.finish()
    return true
  }

  /// The answer, when there is one; `nil` if this task is canceled before.
  var value: Value? { get async { await answers.first { _ in true } } }
}
