#if canImport(Darwin)
  import ExemplarCore
  import Foundation
  import ObjectiveC
  import XCTest

  // The XCTest host of Apple platforms. Not verified: Exemplar is tested on Linux.
  //
  // XCTest finds test methods while it makes the suite of a class, so each spec becomes a method, and
  // an entry of the navigator. The entry that runs first runs the whole plan, and each reports its own
  // spec. `setUp` and `tearDown` run around entries here, not around examples.

  enum AppleHost {
    /// Whether issues are on their way to XCTest.
    @TaskLocal static var isReporting = false

    private static let prepared = Locked<Set<ObjectIdentifier>>([])

    /// Gives a class a test method for each of its specs, once.
    static func addEntries(to type: SpecTestCaseBase.Type) {
      guard let tests = type as? SpecTestCaseClass,
        prepared.withLock({ $0.insert(ObjectIdentifier(type)).inserted })
      else { return }
      let listing = Listing { tests.modules.contains($0) }
      for spec in listing.list() {
        let body: @convention(block) (SpecTestCaseBase) -> Void = { entry in
          report(waiting(for: { await listing.result(of: spec) }), on: entry)
        }
        // A name that begins with `test` and takes no argument is that of a test.
        let name = "test " + spec.heading.replacingOccurrences(of: ":", with: " ")
        class_addMethod(type, Selector((name)), imp_implementationWithBlock(body), "v@:")
      }
    }

    /// Waits for `body` on the main thread, which serves its run loop meanwhile.
    private static func waiting<Result: Sendable>(
      for body: @escaping @Sendable () async -> Result
    ) -> Result {
      let result = Locked<Result?>(nil)
      Task.detached {
        let value = await body()
        result.withLock { $0 = value }
        MainThread.wake()
      }
      while true {
        if let value = result.withLock({ $0 }) { return value }
        MainThread.serveRunLoop()
      }
    }

    private static func report(_ result: ListedResult, on entry: SpecTestCaseBase) {
      $isReporting.withValue(true) {
        for record in result.issues where record.issue.isFailure {
          let place = record.issue.place.map {
            XCTSourceCodeLocation(fileURL: URL(fileURLWithPath: $0.path), lineNumber: $0.line)
          }
          let heading = record.id.map { "\($0.heading): " } ?? ""
          entry.record(
            XCTIssue(
              type: record.issue.isExpected ? .assertionFailure : .uncaughtException,
              compactDescription: heading + record.issue.message, detailedDescription: nil,
              sourceCodeContext: XCTSourceCodeContext(location: place), associatedError: nil,
              attachments: []))
        }
        if !result.issues.contains(where: \.issue.isFailure), let reason = result.reasonNotRun {
          print("\(entry): \(reason)")
        }
      }
    }

    /// Puts a failing assertion on the example that it belongs to; `false` if it belongs to none.
    static func attribute(_ issue: XCTIssue) -> Bool {
      let place = issue.sourceCodeContext.location.map {
        Place(path: $0.fileURL.path, line: $0.lineNumber)
      }
      let issue = Issue(
        issue.compactDescription, at: place, isExpected: issue.type == .assertionFailure)
      switch IssueRouter.attribute(issue) {
      case .held, .retried, .quarantined, .run: return true
      case .tooLate, .none: return false
      }
    }
  }
#endif
