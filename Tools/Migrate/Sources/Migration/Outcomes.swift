import Foundation

/// The outcome of each test of a run, whatever library ran it.
public struct Outcomes: Sendable {
  /// The outcome by the name of the test, which is the same for all libraries. The rows of a test are one test.
  public fileprivate(set) var all: [String: Outcome] = [:]

  /// The ends of the names under which specs of Quick may run here, by their names.
  fileprivate var aliases: [String: String] = [:]

  public enum Outcome: String, Sendable, Comparable {
    case skipped, passed, failed

    /// A test with several rows fails if one does, and is skipped if all are.
    public static func < (a: Outcome, b: Outcome) -> Bool { a.rank < b.rank }
    private var rank: Int { [.skipped, .passed, .failed].firstIndex(of: self) ?? 0 }
  }

  public init() {}

  private static func key(_ path: [String]) -> String {
    path.map { name in name.filter { $0.isLetter || $0.isNumber } }.joined()
  }

  private mutating func add(_ path: [String], _ outcome: Outcome) {
    let key = Self.key(path)
    guard !key.isEmpty else { return }
    all[key] = max(all[key] ?? .skipped, outcome)
  }

  /// Adds the cases of a log of XCTest, such as `Test Case 'ShelfTests.testHolds' passed (0.001 seconds)`.
  public mutating func add(logOfXCTest text: String) {
    // On macOS `-[Module.ShelfTests testHolds]`, elsewhere `ShelfTests.testHolds`.
    let pattern =
      #/(?m)Test Case '(?:-\[(?:\w+\.)?(\w+) (.+?)\]|(\w+)\.(.+?))' (passed|failed|skipped) \(/#
    for match in text.matches(of: pattern) {
      guard let type = match.1 ?? match.3, let name = match.2 ?? match.4 else { continue }
      let outcome = Outcome(rawValue: String(match.5)) ?? .failed
      if name.hasPrefix("test") {
        add([String(type), String(name)], outcome)
      } else {
        // A spec of Quick. Its class may be a group here, and the log may not name it.
        let key = Self.key([String(name)])
        let count = aliases.values.count { $0 == key }
        let unique = "\(key) \(count + 1)"
        all[unique] = outcome
        aliases[unique] = key
      }
    }
  }

  /// Adds the tests of an event stream of Swift Testing.
  public mutating func add(streamOfSwiftTesting text: String) {
    struct Record: Decodable {
      struct Message: Decodable { var symbol: String }
      struct Payload: Decodable {
        var kind: String
        var id: String?
        var testID: String?
        var name: String?
        var displayName: String?
        var messages: [Message]?
      }
      var kind: String
      var payload: Payload
    }
    var tests: [String: (name: String, isSuite: Bool)] = [:]
    for record in text.split(separator: "\n").compactMap({
      try? JSONDecoder().decode(Record.self, from: Data($0.utf8))
    }) {
      let payload = record.payload
      if record.kind == "test", let id = payload.id, let name = payload.name {
        tests[id] = (
          payload.displayName ?? String(name.prefix { $0 != "(" }), payload.kind == "suite"
        )
      }
      guard ["testEnded", "testSkipped"].contains(payload.kind), let id = payload.testID,
        let test = tests[id], !test.isSuite,
        // The test that runs all specs, whose examples are counted one by one.
        !id.hasPrefix("Exemplar.")
      else { continue }
      let symbols = (payload.messages ?? []).map(\.symbol)
      let outcome: Outcome =
        payload.kind == "testSkipped" || symbols.contains("skip")
        ? .skipped : symbols.contains("fail") ? .failed : .passed
      // The id is `Module.Suite.Nested/test()/File.swift:1:2`.
      let types = id.split(separator: "/").first?.split(separator: ".").dropFirst() ?? []
      var path: [String] = []
      var prefix = id.prefix { $0 != "." }
      for type in types where !type.contains("(") {
        prefix += "." + type
        path.append(tests[String(prefix)]?.name ?? String(type))
      }
      add(path + [test.name], outcome)
    }
  }

  /// Adds the examples of JSON Lines of Exemplar.
  public mutating func add(eventsOfExemplar text: String) {
    struct Event: Decodable {
      struct Outcome: Decodable { var kind: String }
      struct Row: Decodable {}
      var event: String
      var id: String?
      var row: Row?
      var outcome: Outcome?
    }
    var rows: Set<String> = []
    for event in text.split(separator: "\n").compactMap({
      try? JSONDecoder().decode(Event.self, from: Data($0.utf8))
    }) {
      guard let id = event.id else { continue }
      if event.event == "exampleStarted", event.row != nil { rows.insert(id) }
      guard event.event == "exampleEnded", let kind = event.outcome?.kind else { continue }
      var path = id.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        .map { $0.removingPercentEncoding ?? String($0) }
      if rows.contains(id) { path.removeLast() }
      let outcome: Outcome =
        ["passed", "flaky"].contains(kind)
        ? .passed : ["skipped", "pending"].contains(kind) ? .skipped : .failed
      add(path, outcome)
    }
  }
}

extension String {
  /// Whether the name of a test ends with another name, or with its second use in a group, as in `name (2)`.
  fileprivate func ends(with name: String) -> Bool {
    if hasSuffix(name) { return true }
    guard let end = lastIndex(where: { !$0.isNumber }) else { return false }
    return self[...end].hasSuffix(name)
  }
}

/// The outcomes of two runs, test by test.
public struct Comparison: Sendable {
  /// Tests with an outcome in both runs that is the same.
  public let equal: Int
  /// Tests whose outcomes differ, or which one run does not have, with both outcomes.
  public let different: [(name: String, before: Outcomes.Outcome?, after: Outcomes.Outcome?)]

  public var isEqual: Bool { different.isEmpty }

  public init(_ before: Outcomes, _ after: Outcomes) {
    var before = before
    var others = Set(after.all.keys).subtracting(before.all.keys)
    for (name, alias) in before.aliases.sorted(by: { $0.key < $1.key }) {
      guard let found = others.filter({ $0.ends(with: alias) }).min(by: { $0.count < $1.count }),
        let outcome = before.all.removeValue(forKey: name)
      else { continue }
      before.all[found] = outcome
      others.remove(found)
    }
    let names = Set(before.all.keys).union(after.all.keys).sorted()
    let (first, second) = (before.all, after.all)
    different = names.filter { first[$0] != second[$0] }.map { ($0, first[$0], second[$0]) }
    equal = names.count - different.count
  }

  public func printTable() {
    print("Equal outcomes: \(equal) of \((equal + different.count).counted("test")).")
    for test in different {
      print(
        "  \(test.name): \(test.before?.rawValue ?? "not run") before, \(test.after?.rawValue ?? "not run") after"
      )
    }
  }
}
