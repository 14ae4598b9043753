import ExemplarCore
import Foundation

/// A line of Swift Testing's event stream, as far as it matters here.
enum SwiftTestingRecord: Decodable {
  /// A test or a suite that there is.
  case test(Test)
  case event(Event)

  struct Test: Decodable {
    var id: String
    var kind: String
    var name: String
    var displayName: String?
    var sourceLocation: Location?
    var isParameterized: Bool?

    /// The test; `nil` for a suite, and for the test that runs all specs.
    var foreign: ForeignTest? {
      guard kind == "function", !id.hasPrefix("Exemplar.examples()") else { return nil }
      var path = SwiftTestingRecord.path(of: id)
      // A function outside of all types belongs to its file.
      if path.count == 2 { path.insert(sourceLocation?.place.fileName ?? "functions", at: 1) }
      return ForeignTest(
        library: .swiftTesting, name: id, id: ExampleID(path),
        place: sourceLocation?.place ?? .unknown, hasArguments: isParameterized == true)
    }
  }

  struct Event: Decodable {
    var kind: String
    var testID: String?
    var issue: Issue?
    var messages: [Message]?
    var testCase: Case?
    var comments: [String]?

    private enum CodingKeys: String, CodingKey {
      case kind, testID, issue, messages
      case testCase = "_testCase"
      case comments = "_comments"
    }
  }

  struct Issue: Decodable {
    var isKnown: Bool?
    var isFailure: Bool?
    var sourceLocation: Location?
  }

  struct Message: Decodable {
    var symbol: String
    var text: String
  }

  struct Case: Decodable {
    var id: String
    var displayName: String?
  }

  struct Location: Decodable {
    var filePath: String?
    var olderFilePath: String?
    var fileID: String?
    var line: Int
    var column: Int

    private enum CodingKeys: String, CodingKey {
      case filePath, fileID, line, column
      case olderFilePath = "_filePath"
    }

    var place: Place {
      let path = filePath ?? olderFilePath ?? fileID ?? Place.unknown.path
      return Place(path: path, line: line, column: column)
    }
  }

  private enum CodingKeys: CodingKey { case kind, payload }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(String.self, forKey: .kind) {
    case "test": self = .test(try container.decode(Test.self, forKey: .payload))
    case "event": self = .event(try container.decode(Event.self, forKey: .payload))
    case let kind: throw UsageError("The stream contains a line of another kind: \(kind).")
    }
  }

  /// Reads a line; `nil` for lines of other kinds and for incomplete lines.
  init?(_ line: some DataProtocol) {
    guard let record = try? JSONDecoder().decode(Self.self, from: Data(line)) else { return nil }
    self = record
  }

  /// The names on the way to a test: `Shop.Till/counts(n:)/Till.swift:3:4` is one in `Till` in `Shop`.
  static func path(of id: String) -> [String] {
    guard let dot = id.firstIndex(of: ".") else { return [id] }
    var names = id[id.index(after: dot)...].split(separator: "/").map(String.init)
    if names.count > 1, names.last!.contains(#/\.swift:\d+:\d+$/#) { names.removeLast() }
    return [String(id[..<dot])] + names
  }
}
