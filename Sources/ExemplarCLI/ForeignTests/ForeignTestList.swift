import ExemplarCore
import ExemplarSources
import Foundation

extension ForeignTestProcess {
  /// The tests in the program that are no examples, and whether it contains the library, and so may have specs. Throws
  /// ``UsageError`` if a library of tests does not list its.
  ///
  /// - Parameter isOnlyXCTest: Whether the program starts no other library.
  func tests(
    isOnlyXCTest: Bool = false
  ) async throws -> (tests: [ForeignTest], mayHaveSpecs: Bool) {
    if isOnlyXCTest { return (try await xctestTests().withUniqueIDs, false) }
    let folder = try WorkerFolder()
    defer { folder.remove() }
    async let xctest = xctestTests()
    let stream = try await swiftTestingList(folder)
    let tests = try stream.map(Self.swiftTestingTests(inStream:)) ?? []
    return (
      (tests + (try await xctest)).withUniqueIDs,
      stream.map(Self.hasTestOfSpecs(inStream:)) ?? mayHaveRecords
    )
  }

  /// Whether the program or a library beside it may have records of tests. The status of a process is no evidence for
  /// that, since code that runs before the tests can end it with any.
  private var mayHaveRecords: Bool {
    let files = PackageBuild.code(of: [program])
    return files.contains { TestRecords.areMissing(inFileAt: $0.path) != true }
  }

  /// The list that Swift Testing writes; `nil` if the program has no test of it, or its own code ends it with that status.
  private func swiftTestingList(_ folder: WorkerFolder) async throws -> Data? {
    let stream = folder.url.appendingPathComponent("tests.jsonl")
    let exit = try await run(
      ["--testing-library", "swift-testing", "--list-tests"]
        + SwiftTestingRecord.options(toWrite: stream))
    // The program was built without this library.
    if exit.way == .status(69), exit.cause == nil { return nil }
    guard exit.way == .status(0), exit.cause == nil else {
      throw UsageError(
        exit.message(while: "while it listed the tests of Swift Testing"))
    }
    return FileManager.default.contents(atPath: stream.path) ?? Data()
  }

  /// Whether a list of Swift Testing contains the test that runs all specs.
  static func hasTestOfSpecs(inStream text: Data) -> Bool {
    let id = "Exemplar.examples()"
    // Few lists have it, and records take long to read.
    guard text.range(of: Data(id.utf8)) != nil else { return false }
    return text.split(separator: 0x0A).contains { line in
      SwiftTestingRecord(line, kind: "test")?.text("id")?.hasPrefix(id) == true
    }
  }

  /// The tests in the list that Swift Testing writes. Throws ``UsageError`` if it is empty or cut short.
  static func swiftTestingTests(inStream text: Data) throws -> [ForeignTest] {
    let records = text.split(separator: 0x0A).compactMap { SwiftTestingRecord($0, kind: "test") }
    // A library without tests has another status.
    guard !records.isEmpty, text.last == 0x0A else {
      throw UsageError(
        "The tests of Swift Testing cannot be listed: the process ended with status 0 before it had listed them."
      )
    }
    let suites = Dictionary(
      records.compactMap { record in record.suite.map { ($0, record) } }, uniquingKeysWith: { $1 })
    return records.compactMap { $0.test(in: suites) }.sorted {
      ($0.place, $0.name) < ($1.place, $1.name)
    }
  }

  private func xctestTests() async throws -> [ForeignTest] {
    #if canImport(Darwin)
      // Not verified: there, a program with tests is a bundle that another program runs.
      Terminal.warn("exemplar test does not run tests of XCTest here. Run swift test too.")
      return []
    #else
      let text = Locked(Data())
      let exit = try await run(
        ["--list-tests"], output: { bytes in text.withLock { $0.append(bytes) } })
      guard exit.way == .status(0), exit.cause == nil else {
        throw UsageError(exit.message(while: "while it listed the tests of XCTest"))
      }
      return try Self.xctestTests(
        inList: String(decoding: text.withLock { $0 }, as: UTF8.self))
    #endif
  }

  /// The tests in the list that XCTest prints. Throws ``UsageError`` if it does not have as many as it says.
  static func xctestTests(inList text: String) throws -> [ForeignTest] {
    // An expression is parsed where it is written, which takes long.
    let form = #/([^.\s]+)\.(\S+)\/(\S+)/#
    let tests = text.split(separator: "\n").compactMap { line -> ForeignTest? in
      guard let match = line.wholeMatch(of: form) else { return nil }
      let names = [match.output.1, match.output.2, match.output.3].map(String.init)
      return ForeignTest(
        library: .xctest, name: String(line), id: ExampleID(names), place: .unknown)
    }
    let count = text.firstMatch(of: #/Listing (\d+) tests? in /#).flatMap { Int($0.1) }
    guard count == tests.count else {
      throw UsageError(
        "The tests of XCTest cannot be listed: the process announced \(count ?? 0) and listed \(tests.count)."
      )
    }
    return tests
  }
}

extension [ForeignTest] {
  /// The tests with the locations of the declarations of those of XCTest, whose list has none.
  func located(by declarations: TestDeclarations) -> [ForeignTest] {
    map { test in
      guard test.library == .xctest, test.id.depth == 3 else { return test }
      var test = test
      let names = test.id.components
      test.suites = [declarations.location(ofClass: names[1], in: names[0]).map(Place.init)]
      if let location = declarations.location(ofTest: names[2], in: names[1], names[0]) {
        test.place = Place(location)
      }
      return test
    }
  }
}

extension TestDeclarations {
  /// Reads the files of the test targets with tests of XCTest.
  init(of targets: TestTargets) {
    self.init(
      targets.targets.compactMap { target in
        let files = target.sources.compactMap { path in
          // Unreadable files do not build either.
          TestTargets.text(ofFileAt: path).map {
            SourceFile(path: path, text: $0)
          }
        }
        let isRelevant = files.contains { $0.text.contains("XCTestCase") }
        return isRelevant ? (TestTargets.module(ofTarget: target.name), files) : nil
      })
  }
}

extension Place {
  fileprivate init(_ location: TestDeclarations.Location) {
    self.init(path: location.path, line: location.line, column: location.column)
  }
}
