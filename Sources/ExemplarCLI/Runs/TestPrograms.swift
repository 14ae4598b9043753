import ExemplarCore
import Foundation

/// The programs of a package, and which of them have anything to run.
///
/// If each test target is a program of its own, no program can find out whether another one has
/// selected or focused examples; nor do specs depend on other tests. So each program is asked
/// first. The choice is a function of the answers.
struct TestPrograms {
  typealias Answer = ProgramQuestion.Answer

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

  /// Programs of which everything runs.
  private init(_ programs: [TestProgram]) {
    (chosen, all) = (programs, programs.map { ($0, nil) })
  }

  /// - Parameters:
  ///   - urls: The programs that may have specs.
  ///   - options: Their options.
  ///   - foreign: The tests other than specs, if they run too.
  ///   - asked: Asks the programs.
  init(
    _ urls: [URL], options: [EnvironmentOption: String], foreign: ForeignTestRun? = nil,
    by asked: AskedPrograms
  ) async throws {
    let programs = urls.map { TestProgram(url: $0, options: options) }
    let isPart = [.select, .filter, .skip, .tag, .rerun].contains { options[$0] != nil }
    if programs.count == 1, foreign == nil || !isPart {
      self.init(programs)
      return
    }
    var answers = try await asked.plan(programs).filter(\.hasSpecs)
    guard !answers.isEmpty else {
      if let foreign {
        try Self.require(foreign, for: TestProgram.selectors(in: options))
        if let reason = foreign.nothingToRun { try Self.refuse(reason) }
      }
      self.init(Array(programs.prefix(1)))
      return
    }
    if let foreign, foreign.hasHints {
      let nowhere = Self.unmatched(in: answers, foreign.selectors)
      let near = answers.flatMap { $0.program.plan?.near ?? [] }
      if !nowhere.isEmpty { try Self.refuse(foreign.nothingMatches(nowhere, near: near)) }
    }
    let rest = Self.selectedInPart(answers, selectors: foreign?.selectors ?? [])
    for answer in try await asked.plan(rest.map(\.program)) {
      let index = rest.first { $0.program.url == answer.program.url }?.index
      if let index { answers[index] = answer }
    }
    self.init(
      of: answers, selectors: foreign?.selectors ?? [],
      hasOtherTests: foreign?.tests.isEmpty == false)
  }

  /// Chooses among programs with specs.
  ///
  /// - Parameters:
  ///   - answers: Their answers; at least one.
  ///   - selectors: The selectors that agree with other tests.
  ///   - hasOtherTests: Whether other tests run.
  init(of answers: [Answer], selectors: Set<String> = [], hasOtherTests: Bool = false) {
    let nowhere = Self.unmatched(in: answers, selectors)
    if nowhere.isEmpty {
      self.init([])
      choose(answers, hasOtherTests)
    } else {
      // It reports the missing name.
      let teller = answers.first { $0.program.plan?.near.isEmpty == false } ?? answers[0]
      self.init([teller.selecting(nowhere)])
      isMissingSomething = true
    }
    asked = answers.map(\.program)
  }

  /// The programs of which only some selectors are, with these alone, since the others are elsewhere; none if one is
  /// nowhere.
  static func selectedInPart(
    _ answers: [Answer], selectors: Set<String> = []
  ) -> [(index: Int, program: TestProgram)] {
    if !unmatched(in: answers, selectors).isEmpty { return [] }
    return answers.enumerated().compactMap { index, answer in
      answer.unmatched.isEmpty || answer.matched.isEmpty
        ? nil : (index, answer.selecting(answer.matched))
    }
  }

  /// The selectors that neither a program nor other tests agree with.
  private static func unmatched(in answers: [Answer], _ others: Set<String>) -> [String] {
    answers[0].unmatched.filter { selector in
      !others.contains(selector) && answers.allSatisfy { $0.unmatched.contains(selector) }
    }
  }

  /// The selectors among `selectors` that something in the programs agrees with.
  static func matched(
    _ selectors: [String], in urls: [URL], options: [EnvironmentOption: String],
    by asked: AskedPrograms
  ) async throws -> [String] {
    var options = options
    options[.select] = EnvironmentOption.select.value(selectors)
    let answers = try await asked.plan(urls.map { TestProgram(url: $0, options: options) })
    let matched = Set(answers.flatMap(\.matched))
    return selectors.filter(matched.contains)
  }

  private mutating func choose(_ answers: [Answer], _ hasOtherTests: Bool) {
    let isFocused = answers.contains { $0.program.plan?.isFocused == true }
    all = answers.map { answer in
      if answer.isLeftOut { return (answer.program, ExampleListed.notSelected) }
      let isElsewhere = isFocused && answer.program.plan?.isFocused == false
      return (answer.program, isElsewhere ? ExampleListed.focusIsElsewhere : nil)
    }
    chosen = all.filter { $0.leftOut == nil }.map(\.program)
    if hasOtherTests, !isFocused,
      answers.allSatisfy({ $0.program.plan?.nothingToRun != nil })
    {
      chosen = []
    } else if chosen.isEmpty {
      chosen = [answers[0].program]
      all[0].leftOut = nil
    }
    examplesLeftOut = answers.reduce(0) { sum, answer in
      let isChosen = chosen.contains { $0.url == answer.program.url }
      return isChosen
        ? sum : sum + (answer.program.plan.map { $0.notSelected + $0.examples } ?? 0)
    }
  }

  /// Where there are no specs, all that is asked for has to be among the other tests.
  private static func require(_ foreign: ForeignTestRun, for selectors: [String]) throws {
    let missing = selectors.filter { !foreign.selectors.contains($0) }
    if !missing.isEmpty { try refuse(foreign.nothingMatches(missing)) }
  }

  private static func refuse(_ reason: NothingToRun) throws {
    Terminal.error(reason.message)
    throw ExitStatus.nothingRan
  }
}

extension ProgramQuestion.Answer {
  /// Whether the program has specs, or has exited in a way that does not show that it has none.
  fileprivate var hasSpecs: Bool {
    program.plan.map { $0.nothingToRun != NothingToRun.nothingDiscovered.message }
      ?? (exit?.isWithoutSpecs == false)
  }

  /// The selectors that nothing in the program agrees with.
  fileprivate var unmatched: [String] {
    guard let plan = program.plan else { return [] }
    // Where all of them agree with something, filters and tags may still leave nothing.
    if plan.unmatched.count > program.selectors.count { return [] }
    return program.selectors.filter(plan.unmatched.contains)
  }

  /// The others.
  fileprivate var matched: [String] {
    let unmatched = unmatched
    return program.selectors.filter { !unmatched.contains($0) }
  }

  fileprivate var isLeftOut: Bool { program.plan?.unmatched.isEmpty == false }

  fileprivate func selecting(_ selectors: [String]) -> TestProgram {
    var program = program
    if !selectors.isEmpty { program.options[.select] = selectors.joined(separator: "\n") }
    return program
  }
}
