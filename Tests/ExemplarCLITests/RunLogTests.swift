import Exemplar
import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// The log of a run, and what is running in it.
struct RunLogTests {
  /// The tool looks at the running examples many times in a second.
  @Test func onlyWhatHasComeFurtherIsRecorded() throws {
    let file = try temporaryFolder().appendingPathComponent("run.exlog")
    let log = try RunLog(file, EventClock())
    let ids = ["a", "b"].map { ExampleID(["Shop", "till", $0]) }
    var running = ids.map { RunningExample($0, ExampleContext()) }
    func size(after count: Int) throws -> Int {
      for _ in 0..<count {
        for number in 1...2 { log.follow([running[number - 1]], ofWorker: number) }
      }
      return try Data(contentsOf: file).count
    }
    func reads() throws -> [RunningExample] {
      let read = try EventLog(path: file.path)
      while read.next() != nil {}
      return read.running
    }
    // An example whose beginning is not in the log yet is recorded when it is.
    let empty = try size(after: 3)
    for id in ids { log.report(.event(.exampleStart(id))) }
    let first = try size(after: 1)
    #expect(empty < first)
    try expect(size(after: 100), equals: first)
    running[0].checkpoint = "paid"
    running[1].phase = .afterEach
    let second = try size(after: 1)
    #expect(first < second)
    try expect(size(after: 100), equals: second)
    try expect(reads().map(\.id), equals: ids)
    try expect(reads().map(\.checkpoint), equals: ["paid", nil])
    try expect(reads().map(\.phase), equals: [.body, .afterEach])
  }
}
