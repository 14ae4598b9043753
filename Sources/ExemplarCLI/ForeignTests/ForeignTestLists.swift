import ExemplarCore
import Foundation

/// The tests in the programs of an earlier build, which their libraries list while the package is built.
///
/// They hold only if the build has nothing to do, which is the case in which a list is a noticeable part of the time:
/// the files of the programs must be the same before and after, and the output of the build must report no step.
/// Otherwise the new programs list their tests.
final class ForeignTestLists: Sendable {
  typealias List = (tests: [ForeignTest], mayHaveSpecs: Bool)

  private let programs: [URL]
  private let isOnlyXCTest: Bool
  private let code: [String]
  private let isUnneeded: Locked<Bool>
  private let task: Task<[List], any Error>

  /// Begins to list tests; `nil` if no programs are known.
  ///
  /// - Parameters:
  ///   - products: The programs of an earlier build.
  ///   - directory: The working directory of their processes.
  ///   - options: How long they may take.
  init?(_ products: PackageBuild.Products?, in directory: String, _ options: RunOptions) {
    guard let products else { return nil }
    let (isUnneeded, isOnlyXCTest) = (Locked(false), products.startsOnlyXCTest)
    (self.isUnneeded, self.isOnlyXCTest) = (isUnneeded, isOnlyXCTest)
    programs = products.programs
    // Programs that are replaced from now on are noticed.
    code = products.codeStamps
    task = Task {
      var lists: [List] = []
      for program in products.programs {
        let process = ForeignTestProcess(program: program, directory: directory, options: options) {
          isUnneeded.withLock { $0 }
        }
        lists.append(try await process.tests(isOnlyXCTest: isOnlyXCTest))
      }
      return lists
    }
  }

  /// The lists of the programs that a build has left; `nil` if these may be others. Throws ``UsageError`` if a library
  /// does not list its tests.
  func lists(of new: PackageBuild.Products) async throws -> [List]? {
    let isSame =
      new.isUnchanged && new.programs == programs && new.startsOnlyXCTest == isOnlyXCTest
      && new.codeStamps == code
    if isSame { return try await task.value }
    await end()
    return nil
  }

  /// Ends their processes.
  func end() async {
    isUnneeded.withLock { $0 = true }
    _ = await task.result
  }
}

extension PackageBuild {
  /// The files of programs, and of the libraries beside them.
  static func code(of programs: [URL]) -> [URL] {
    let folders = Set(programs.map { $0.deletingLastPathComponent() })
    return programs + folders.flatMap(\.libraries).sorted { $0.path < $1.path }
  }
}

extension PackageBuild.Products {
  fileprivate var codeStamps: [String] {
    PackageBuild.code(of: programs).map {
      "\($0.path) \(stat.ofFile(at: $0.path)?.identity ?? "missing")"
    }
  }
}
