import ExemplarCore
import ExemplarRuntime
import Foundation

/// Issues of `#expect` and `#require` that are recorded while no Swift Testing test is running.
///
/// Swift's interoperability library passes each of them on as JSON, in the task that recorded it,
/// if a handler is installed. Without one they would pass unnoticed: in a program, in a test case
/// of XCTest, and after the last test.
enum InteropIssues {
  @discardableResult
  static func install() -> Bool { isInstalled }

  private static let isInstalled: Bool = {
    typealias Handler =
      @convention(c) (
        _ version: UnsafePointer<CChar>?, _ json: UnsafeRawPointer?, _ count: Int,
        _ reserved: UnsafeRawPointer?
      ) -> Void
    typealias Install = @convention(c) (_ handler: Handler) -> CBool
    guard let symbol = exemplar_symbol("_swift_testing_installFallbackEventHandler") else {
      return false
    }
    let install = unsafeBitCast(symbol, to: Install.self)
    return install { _, json, count, _ in
      guard let json else { return }
      InteropIssues.attribute(Data(bytes: json, count: count))
    }
  }()

  private static func attribute(_ json: Data) {
    guard let issue = issue(toldBy: json) else { return }
    if TestingIssues.isNone(known: issue.isKnown, error: error(named: issue.message)) { return }
    switch IssueRouter.attribute(issue) {
    case .held, .retried, .quarantined, .run: return
    case .tooLate where issue.isFailure:
      let explanation = IssueRouter.explanation(ofLate: issue)
      _ = XCTestIssues.fail(explanation, at: issue.place)
      ExitGuard.fail(explanation)
    case .none where issue.isFailure: fail(issue)
    case .tooLate, .none: return
    }
  }

  /// The error that ends an example and that a message of Swift Testing names.
  private static func error(named message: String) -> (any Error)? {
    if let skip = message.prefixMatch(of: /Caught error: Skip\(reason: "((?:[^"\\]|\\.)*)"\)/) {
      return Skip(String(skip.1).replacing("\\\"", with: "\""))
    }
    return [ExampleScope.current?.passedOn, CancellationError()].lazy.compactMap(\.self).first {
      message.hasPrefix("Caught error: \(String(describingForTest: $0))")
    }
  }

  /// Lets an issue that belongs to no run fail the test case of XCTest that is running. Whether one
  /// is running cannot be seen, so the process fails too.
  private static func fail(_ issue: ExemplarCore.Issue) {
    let isShown = XCTestIssues.fail(issue.message, at: issue.place)
    let place = issue.place.map { "\n  at \($0)" } ?? ""
    ExitGuard.fail(
      "\(issue.message)\(place)\n  This was recorded while no test was running.",
      isShownByOthers: isShown)
  }

  /// The issue in a record of Swift Testing; `nil` for other records. An unreadable record becomes
  /// an issue, because it may contain a failure. Each part of an event may be missing.
  static func issue(toldBy json: Data) -> ExemplarCore.Issue? {
    typealias Object = [String: Any]
    let record: Object
    do {
      record = try JSONSerialization.jsonObject(with: json) as? Object ?? ["kind": "event"]
    } catch {
      return ExemplarCore.Issue("Swift Testing emitted an unreadable record: \(error)")
    }
    guard record["kind"] as? String == "event" else { return nil }
    let payload = record["payload"] as? Object ?? [:]
    guard payload["kind"] as? String == "issueRecorded" else { return nil }
    let issue = payload["issue"] as? Object ?? [:]
    let place = (issue["sourceLocation"] as? Object).map { location in
      let paths = ["filePath", "_filePath", "fileID"].lazy.compactMap { location[$0] as? String }
      return Place(
        path: paths.first ?? "", line: location["line"] as? Int ?? 0,
        column: location["column"] as? Int ?? 0)
    }
    let messages = payload["messages"] as? [Object] ?? []
    var texts = messages.compactMap { $0["text"] as? String }
    // The comment of the author is sufficient.
    if texts.count > 1, texts[0] == "Issue recorded" { texts.removeFirst() }
    let text = texts.joined(separator: "\n")
    return ExemplarCore.Issue(
      text.isEmpty ? "An expectation failed." : text, at: place,
      isExpected: !text.hasPrefix("Caught error"), isKnown: issue["isKnown"] as? Bool ?? false,
      isWarning: (issue["severity"] ?? issue["_severity"]) as? String == "warning")
  }
}
