import ExemplarCore
import ExemplarReports
import ExemplarRuntime
import Foundation

/// The specs of a program that cannot start Swift Testing, since its package has an entry point of its own.
package enum SpecsWithoutHost {
  /// The problem that keeps the specs from running, if they cannot run.
  package static let problem: String? = {
    guard SwiftTestingHost.hasSpecs, XCTestIssues.isRunning,
      exemplar_program_refers_to("libTesting."), !exemplar_program_refers_to("__swiftPMEntryPoint")
    else { return nil }
    // `swift test` runs its processes in the folder of the package.
    let files = FileManager.default
    let path = TestEntryPoint.path { folder in
      (try? files.contentsOfDirectory(atPath: files.currentDirectoryPath + "/" + folder)) ?? []
    }
    return TestEntryPoint.problem(of: path)
  }()

  /// Makes sure that a process that runs tests of XCTest does not exit with success. `--parallel` selects them by name,
  /// so a selection makes no difference.
  static func begin(_ environment: [String: String]) {
    // Listing runs no test, and the tool runs the specs in another process.
    let lists: Set = ["--list-tests", "-l", "--dump-tests-json", "--help", "-h"]
    guard lists.isDisjoint(with: CommandLine.arguments),
      HostReporter.pipeOfToolWithoutSpecs(environment) == nil,
      SpecTestClasses.all.allSatisfy({ $0.modules.isEmpty })
    else { return }
    if let problem {
      ExitGuard.awaitBeginning(of: SwiftTestingHost.nameOfTest, orElse: problem)
    } else if SwiftTestingHost.hasSpecs, XCTestIssues.isRunning,
      let text = explanation(ofParent: argumentsOfParent)
    {
      StandardStream.output.print(text + "\n")
    }
  }

  /// The message about specs that do not run since `swift test`, which has these arguments, does not start Swift Testing;
  /// `nil` if it does.
  static func explanation(ofParent arguments: [String]) -> String? {
    let option = "--disable-swift-testing"
    guard arguments.contains(option) else { return nil }
    return
      "The specs, which all together are one test of Swift Testing, \(SwiftTestingHost.nameOfTest), are left out by "
      + "\(option)."
  }

  /// The arguments of the parent process; empty where the platform does not report them.
  private static var argumentsOfParent: [String] {
    #if os(Linux)
      let text = try? String(contentsOfFile: "/proc/\(getppid())/cmdline", encoding: .utf8)
      return (text ?? "").split(separator: "\0").map(String.init)
    #else
      return []
    #endif
  }

  /// Ends a process that should run the specs, but would run tests of XCTest instead.
  static func endProcess() {
    guard let problem else { return }
    StandardStream.error.print("error: \(problem)\n")
    _exit(ExitStatus.couldNotStart.rawValue)
  }
}
