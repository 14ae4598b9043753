import ExemplarCore
import ExemplarReports
import Foundation

/// The effect of the command line of a Swift Testing process on the test that runs all specs.
///
/// SwiftPM passes its options on unchanged, so they can be read before any test begins: a selection
/// of Swift Testing's tests that leaves out the specs is reported, and a process that ends before
/// the specs have begun is not taken for one that ran them.
struct TestProcess {
  /// The expressions one of which the id of a test has to match, if there are any.
  var filters: [String] = []
  /// The expressions none of which the id of a test may match.
  var skips: [String] = []
  private(set) var isListing = false
  /// Whether tests are repeated until they pass.
  private(set) var repeatsUntilPass = false

  /// Reads the command line; `nil` if the process runs no tests of Swift Testing, or only an exit
  /// test that another process has started.
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
      case "--repeat-until": repeatsUntilPass = value()?.lowercased() == "pass"
      case "--configuration-path", "--experimental-configuration-path":
        guard let path = value(), read(configuration: path) else { return nil }
      default: break
      }
    }
    guard library == "swift-testing" else { return nil }
  }

  private mutating func read(configuration path: String) -> Bool {
    guard let data = FileManager.default.contents(atPath: path),
      let configuration = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return false }
    filters += configuration["filter"] as? [String] ?? []
    skips += configuration["skip"] as? [String] ?? []
    isListing = isListing || configuration["listTests"] as? Bool == true
    if let until = configuration["repeatUntil"] as? String {
      repeatsUntilPass = until.lowercased() == "pass"
    }
    return true
  }

  /// Whether the test with this id runs; `nil` if an expression is invalid, which Swift Testing
  /// reports.
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

  /// The message about specs that do not run although some may have been meant.
  var explanation: String {
    let isSkipped = filters.isEmpty || Self.matches(SwiftTestingHost.idOfTest, filters) == true
    let option = isSkipped ? "--skip" : "--filter"
    let text = (isSkipped ? skips : filters).map(Rerun.quotedIfNeeded)
      .joined(separator: " \(option) ")
    var lines = [
      "The specs, which all together are one test of Swift Testing, \(SwiftTestingHost.nameOfTest), are left out "
        + "by \(option) \(text)."
    ]
    let tags = filters.filter { $0.hasPrefix("tag:") }.map { String($0.dropFirst(4)) }
    if !isSkipped, tags.count == filters.count {
      // From Swift 6.5 on, such a filter selects tests of Swift Testing by their tags.
      let tags = Rerun.quotedIfNeeded(tags.joined(separator: ","))
      lines.append(
        "To run specs by their tags: \(EnvironmentOption.tag.rawValue)=\(tags) "
          + "swift test \(Rerun.filter)")
    } else if !isSkipped {
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
      let process = TestProcess(arguments: CommandLine.arguments, environment: environment)
    else { return SpecsWithoutHost.begin(environment) }
    guard !process.isListing, SwiftTestingHost.hasSpecs,
      let isSelected = process.selects(SwiftTestingHost.idOfTest)
    else { return }
    if isSelected {
      SpecsWithoutHost.endProcess()
      BazelTest.begin()
      ExitGuard.awaitBeginning(
        of: SwiftTestingHost.nameOfTest,
        orElse: "Something ended the process before the specs were run.")
    } else if environment[EnvironmentOption.worker.rawValue] == nil {
      StandardStream.output.print(process.explanation + "\n")
    }
  }
}

/// Called when a program with XCTest is loaded, as every process is in which `swift test` runs tests.
@_cdecl("exemplar_loaded")
func __begin() {
  TestLibraries.observeFromStart()
  TestProcess.begin()
  if let pipe = HostReporter.pipeOfToolWithoutSpecs(ProcessInfo.processInfo.environment) {
    WorkerLife.endWithReader(of: pipe)
  }
}
