import ExemplarCore
import ExemplarLog
import Foundation

// Plain tests: the tests of a package, of Swift Testing and of XCTest, that are not examples. They
// run in processes of their own and are reported as events.

/// A test of the package that is not an example.
struct ForeignTest: Hashable {
  /// The libraries of tests.
  enum Library: String, CaseIterable {
    case swiftTesting = "Swift Testing"
    case xctest = "XCTest"
  }
  let library: Library
  /// Its name in its library.
  let name: String
  /// Its id in reports: its module, its suites, and its name.
  var id: ExampleID
  /// The location of its declaration; unknown for XCTest.
  var place: Place
  /// The facts about it while it runs.
  var context: ExampleContext {
    ExampleContext(at: place == .unknown ? nil : place, tags: tags)
  }
  /// Which of the programs holds it.
  var program = 0
  /// The tests that one process can run.
  struct Kind: Hashable {
    let program: Int
    let library: Library
  }
  var kind: Kind { Kind(program: program, library: library) }
  /// Whether it runs once for each of several arguments, each an example of its own.
  var hasArguments = false
  /// The tags of the test and of the suites around it.
  var tags: Set<String> = []
  /// The names that Swift Testing shows for the suites and the test, where it has other ones than the code.
  var titles: [String?] = []
  /// The locations of the suites or of the class, the outermost first, where they are known.
  var suites: [Place?] = []
}

extension [ForeignTest] {
  /// The tests with ids that no other has: functions that differ in the types of their parameters alone have one
  /// name.
  var withUniqueIDs: [ForeignTest] {
    var numbers: [ExampleID: Int] = [:]
    return map { test in
      var test = test
      let number = numbers[test.id, default: 0] + 1
      numbers[test.id] = number
      if number > 1, let parent = test.id.parent {
        test.id = parent.appending("\(test.id.name) (\(number))")
      }
      return test
    }
  }
}

extension ShardAssignment {
  /// The tests that run beside the examples, with their shards.
  static func ofTests(
    _ tests: [ForeignTest], _ shard: Shard?, _ durations: [String]
  ) throws -> [ExampleListed] {
    guard let shard else { return tests.map { ExampleListed(id: $0.id, place: $0.place) } }
    var recorded = RecordedDurations()
    for file in durations { try recorded.add(logAt: file) }
    return ShardAssignment(tests.map(\.id), count: shard.count, durations: recorded).examples
  }
}
