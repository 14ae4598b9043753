import ExemplarCore

/// The tests that one process runs.
struct ForeignTestPart: Equatable {
  /// Tests of one library and of one program.
  var tests: [ForeignTest]
  /// Whether one test runs after the other, so that one is known to be the cause if the process exits. Tests of XCTest
  /// always do.
  var isSerial = false
  /// Which attempt of the tests it is.
  var attempt = 1

  var library: ForeignTest.Library { tests[0].library }
  var program: Int { tests[0].program }
  var kind: ForeignTest.Kind { tests[0].kind }
  /// Whether at most one test or argument runs at the same time.
  var isOneByOne: Bool {
    isSerial || library == .xctest || tests.count == 1 && !tests[0].hasArguments
  }
  /// Whether it is one test that nothing runs beside.
  var isSingle: Bool { tests.count == 1 && isOneByOne }

  /// The same for other tests.
  func of(_ tests: some Sequence<ForeignTest>) -> ForeignTestPart {
    var part = self
    part.tests = Array(tests)
    return part
  }

  /// Shares tests among processes, those that take longest first. Classes of XCTest stay together, and so do suites of
  /// Swift Testing, which may be serialized.
  ///
  /// - Parameter durations: How many seconds classes and suites took in earlier runs.
  static func parts(
    of tests: [ForeignTest], jobs: Int, durations: [ExampleID: Double]
  ) -> [ForeignTestPart] {
    var parts: [(part: ForeignTestPart, seconds: Double)] = []
    for tests in tests.grouped(by: \.kind) {
      let groups = tests.grouped(by: \.id.spec).map { tests in
        (tests, seconds: durations[tests[0].id.spec] ?? unknownSeconds * Double(tests.count))
      }
      let isXCTest = tests[0].library == .xctest
      let seconds = groups.map(\.seconds)
      // A process of Swift Testing runs its suites side by side, if they are not serialized.
      let total = isXCTest ? seconds.reduce(0, +) : seconds.max() ?? 0
      let useful = Int(total / (isXCTest ? smallestXCTest : smallestSwiftTesting))
      let count = max(1, min(jobs, groups.count, useful))
      for share in shares(of: groups, count, hasModules: !isXCTest) {
        parts.append((ForeignTestPart(tests: share.tests), share.seconds))
      }
    }
    // Those of Swift Testing come first if nothing else distinguishes them.
    return parts.enumerated().sorted {
      ($1.element.seconds, $0.offset) < ($0.element.seconds, $1.offset)
    }
    .flatMap { chunks(of: $0.element.part) }
  }

  /// How many seconds a test takes, as long as that is not known.
  private static let unknownSeconds = 0.01
  /// The seconds of tests that are worth another process.
  private static let smallestXCTest = 0.1
  private static let smallestSwiftTesting = 0.5

  /// Distributes classes or suites, the longest first, each to the process that has the least to do. Each process keeps
  /// the order of the list.
  ///
  /// - Parameter hasModules: Whether reports name modules. The log of XCTest does not, so classes of one name run in
  ///   different processes.
  private static func shares(
    of groups: [(tests: [ForeignTest], seconds: Double)], _ count: Int, hasModules: Bool
  ) -> [(tests: [ForeignTest], seconds: Double)] {
    var shares = [(indices: [Int], names: Set<String>, seconds: Double)](
      repeating: ([], [], 0), count: count)
    let order = groups.indices.sorted { (groups[$1].seconds, $0) < (groups[$0].seconds, $1) }
    for index in order {
      let name = groups[index].tests[0].id.spec.name
      let free = shares.indices.filter { hasModules || !shares[$0].names.contains(name) }
      let share = free.min { (shares[$0].seconds, $0) < (shares[$1].seconds, $1) }
      if share == nil { shares.append(([], [], 0)) }
      let target = share ?? shares.endIndex - 1
      shares[target].indices.append(index)
      shares[target].names.insert(name)
      shares[target].seconds += groups[index].seconds
    }
    return shares.filter { !$0.indices.isEmpty }.map { share in
      (share.indices.sorted().flatMap { groups[$0].tests }, share.seconds)
    }
  }

  /// The names of the tests of XCTest are one argument of a process, which has a limit.
  private static func chunks(of part: ForeignTestPart) -> [ForeignTestPart] {
    if part.library != .xctest { return [part] }
    var (chunks, length) = ([[ForeignTest]](), argumentLimit)
    for test in part.tests {
      length += test.name.utf8.count + 1
      if length > argumentLimit {
        chunks.append([])
        length = test.name.utf8.count + 1
      }
      chunks[chunks.endIndex - 1].append(test)
    }
    return chunks.map { part.of($0) }
  }

  private static let argumentLimit = 100_000
}

extension Array {
  /// The elements with equal keys, in the order of their first elements.
  func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
    var indices: [Key: Int] = [:]
    var groups: [[Element]] = []
    for element in self {
      let key = key(element)
      if let index = indices[key] {
        groups[index].append(element)
      } else {
        indices[key] = groups.count
        groups.append([element])
      }
    }
    return groups
  }
}
