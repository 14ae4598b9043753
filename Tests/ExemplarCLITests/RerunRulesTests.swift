import Exemplar
import ExemplarCore
import ExemplarReports
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// Which examples are outstanding after each run: the table of Semantics, section 9, for each case and each sequence of
/// runs.
struct RerunRulesTests {
  /// What is known of an example.
  enum State: Character, CaseIterable, Hashable {
    case passing = "p"
    case outstanding = "o"
    case undecided = "u"
  }

  /// What a run was asked for.
  enum Request: String, CaseIterable, Hashable {
    case everything, outstanding, part
  }

  /// What an example did in a run.
  enum Deed: String, CaseIterable, Hashable {
    case passed, flaky, quarantined, failed, blocked, running, skipped, pending, notReached
    /// It was not selected, or does not exist any more: a run does not show which.
    case absent
  }

  struct Run: Hashable {
    var request: Request
    var isCut: Bool
    var deeds: [Deed]

    /// A run that finished has reached everything, and no process was left with a running example.
    var isPossible: Bool { isCut || !deeds.contains(.notReached) && !deeds.contains(.running) }
  }

  // MARK: The rules, stated again

  /// The columns are the state before: passing, outstanding, undecided.
  private static func row(_ deed: Deed, in run: Run) -> String {
    switch deed {
    case .passed, .flaky, .quarantined: return "ppp"
    case .failed, .blocked, .running: return "ooo"
    case .skipped, .pending: return "pop"
    case .notReached: return run.request == .everything ? "uou" : "pou"
    case .absent:
      switch (run.request, run.isCut) {
      case (.everything, true): return "uou"
      case (.everything, false): return "uuu"
      case (.outstanding, false): return "puu"
      case (.outstanding, true), (.part, _): return "pou"
      }
    }
  }

  /// The state of a package: of each example, and whether a run of everything is known. Before, no example is passing.
  struct Model: Hashable {
    var states: [State]
    var hasPlan = false

    func after(_ run: Run) -> Model {
      var next = self
      next.hasPlan = hasPlan || run.request == .everything
      for (index, deed) in run.deeds.enumerated() {
        let column = State.allCases.firstIndex(of: states[index])!
        let letter = Array(RerunRulesTests.row(deed, in: run))[column]
        next.states[index] = State(rawValue: letter)!
        if !next.hasPlan, letter == "p" { next.states[index] = .undecided }
      }
      return next
    }

    /// What runs again of the examples that exist.
    var rerun: [Int] {
      states.indices.filter {
        states[$0] == .outstanding || hasPlan && states[$0] == .undecided
      }
    }
  }

  // MARK: The tool

  private static let spec = ExampleID(["Shop", "The till"])
  private static let ids = ["opens", "jams"].map { spec.appending($0) }

  private static func after(_ run: Run, _ earlier: PackageState) -> PackageState {
    let scope: RunResults.Scope =
      switch run.request {
      case .everything: .everything
      case .outstanding: .outstanding
      case .part: .selection
      }
    var results = RunResults(since: earlier, scope: scope)
    func record(_ event: Event, isMarked: Bool = true) {
      results.record(.event(event), at: 1, isMarked: isMarked)
    }
    let isAll = run.request == .everything
    record(.runStart(seed: 1, order: .random, examples: 2, notSelected: isAll ? 0 : 1))
    for (id, deed) in zip(ids, run.deeds) {
      guard let outcome = outcome(deed) else { continue }
      record(.exampleStart(id))
      record(.exampleEnd(id, outcome), isMarked: deed != .running)
    }
    // Of a run whose tool was killed, there is no end.
    if !run.deeds.contains(.running) {
      record(
        .runEnd(seed: 1) { summary in
          summary.finished = !run.isCut
          summary.notReached = run.deeds.count { $0 == .notReached }
        })
    }
    return after(results, earlier)
  }

  private static func after(_ results: RunResults, _ earlier: PackageState) -> PackageState {
    var state = earlier
    state.apply(results, ofRun: "run")
    // What is left depends on the last run alone.
    state.trim(keeping: [], bytes: 0)
    return state
  }

  private static func outcome(_ deed: Deed) -> Outcome? {
    switch deed {
    case .passed: .passed
    case .flaky: .flaky
    case .quarantined: .quarantined(reason: "SHOP-12")
    case .failed, .running: .failed(unexpected: false)
    case .blocked: .blocked(by: spec)
    case .skipped: .skipped(reason: "no printer")
    case .pending: .pending(reason: nil)
    case .notReached, .absent: nil
    }
  }

