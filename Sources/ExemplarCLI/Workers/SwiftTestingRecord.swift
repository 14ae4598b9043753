import Foundation

/// An object in a line of Swift Testing's event stream.
struct SwiftTestingRecord {
  let fields: [String: Any]

  /// Reads the payload of a line; `nil` for lines of other kinds and for incomplete lines.
  init?(_ line: some DataProtocol, kind: String) {
    // Swift Testing begins each line with its kind. Other lines are as many, and take as long to read.
    let start = Array(#"{"kind":""#.utf8)
    if line.starts(with: start), !line.dropFirst(start.count).starts(with: kind.utf8) { return nil }
    let line = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
    guard line?["kind"] as? String == kind, let payload = line?["payload"] as? [String: Any] else {
      return nil
    }
    fields = payload
  }

  private init(fields: [String: Any]) { self.fields = fields }

  /// The options by which Swift Testing writes its events into a file. In processes that write versions before 6.3, it
  /// reports no warnings at all.
  static func options(toWrite stream: URL) -> [String] {
    ["--event-stream-output-path", stream.path, "--event-stream-version", "6.3"]
  }

  /// The setting with which records name arguments, tags and attachments.
  static let variables = ["SWT_EXPERIMENTAL_EVENT_STREAM_FIELDS_ENABLED": "1"]

  /// Whether the end of the tests is the last event of a stream.
  static func isEnded(_ stream: URL) -> Bool {
    let lines = FileManager.default.contents(atPath: stream.path)?.split(separator: 0x0A)
    return lines?.last.flatMap { Self($0, kind: "event") }?.text("kind") == "runEnded"
  }

  func text(_ key: String) -> String? { fields[key] as? String }

  subscript(key: String) -> SwiftTestingRecord? {
    (fields[key] as? [String: Any]).map(SwiftTestingRecord.init(fields:))
  }

  func all(_ key: String) -> [SwiftTestingRecord] {
    (fields[key] as? [[String: Any]] ?? []).map(SwiftTestingRecord.init(fields:))
  }
}
