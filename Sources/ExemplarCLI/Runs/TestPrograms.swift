import ExemplarCore
import Foundation

/// The programs of a package, and in which of them something is to run.
///
/// Where each test target is a program of its own, none of them knows whether another one has what a selection asks
/// for, or a focus; nor do specs know of plain tests. So each is asked first.
struct TestPrograms {
  /// Those in which something is to run. If there is nothing, one that tells why; none if there are plain tests to run.
  private(set) var chosen: [TestProgram]
  /// Those with specs, and why nothing of them is to run, if so.
  private(set) var all: [(program: TestProgram, leftOut: String?)]
  /// How many examples are in those that are not chosen.
  private(set) var examplesLeftOut = 0
  /// Whether something is asked for that is nowhere, so that nothing is to run.
  private(set) var isMissingSomething = false

  /// - Parameters:
  ///   - urls: The programs; at least one.
  ///   - directory: Where their processes run.
  ///   - options: What they are told.
  ///   - plain: The tests beside the specs, if they are to run too.
  init(
    _ urls: [URL], directory: String, options: [EnvironmentOption: String],
    plain: PlainTestRun? = nil
  ) async throws {
    let programs = urls.map { TestProgram(url: $0, options: options) }
    (chosen, all) = (programs, programs.map { ($0, nil) })
    let isPart = [.select, .filter, .tag, .rerun].contains { options[$0] != nil }
    if programs.count == 1, plain == nil || !isPart { return }
    var inquiries: [Inquiry] = []
    for program in programs {
      let inquiry = try await Inquiry(of: program, in: directory)
      if inquiry.hasSpecs { inquiries.append(inquiry) }
    }
    guard !inquiries.isEmpty else {
      if let plain { try Self.require(plain.selectors, for: Inquiry.selectors(in: options)) }
      choose(programs[0])
      return
    }
    let nowhere = inquiries[0].unmatched.filter { selector in
      plain?.selectors.contains(selector) != true
        && inquiries.allSatisfy { $0.unmatched.contains(selector) }
    }
    isMissingSomething = !nowhere.isEmpty
    if isMissingSomething {
      // It says what is missing.
      let teller = inquiries.first { $0.plan?.near.isEmpty == false } ?? inquiries[0]
      choose(teller.selecting(nowhere))
      return
    }
    for index in inquiries.indices where inquiries[index].isSelectedInPart {
      let rest = inquiries[index].selecting(inquiries[index].matched)
      inquiries[index] = try await Inquiry(of: rest, in: directory)
    }
    choose(inquiries, hasPlain: plain?.tests.isEmpty == false)
  }

  /// Has one program alone say why nothing runs.
  private mutating func choose(_ teller: TestProgram) {
    (chosen, all) = ([teller], [(teller, nil)])
  }

  private mutating func choose(_ inquiries: [Inquiry], hasPlain: Bool) {
    let isFocused = inquiries.contains { $0.plan?.isFocused == true }
    all = inquiries.map { inquiry in
      if inquiry.isLeftOut { return (inquiry.program, "not selected") }
      let isElsewhere = isFocused && inquiry.plan?.isFocused == false
      return (inquiry.program, isElsewhere ? "something else is focused" : nil)
    }
    var asked = inquiries.filter { !$0.isLeftOut }
    if hasPlain, !isFocused, inquiries.allSatisfy({ $0.plan?.nothingToRun != nil }) {
      asked = []
    } else if asked.isEmpty {
      asked = [inquiries[0]]
      all[0].leftOut = nil
    }
    chosen = asked.map(\.program)
    examplesLeftOut = inquiries.reduce(0) { sum, inquiry in
      let isChosen = asked.contains { $0.program.url == inquiry.program.url }
      return isChosen ? sum : sum + (inquiry.plan?.notSelected ?? 0)
    }
  }

  /// Where there are no specs, all that is asked for has to be among the other tests.
  private static func require(_ plain: Set<String>, for selectors: [String]) throws {
    let missing = selectors.filter { !plain.contains($0) }
    if missing.isEmpty { return }
    let reason = NothingToRun.nothingMatches(selectors: missing, near: [])
    Terminal.write("error: \(reason.message)\n", toError: true)
    throw ExitStatus.nothingRan
  }

  /// What a program says of what is asked for.
  private struct Inquiry {
    let program: TestProgram
    let hasSpecs: Bool
    /// What it plans; `nil` if it ended before it could tell, of which a run tells more.
    let plan: WorkerPlan?

    init(of program: TestProgram, in directory: String) async throws {
      self.program = program
      let worker = try SharingWorker(
        program: program.url, directory: directory, options: program.options)
      defer { worker.remove() }
      let plan = Locked<WorkerPlan?>(nil)
      worker.channel.read { answer in
        guard case .planned(let told) = answer else { return }
        plan.withLock { $0 = told }
        // Nothing else is wanted of it.
        worker.killGroup()
      }
      worker.channel.send(.begin(WorkerBeginning(seed: 0, wantsPlan: true)))
      let end = try await worker.run(watch: { _ in }, rows: { _, _ in }) { _, _, _ in }
      worker.channel.readRest()
      if Interruption.isRequested { throw ExitStatus.interrupted }
      self.plan = plan.withLock { $0 }
      hasSpecs =
        self.plan.map { $0.nothingToRun != NothingToRun.nothingDiscovered.message }
        ?? (end.log.exists || !end.status.isWithoutTests)
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
