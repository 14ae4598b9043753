import ExemplarCore
import ExemplarReports
import Foundation

/// What the command line of a process in which Swift Testing runs tests says of the test that runs all
/// specs.
///
/// SwiftPM passes its options on as they are, so that they can be read before any test begins: whoever
/// selects tests of Swift Testing is told that the specs are not among them, and a process that ends
/// before the specs have begun does not pass for one that ran them.
struct TestProcess {
  /// The expressions one of which the id of a test has to match, if there are any.
  var filters: [String] = []
  /// The expressions none of which the id of a test may match.
  var skips: [String] = []
  /// Whether tests are only listed.
  private(set) var isListing = false

  /// Reads the command line; `nil` if Swift Testing does not run tests as it says, or only one that
  /// another process has begun, which has a process of its own for its exit.
  init?(arguments: [String], environment: [String: String]) {
    guard environment["SWT_EXIT_TEST_ID"] == nil else { return nil }
    var library: String?
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      func value() -> String? { parts.count > 1 ? String(parts[1]) : rest.popFirst() }
      switch parts.first {
      case "--testing-library": library = value()
      case "--filter": filters += value().map { [$0] } ?? []
      case "--skip": skips += value().map { [$0] } ?? []
      case "--list-tests": isListing = true
      case "--configuration-path", "--experimental-configuration-path":
        guard let path = value(), read(configuration: path) else { return nil }
      default: break
      }
    }
    guard library == "swift-testing" else { return nil }
  }

  private struct Configuration: Decodable {
    var filter: [String]?
    var skip: [String]?
    var listTests: Bool?
  }

  private mutating func read(configuration path: String) -> Bool {
    guard let data = FileManager.default.contents(atPath: path),
      let configuration = try? JSONDecoder().decode(Configuration.self, from: data)
    else { return false }
    filters += configuration.filter ?? []
    skips += configuration.skip ?? []
    isListing = isListing || configuration.listTests == true
    return true
  }

  /// Whether the test with this id runs; `nil` if an expression is none, which is for Swift Testing to
  /// say.
  func selects(_ id: String) -> Bool? {
    guard let isWanted = Self.matches(id, filters), let isUnwanted = Self.matches(id, skips) else {
      return nil
    }
    return (filters.isEmpty || isWanted) && !isUnwanted
  }

  /// Whether one of the expressions matches the id; `nil` if one is no expression.
  private static func matches(_ id: String, _ expressions: [String]) -> Bool? {
    let regexes = expressions.compactMap { try? Regex($0) }
    guard regexes.count == expressions.count else { return nil }
    return regexes.contains { id.contains($0) }
  }

  /// What to say of specs that do not run, although some may have been meant.
  var explanation: String {
    let isSkipped = filters.isEmpty || Self.matches(SwiftTestingHost.idOfTest, filters) == true
    let option = isSkipped ? "--skip" : "--filter"
    let text = (isSkipped ? skips : filters).map(Rerun.quotedIfNeeded)
      .joined(separator: " \(option) ")
    var lines = [
      "The specs, which all together are one test of Swift Testing, \(SwiftTestingHost.nameOfTest), are left out "
        + "by \(option) \(text)."
    ]
    if !isSkipped {
      let names = Rerun.quotedIfNeeded(filters.joined(separator: "\n"))
      lines.append(
        "To run specs by their names: \(EnvironmentOption.filter.rawValue)=\(names) "
          + "swift test \(Rerun.filter)")
    }
    return lines.joined(separator: "\n")
  }
}

extension TestProcess {
  /// Looks at the command line before any test begins.
  static func begin() {
    let environment = ProcessInfo.processInfo.environment
    guard
      let process = TestProcess(arguments: CommandLine.arguments, environment: environment),
      !process.isListing, SwiftTestingHost.hasSpecs,
      let isSelected = process.selects(SwiftTestingHost.idOfTest)
    else { return }
    if isSelected {
      ExitGuard.awaitBeginning(
        of: SwiftTestingHost.nameOfTest,
        orElse: "Something ended the process before the specs were run.")
    } else if environment[EnvironmentOption.worker.rawValue] == nil {
      FileHandle.standardOutput.write(Data((process.explanation + "\n").utf8))
    }
  }
}

/// Called when a program with XCTest is loaded, as every process is in which `swift test` runs tests.
@_cdecl("exemplar_loaded")
func __begin() {
  TestLibraries.hearFromTheStart()
  TestProcess.begin()
  if let pipe = HostReporter.pipeOfToolWithoutSpecs(ProcessInfo.processInfo.environment) {
    WorkerLife.endWithReader(of: pipe)
  }
}