  private static func states(_ state: PackageState) -> Model {
    var keys = ExampleKeys()
    return Model(
      states: ids.map { id in
        if state.outstanding.contains(id.text) { return .outstanding }
        return state.decided?.contains(keys.key(of: id)) == true ? .passing : .undecided
      }, hasPlan: state.decided != nil)
  }

  private static func rerun(_ state: PackageState) -> [Int] {
    var request = RerunRequest.outstanding(in: state)
    request.add(ids.map { ExampleListed(id: $0, place: Place(path: "Till.swift")) }, except: [])
    return ids.indices.filter { request.ids.contains(ids[$0].text) }
  }

  private static func runs(_ deeds: [Deed]) -> [Run] {
    Request.allCases.flatMap { request in
      [false, true].flatMap { isCut in
        deeds.flatMap { a in deeds.map { Run(request: request, isCut: isCut, deeds: [a, $0]) } }
      }
    }.filter(\.isPossible)
  }

  /// Each row of the table, in each state, and each sequence of runs: what a run leaves depends on nothing but what the
  /// run before it has left, so it is enough to try every run after everything that some sequence leaves.
  @Test func eachSequenceOfRunsLeavesWhatTheRulesState() {
    struct Left: Hashable {
      let model: Model
      let outstanding: Set<String>
      let decided: Set<UInt64>?
    }
    let runs = Self.runs(Deed.allCases)
    var seen: Set<Left> = []
    var next = [(state: PackageState(), model: Model(states: [.undecided, .undecided]))]
    var checked = 0
    while let (earlier, model) = next.popLast() {
      for run in runs {
        let state = Self.after(run, earlier)
        let expected = model.after(run)
        checked += 1
        guard Self.states(state) == expected, Self.rerun(state) == expected.rerun else {
          Testing.Issue.record("\(run) after \(model): \(Self.states(state)), not \(expected)")
          return
        }
        let left = Left(
          model: expected, outstanding: state.outstanding, decided: state.decided)
        if seen.insert(left).inserted { next.append((state, expected)) }
      }
    }
    // Both examples in each of three states with a run of everything, and in each of two without.
    expect(Set(seen.map(\.model)).count, equals: 9 + 4)
    #expect(checked >= 13 * runs.count)
  }

