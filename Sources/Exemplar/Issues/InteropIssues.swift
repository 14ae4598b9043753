import ExemplarCore
import ExemplarRows
import ExemplarRuntime
import Foundation

/// Issues of `#expect` and `#require` where no Swift Testing test is running.
///
/// Swift's interoperability library hands each of them over as JSON, in the task that recorded it,
/// if somebody asks for it. Without it they would pass unseen: in a program of its own, in a test
/// case of XCTest, and after the last test.
enum InteropIssues {
  /// Whether issues are handed over.
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
    switch OpenRun.attribute(issue) {
    case .held, .retried, .run: return
    case .tooLate where issue.isFailure:
      let explanation = OpenRun.explanation(ofLate: issue)
      _ = XCTestIssues.fail(explanation, at: issue.place)
      ExitGuard.fail(explanation)
    case .none where issue.isFailure: fail(issue)
    case .tooLate, .none: return
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

  /// The issue that a record of Swift Testing tells of; `nil` if it tells of something else. One that cannot
  /// be read may well tell of a failure, and is one.
  ///
  /// The reader of rows takes a fraction of the time that `JSONDecoder` takes, and there may be thousands.
  static func issue(toldBy json: Data) -> ExemplarCore.Issue? {
    let record: RowValue
    do {
      record = try RowValue.json(json, path: "a record of Swift Testing")
    } catch {
      return ExemplarCore.Issue("Swift Testing told of something that cannot be read: \(error)")
    }
    guard record["kind"]?.text == "event", let payload = record["payload"],
      payload["kind"]?.text == "issueRecorded"
    else { return nil }
    let issue = payload["issue"] ?? .null
    var texts = (payload["messages"]?.array ?? []).compactMap { $0["text"]?.text }
    // What the author says is enough.
    if texts.count > 1, texts[0] == "Issue recorded" { texts.removeFirst() }
    let text = texts.joined(separator: "\n")
    return ExemplarCore.Issue(
      text.isEmpty ? "An expectation failed." : text,
      at: issue["sourceLocation"].flatMap(Place.init(toldAs:)),
      isExpected: !text.hasPrefix("Caught error"), isKnown: issue["isKnown"]?.truth ?? false,
      isWarning: (issue["severity"]?.text ?? issue["_severity"]?.text) == "warning")
  }
}

extension Place {
  /// The place that Swift Testing tells, if it does.
  fileprivate init?(toldAs location: RowValue) {
    guard location.object != nil else { return nil }
    func whole(_ value: RowValue) -> Int? { value.number.flatMap { Int(exactly: $0) } }
    let path = ["filePath", "_filePath", "fileID"].lazy.compactMap { location[$0]?.text }.first
    self.init(
      path: path ?? "", line: location["line"].flatMap(whole) ?? 0,
      column: location["column"].flatMap(whole) ?? 0)
  }
}
