import ExemplarCore
import ExemplarLog
import Foundation

/// The test programs of a command, which answer what they hold.
///
/// A process of each answers all questions, and is the first worker of the program when a run begins.
final class AskedPrograms: Sendable {
  typealias Answer = ProgramQuestion.Answer

  private struct State {
    var processes: PoolProcesses
    /// The numbers of the processes that wait, by their programs.
    var numbers: [URL: Int] = [:]
    var lastNumber = 0
    /// Those that needed a fixture, and so know a value, or a refusal, that a run must not have.
    var spoiled: Set<Int> = []
  }

  /// The seed of the first run.
  let seed: UInt64
  private let settings: PoolSettings
  private let state: Locked<State>

  /// - Parameters:
  ///   - directory: The working directory of the processes.
  ///   - run: The options of the run.
  init(in directory: String, _ run: RunOptions) {
    seed = run.seed ?? PlanOptions.freshSeed()
    settings = PoolSettings(
      programs: [], directory: directory, run: run,
      jobs: run.jobs ?? ProcessInfo.processInfo.activeProcessorCount, durationClasses: [:],
      passesOutputOn: false, print: { _ in })
    state = Locked(State(processes: PoolProcesses(settings)))
  }

  // MARK: Questions

  /// Has programs plan with their options, as many at once as processes may run.
  func plan(_ programs: [TestProgram]) async throws -> [Answer] {
    try await onOwnThread { [self] in
      try ask(programs.map { ProgramQuestion($0) }, nil) { _ in }
    }
  }

  /// Has a program list the examples of its plan. Returns false if it has no specs. If its process exits before the end of
  /// the list, prints an error and throws the status.
  func list(
    _ program: TestProgram, dividedBy division: PlanDivision? = nil,
    _ receive: @escaping @Sendable (Event) -> Void
  ) async throws -> Bool {
    // Rows may come from a fixture, which runs for the list alone.
    var settings = settings
    settings.programs = [program]
    let fixtures = FixtureProcesses(settings) { _, _ in }
    let answer = await onOwnThread { [self] () -> Result<Answer, any Error> in
      end { $0 == program.url && $1 }
      return Result {
        try ask([ProgramQuestion(program, list: .list(division))], fixtures, receive)[0]
      }
    }
    await fixtures.shutDown()
    guard let exit = try answer.get().exit else { return true }
    if exit.isWithoutSpecs { return false }
    Terminal.error(exit.issue(while: "while it listed the examples").message)
    throw ExitStatus.didNotFinish
  }

  /// The examples of the plans of programs. Throws as ``list(_:dividedBy:_:)`` does.
  func examples(of programs: [TestProgram]) async throws -> [ExampleListed] {
    let listed = Locked<[ExampleListed]>([])
    for program in programs {
      _ = try await list(program) { event in
        if case .exampleListed(let example) = event { listed.withLock { $0.append(example) } }
      }
    }
    return listed.withLock { $0 }
  }

  /// Asks programs, and waits until all have answered or exited.
  ///
  /// - Parameter fixtures: Starts the fixtures that they need; `nil` if they get none.
  private func ask(
    _ questions: [ProgramQuestion], _ fixtures: FixtureProcesses?, _ receive: (Event) -> Void
  ) throws -> [Answer] {
    var questions = questions
    var open: [Int: Int] = [:]
    var next = 0
    let processes = state.withLock { $0.processes }
    func askNext() {
      while next < questions.count, open.count < settings.jobs {
        let program = questions[next].answer.program
        let number = number(of: program)
        for order in questions[next].begin(seed: seed) {
          processes.perform(.send(order), on: number)
        }
        open[number] = next
        next += 1
      }
    }
    askNext()
    while !open.isEmpty {
      let events = nextEvents(of: processes)
      if Interruption.isRequested {
        end { _, _ in true }
        throw ExitStatus.interrupted
      }
      for (event, number) in events {
        guard let index = open[number] else { continue }
        if case .failedToStart(let error) = event {
          end { _, _ in true }
          throw error
        }
        if let request = event.neededFixture {
          answer(request, of: number, fixtures)
        } else if questions[index].handle(event, receive) {
          processes.perform(.kill, on: number)
        }
        if questions[index].isAnswered { open[number] = nil }
      }
      askNext()
    }
    return questions.map(\.answer)
  }

  /// Answers the request of a process for a fixture.
  private func answer(_ request: FixtureRequest, of number: Int, _ fixtures: FixtureProcesses?) {
    let process = state.withLock { state in
      state.spoiled.insert(number)
      return state.processes[number]
    }
    guard let process else { return }
    if let fixtures { return fixtures.receive(request, of: 0, from: process.channel) }
    let reason = "The fixture \u{201C}\(request.name)\u{201D} was needed before the run."
    process.channel.send(.fixture(request, .failure(reason)))
  }

  // MARK: Processes

  /// The process of a program, which is started if there is none.
  private func number(of program: TestProgram) -> Int {
    state.withLock { state in
      if let number = state.numbers[program.url] { return number }
      state.lastNumber += 1
      state.numbers[program.url] = state.lastNumber
      state.processes.start(
        state.lastNumber, of: program, slot: settings.slot(ofWorker: state.lastNumber))
      return state.lastNumber
    }
  }

  /// Removes a process that has exited.
  private func remove(_ number: Int) {
    state.withLock { state in
      state.numbers = state.numbers.filter { $0.value != number }
      state.processes.remove(number)
    }
  }

  /// Hands the processes of the programs of a run over to its pool, and ends the others. Returns the programs of those that
  /// it hands over, by their numbers.
  func handOver(_ settings: PoolSettings) -> (PoolProcesses, [Int: Int]) {
    let urls = Set(settings.programs.map(\.url))
    end { !urls.contains($0) || $1 }
    return state.withLock { state in
      defer { state = State(processes: PoolProcesses(self.settings)) }
      state.processes.apply(settings)
      let programs = settings.programs.enumerated().compactMap { program, value in
        state.numbers[value.url].map { ($0, program) }
      }
      return (state.processes, Dictionary(uniqueKeysWithValues: programs))
    }
  }

  /// Ends the processes.
  func end() async { await onOwnThread { [self] in end { _, _ in true } } }

  /// Calls a function, and ends the processes afterwards.
  func asking<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      let value = try await body()
      await end()
      return value
    } catch {
      await end()
      throw error
    }
  }

  /// Ends the processes for which a closure, which receives the program and whether the process is spoiled, returns true.
  /// Waits for their exits.
  private func end(where isUnneeded: (URL, Bool) -> Bool) {
    let (processes, numbers) = state.withLock { state in
      (
        state.processes,
        state.numbers.filter { isUnneeded($0.key, state.spoiled.contains($0.value)) }.map(\.value)
      )
    }
    for number in numbers {
      processes.perform(.closeOrders, on: number)
      processes.perform(.kill, on: number)
    }
    while state.withLock({ $0.numbers.values.contains { numbers.contains($0) } }) {
      _ = nextEvents(of: processes)
    }
  }

  /// Waits for events. Processes that have exited are removed before any of the events is handled, so a caller that
  /// leaves the others unread does not wait for those exits again.
  private func nextEvents(of processes: PoolProcesses) -> [PoolQueue.Entry] {
    let events = processes.queue.next()
    for (event, number) in events {
      switch event {
      case .exited, .failedToStart: remove(number)
      default: break
      }
    }
    return events
  }
}

extension PoolEvent {
  fileprivate var neededFixture: FixtureRequest? {
    if case .answered(.needs(let request)) = self { request } else { nil }
  }
}