  /// The table of the page is the one above.
  @Test func thePageHasTheSameTable() throws {
    let page = try String(
      contentsOf: Tool.repository.appendingPathComponent("Documentation/Semantics.md"),
      encoding: .utf8)
    let names = ["passing": "p", "outstanding": "o", "undecided": "u", "forgotten": "u"]
    let rows = page.components(separatedBy: "\n## 9. Reruns\n").last!.split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
    var found: [Run: String] = [:]
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let after = cells.suffix(3).map { names[$0] ?? "?" }.joined()
      for request in Request.allCases where cells[1].contains("`\(request)`") {
        for isCut in [false, true] where cells[2].contains(isCut ? "cut" : "finished") {
          for deed in Deed.allCases where cells[0].contains("`\(deed.rawValue)`") {
            let run = Run(request: request, isCut: isCut, deeds: [deed])
            #expect(found[run] == nil, "\(row)")
            found[run] = after
          }
        }
      }
    }
    for request in Request.allCases {
      for isCut in [false, true] {
        for deed in Deed.allCases {
          let run = Run(request: request, isCut: isCut, deeds: [deed])
          #expect(found[run] == (run.isPossible ? Self.row(deed, in: run) : nil), "\(run)")
        }
      }
    }
  }

  // MARK: Single rules

  @Test func whatASelectionLeavesOutIsCountedAndDoesNotRun() {
    let run = Run(request: .everything, isCut: true, deeds: [.failed, .notReached])
    var request = RerunRequest.outstanding(in: Self.after(run, PackageState()))
    func listed(_ name: String, _ reason: String? = nil) -> ExampleListed {
      ExampleListed(
        id: Self.spec.appending(name), place: Place(path: "Till.swift"), skipReason: reason)
    }
    request.add(
      [
        listed("opens"), listed("jams", "not selected"), listed("new"), listed("prints", "pending"),
        listed("rings", "something else is focused"),
      ], except: [])
    expect(request.ids, equals: ["Shop/The till/opens", "Shop/The till/new"])
    expect(request.hidden, equals: ["Shop/The till/jams", "Shop/The till/rings"])
    expect(request.summary, equals: "Outstanding: 1 failed, 3 new or not finished")
  }

  /// The list lacks hooks around specs, findings about rows, and tests that are not examples: they may fail again.
  @Test func failuresOfExamplesThatNoLongerExistAreNotCounted() async throws {
    let failed = [
      "Shop/The till/opens", "Shop/The till/old", "Shop/The till/renamed",
      "Shop/The till/renamed/row",
      "Shop/The till/books/rows", "Shop/The till/removed/rows", "Shop/Hooks", "Shop/Tests/plain()",
      "Shop/The till/night",
    ]
    var results = RunResults()
    for id in failed {
      let end = ExampleEnded(id: ExampleID(text: id), outcome: .failed(unexpected: false))
      results.record(.event(.exampleEnded(end)), at: 0)
    }
    var request = RerunRequest.outstanding(in: Self.after(results, PackageState()))
    request.add(
      ["opens", "books/one", "night/sleeps"].map { name in
        ExampleListed(
          id: ExampleID(text: "Shop/The till/\(name)"), place: Place(path: "Till.swift"))
      }, except: ["Shop/Tests/plain()"])
    expect(
      request.gone,
      equals: [
        "Shop/The till/old", "Shop/The till/renamed", "Shop/The till/renamed/row",
        "Shop/The till/removed/rows",
      ])
    let list = try String(contentsOfFile: request.list(in: temporaryFolder()), encoding: .utf8)
    expect(
      Set(list.split(separator: "\n").map(String.init)),
      equals: Set(failed).subtracting(request.gone))
    expect(request.summary, equals: "Outstanding: 5 failed")
    request.add([], except: Set(failed).subtracting(["Shop/The till/old"]))
    expect(request.gone, equals: ["Shop/The till/old"])
  }

  @Test func beforeARunOfEverythingNothingIsNew() {
    let run = Run(request: .part, isCut: false, deeds: [.passed, .absent])
    var request = RerunRequest.outstanding(in: Self.after(run, PackageState()))
    request.add([ExampleListed(id: Self.ids[1], place: Place(path: "Till.swift"))], except: [])
    #expect(request.isEmpty && request.decided == nil)
    #expect(
      request.reasonIfEmpty.contains("Once all examples have run, new ones are outstanding too."))
  }

  /// A group whose hooks failed is outstanding until an example or a hook has run in it without a failure of a hook.
  @Test(arguments: [
    (Outcome.passed, false, true), (.skipped(reason: ""), false, false),
    (.skipped(reason: ""), true, true),
  ])
  func aGroupIsSettledIfSomethingRanInIt(outcome: Outcome, hasHook: Bool, isSettled: Bool) {
    func run(_ outcome: Outcome, failing: Bool, after earlier: PackageState) -> PackageState {
      var results = RunResults(since: earlier)
      var events = [Event.runStart(seed: 1, order: .random), .exampleEnd(Self.ids[0], outcome)]
      if hasHook { events.append(.hooksEnd(Self.spec, .afterAll)) }
      events += [.groupEnd(Self.spec, failed: failing), .runEnd(seed: 1)]
      for event in events { results.record(.event(event), at: 1) }
      return Self.after(results, earlier)
    }
    let failed = run(.passed, failing: true, after: PackageState())
    expect(failed.outstanding, equals: ["Shop/The till"])
    expect(run(outcome, failing: false, after: failed).outstanding.isEmpty, equals: isSettled)
  }

  /// What a run has decided survives the file, also where only some of it ran again.
  @Test func decidedExamplesAreStored() throws {
    let everything = Self.after(
      Run(request: .everything, isCut: false, deeds: [.passed, .failed]), PackageState())
    let part = Self.after(Run(request: .part, isCut: false, deeds: [.absent, .passed]), everything)
    let data = try PropertyListEncoder().encode(part)
    let read = try PropertyListDecoder().decode(PackageState.self, from: data)
    #expect(read == part && read.decided?.count == 2)
    // An example takes twelve bytes in each run.
    var results = RunResults()
    for index in 0..<1_000 {
      results.record(.event(.exampleEnd(Self.spec.appending("\(index)"))), at: 1)
    }
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    var state = PackageState()
    state.apply(results, ofRun: "run")
    #expect(try encoder.encode(state).count < 13_000)
  }
}
