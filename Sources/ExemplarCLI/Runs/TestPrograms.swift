import ExemplarCore
import ExemplarLog
import Foundation

/// The programs of a package, and which of them have anything to run.
///
/// If each test target is a program of its own, no program can find out whether another one has
/// selected or focused examples; nor do specs depend on other tests. So each program is asked
/// first.
struct TestPrograms {
  /// The programs with something to run. If no program has, one that reports the reason; empty if
  /// other tests run.
  private(set) var chosen: [TestProgram]
  /// The programs with specs, each with the reason if nothing of it runs.
  private(set) var all: [(program: TestProgram, leftOut: String?)]
  /// How many examples are in those that are not chosen.
  private(set) var examplesLeftOut = 0
  /// Those that were asked, with their plans.
  private(set) var asked: [TestProgram] = []
  /// Whether a selected name exists nowhere, so that nothing runs.
  private(set) var isMissingSomething = false

  /// - Parameters:
  ///   - urls: The programs that may have specs.
  ///   - directory: The working directory of their processes.
  ///   - options: Their options.
  ///   - foreign: The tests other than specs, if they run too.
  init(
    _ urls: [URL], directory: String, options: [EnvironmentOption: String],
    foreign: ForeignTestRun? = nil
  ) async throws {
    let programs = urls.map { TestProgram(url: $0, options: options) }
    (chosen, all) = (programs, programs.map { ($0, nil) })
    let isPart = [.select, .filter, .tag, .rerun].contains { options[$0] != nil }
    if programs.count == 1, foreign == nil || !isPart { return }
    var inquiries: [Inquiry] = []
    for program in programs {
      let inquiry = try await Inquiry(of: program, in: directory)
      if inquiry.hasSpecs { inquiries.append(inquiry) }
    }
    asked = inquiries.map(\.program)
    guard !inquiries.isEmpty else {
      if let foreign { try Self.require(foreign.selectors, for: Inquiry.selectors(in: options)) }
      if let first = programs.first { choose(first) }
      return
    }
    let nowhere = inquiries[0].unmatched.filter { selector in
      foreign?.selectors.contains(selector) != true
        && inquiries.allSatisfy { $0.unmatched.contains(selector) }
    }
    isMissingSomething = !nowhere.isEmpty
    if isMissingSomething {
      // It reports the missing name.
      let teller = inquiries.first { $0.plan?.near.isEmpty == false } ?? inquiries[0]
      choose(teller.selecting(nowhere))
      return
    }
    for index in inquiries.indices where inquiries[index].isSelectedInPart {
      let rest = inquiries[index].selecting(inquiries[index].matched)
      inquiries[index] = try await Inquiry(of: rest, in: directory)
    }
    choose(inquiries, hasForeign: foreign?.tests.isEmpty == false)
  }

  /// The selectors among `selectors` that something in the programs agrees with.
  static func matched(
    _ selectors: [String], in urls: [URL], directory: String, options: [EnvironmentOption: String]
  ) async throws -> [String] {
    var options = options
    options[.select] = EnvironmentOption.select.value(selectors)
    var matched: Set<String> = []
    for url in urls {
      let inquiry = try await Inquiry(of: TestProgram(url: url, options: options), in: directory)
      matched.formUnion(inquiry.matched)
    }
    return selectors.filter(matched.contains)
  }

  /// Makes one program report why nothing runs.
  private mutating func choose(_ teller: TestProgram) {
    (chosen, all) = ([teller], [(teller, nil)])
  }

  private mutating func choose(_ inquiries: [Inquiry], hasForeign: Bool) {
    let isFocused = inquiries.contains { $0.plan?.isFocused == true }
    all = inquiries.map { inquiry in
      if inquiry.isLeftOut { return (inquiry.program, ExampleListed.notSelected) }
      let isElsewhere = isFocused && inquiry.plan?.isFocused == false
      return (inquiry.program, isElsewhere ? ExampleListed.focusIsElsewhere : nil)
    }
    var asked = inquiries.filter { !$0.isLeftOut && !(isFocused && $0.plan?.isFocused == false) }
    if hasForeign, !isFocused, inquiries.allSatisfy({ $0.plan?.nothingToRun != nil }) {
      asked = []
    } else if asked.isEmpty {
      asked = [inquiries[0]]
      all[0].leftOut = nil
    }
    chosen = asked.map(\.program)
    examplesLeftOut = inquiries.reduce(0) { sum, inquiry in
      let isChosen = asked.contains { $0.program.url == inquiry.program.url }
      return isChosen ? sum : sum + (inquiry.plan.map { $0.notSelected + $0.examples } ?? 0)
    }
  }

  /// Where there are no specs, all that is asked for has to be among the other tests.
  private static func require(_ foreign: Set<String>, for selectors: [String]) throws {
    let missing = selectors.filter { !foreign.contains($0) }
    if missing.isEmpty { return }
    let reason = NothingToRun.nothingMatches(selectors: missing, near: [])
    Terminal.error(reason.message)
    throw ExitStatus.nothingRan
  }

  /// The answer of a program about a selection.
  private struct Inquiry {
    private(set) var program: TestProgram
    let hasSpecs: Bool
    /// Its plan; `nil` if it exited before reporting one, which a run explains.
    var plan: WorkerPlan? { program.plan }

    init(of program: TestProgram, in directory: String) async throws {
      self.program = program
      let worker = try WorkerProcess(program, directory: directory)
      defer { worker.remove() }
      let plan = Locked<WorkerPlan?>(nil)
      worker.channel.read { answer in
        switch answer {
        case .planned(let told): plan.withLock { $0 = told }
        case .hangs, nil: break
        case .needs(let request):
          let reason = "The fixture \u{201C}\(request.name)\u{201D} was needed before the run."
          worker.channel.send(.fixture(request, .failure(reason)))
          return
        case .ready, .read, .serves, .recorded, .shutDown: return
        }
        // It is no longer needed. A run explains why it hangs, or what it sent.
        worker.killGroup()
      }
      let start = EventLog.now
      worker.channel.send(.begin(WorkerBeginning(seed: 0, wantsPlan: true)))
      let end = try await worker.run(
        watch: { _ in
          if worker.stall(planningStart: start) != nil { worker.killGroup() }
        }
      ) { _ in }
      worker.channel.readRest()
      if Interruption.isRequested { throw ExitStatus.interrupted }
      self.program.plan = plan.withLock { $0 }
      hasSpecs =
        self.program.plan.map { $0.nothingToRun != NothingToRun.nothingDiscovered.message }
        ?? !end.exit.isWithoutSpecs
    }

    static func selectors(in options: [EnvironmentOption: String]) -> [String] {
      options[.select]?.split(separator: "\n").map(String.init) ?? []
    }
    private var selectors: [String] { Self.selectors(in: program.options) }

    /// The selectors that nothing in the program agrees with.
    var unmatched: [String] {
      guard let plan else { return [] }
      // Where all of them agree with something, filters and tags may still leave nothing.
      if plan.unmatched.count > selectors.count { return [] }
      return selectors.filter(plan.unmatched.contains)
    }

    /// The others.
    var matched: [String] {
      let unmatched = unmatched
      return selectors.filter { !unmatched.contains($0) }
    }

    var isLeftOut: Bool { plan?.unmatched.isEmpty == false }
    var isSelectedInPart: Bool { !unmatched.isEmpty && !matched.isEmpty }

    func selecting(_ selectors: [String]) -> TestProgram {
      var program = program
      if !selectors.isEmpty { program.options[.select] = selectors.joined(separator: "\n") }
      return program
    }
  }
}
