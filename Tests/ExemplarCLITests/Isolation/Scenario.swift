import Foundation

/// What may become of an example, and what is to become of it however the run is done: the model that the
/// scenario test compares runs with.
struct Scenario {
  /// The path below the module, and what stands for it in the table.
  var name: String
  var fate: Fate
  /// Whether it is a group that fails by its own hooks.
  var isGroup = false

  init(_ name: String, _ fate: Fate, isGroup: Bool = false) {
    self.name = name
    self.fate = fate
    self.isGroup = isGroup
  }

  enum Fate {
    case passes, skips, fails, failsOnce
    /// A skip at the second attempt makes up for no failure of the first.
    case failsThenSkips, endsThenSkips
    /// It ends its process, or has to be ended with it after its time limit: an attempt that failed.
    case ends, endsOnce
    /// It ends its process, and is not tried again: a time-out is that of all attempts, and hooks and row sources
    /// have none.
    case endsForGood
    case isBlocked
  }

  /// How a run is done.
  enum Way: String, CaseIterable {
    case plain = "once", retries = "--retries 2", repetition = "--repeat 2", failFast =
      "--fail-fast"

    var arguments: [String] {
      self == .plain ? [] : rawValue.split(separator: " ").map(String.init)
    }
  }

  /// What is to be told of it, for each repetition.
  func outcome(_ way: Way) -> [String] {
    switch (way, fate) {
    case (.repetition, .failsOnce): ["✘", "✔"]
    case (.repetition, .endsOnce): ["✘!", "✔"]
    case (.repetition, .failsThenSkips), (.repetition, .endsThenSkips): [first, "↷"]
    case (.repetition, _): [first, first]
    case (.retries, .failsOnce), (.retries, .endsOnce): ["✔ 2nd"]
    case (.retries, .failsThenSkips), (.retries, .endsThenSkips): ["\(first) 2nd"]
    case (.retries, .fails), (.retries, .ends): ["\(first) 3rd"]
    default: [first]
    }
  }

  private var first: String {
    switch fate {
    case .passes: "✔"
    case .skips: "↷"
    case .fails, .failsOnce, .failsThenSkips: "✘"
    case .ends, .endsOnce, .endsThenSkips, .endsForGood: "✘!"
    case .isBlocked: "⊘"
    }
  }

  static let all: [Scenario] = [
    Scenario("The shelf › passes", .passes), Scenario("The shelf › fails", .fails),
    Scenario("The shelf › throws", .ends), Scenario("The shelf › skips itself", .skips),
    Scenario("The shelf › prints 20 MB", .passes),
    Scenario("The shelf › leaves a child behind", .passes),
    Scenario("The shelf › fails every other time", .failsOnce),
    Scenario("The shelf › crashes every other time", .endsOnce),
    Scenario("The shelf › fails, then skips itself", .failsThenSkips),
    Scenario("The shelf › crashes, then skips itself", .endsThenSkips),
    Scenario("The till › meets a fatal error", .ends),
    Scenario("The till › meets a failed precondition", .ends),
    Scenario("The till › reads past an array", .ends),
    Scenario("The till › counts past the largest number", .ends),
    Scenario("The till › unwraps nothing", .ends),
    Scenario("The till › recurses for ever", .ends),
    Scenario("The till › reads bad memory", .ends), Scenario("The till › aborts", .ends),
    Scenario("The till › throws in C++", .ends), Scenario("The till › is killed", .ends),
    Scenario("The till › is terminated", .ends), Scenario("The till › exits with 0", .ends),
    Scenario("The till › exits with 3", .ends), Scenario("The till › exits at once with 0", .ends),
    Scenario("The door › crashes before all", .endsForGood, isGroup: true),
    Scenario("The door › crashes before all › opens", .isBlocked),
    Scenario("The door › crashes before each › opens", .ends),
    Scenario("The door › crashes before each › closes", .ends),
    Scenario("The door › crashes after each › opens", .ends),
    Scenario("The door › crashes after all › opens", .passes),
    Scenario("The door › crashes after all", .endsForGood, isGroup: true),
    Scenario("The catalog › crashes at a row › #1", .passes),
    Scenario("The catalog › crashes at a row › #2", .ends),
    Scenario("The catalog › crashes at a row › #3", .passes),
    Scenario("The catalog › crashes between rows › #1", .passes),
    Scenario("The catalog › crashes between rows › #2", .passes),
    Scenario("The catalog › crashes between rows › rows", .endsForGood),
    Scenario("The clerks › sell", .passes), Scenario("The clerks › fall, side by side", .ends),
    Scenario("The clerks › count", .passes),
    Scenario("The queue › goes on after its limit", .ends),
    Scenario("The queue › moves", .passes),
    Scenario("The clock › hangs, deaf to SIGTERM", .endsForGood),
    Scenario("The clock › ticks", .passes),
  ]

  /// The table of outcomes.
  static func table(_ told: (Scenario, Way) -> [String]) -> String {
    let head = Way.allCases.map { " \($0 == .plain ? $0.rawValue : "`\($0.rawValue)`") |" }.joined()
    let lines = all.map { scenario in
      "| \(scenario.name)\(scenario.isGroup ? " (the group)" : "") |"
        + Way.allCases.map { " \(told(scenario, $0).joined(separator: ", ")) |" }.joined()
    }
    let rule = "|-|" + Way.allCases.map { _ in "-|" }.joined()
    return (["| |" + head, rule] + lines).joined(separator: "\n") + "\n"
  }
}
