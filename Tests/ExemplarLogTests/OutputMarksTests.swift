import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarLog

/// Which part of the output of a process belongs to which example.
struct OutputMarksTests {
  private let id = ExampleID(["Shop", "A cart", "holds"])

  @Test func eachExampleThatDoesNotPassHasItsPart() async throws {
    try await withLogPath { path in
      let file = open(path + ".output", O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      defer { close(file) }
      let writer = try EventLogWriter(path: path)
      writer.markOutput(through: file)
      func print(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { write(file, $0.baseAddress!, $0.count) }
      }
      func run(_ name: String, _ outcome: Outcome, printing text: String) {
        let id = id.appending(name)
        writer.report(.exampleStart(id))
        print(text)
        writer.report(.exampleEnd(id, outcome))
      }
      run("passes", .passed, printing: "fine\n")
      run("fails", .failed(unexpected: false), printing: "oh no\n")
      run("is silent", .failed(unexpected: false), printing: "")
      writer.report(.hooksStart(id, .beforeAll, at: .unknown))
      print("opens\n")
      writer.report(.hooksEnd(id, .beforeAll))
      writer.report(.exampleStart(id.appending("runs")))

      let log = try EventLog(path: path)
      var parts: [String: Range<Int>] = [:]
      while let event = log.next() {
        switch event {
        case .exampleEnded(let end): parts[end.id.name] = log.output
        case .hooksEnded: parts["hooks"] = log.output
        default: #expect(log.output == nil)
        }
      }
      expect(parts, equals: ["fails": 5..<11, "hooks": 11..<17])
      expect(log.running.map(\.outputStart), equals: [17])
    }
  }
}
