import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarReports

/// Reports of long runs: memory does not grow with the run, and files are not too large.
struct LongRunTests {
  /// The parts of a report together are the report, and each of them is one.
  @Test func partsAreWholeAndBelowTheLimit() throws {
    let trial = try ReportTrial()
    let limit = 1_500_000
    let fold = try JUnitFold(
      path: trial.folder.appendingPathComponent("part-{n}.xml").path, limit: limit, trial.context)
    let rows = 30_000
    let reporter = try FoldReporter(fold, path: "-", opensFile: false, trial.context)
    FixtureRun.long(rows: rows, reporter.report)
    reporter.finish()
    let files = try FileManager.default.contentsOfDirectory(atPath: trial.folder.path)
    #expect(files.count > 2)
    var names: Set<String> = []
    var sums = [0, 0, 0]
    for file in files {
      let data = try Data(contentsOf: trial.folder.appendingPathComponent(file))
      #expect(data.count <= limit)
      let document = try JUnitCases(String(decoding: data, as: UTF8.self))
      let counts = document.counts.prefix(3).map { Int($0 ?? "") ?? -1 }
      expect(
        counts,
        equals: [
          document.cases.count, document.cases.count { $0.verdict == "failure" },
          document.cases.count { $0.verdict == "error" },
        ])
      for (index, count) in counts.enumerated() { sums[index] += count }
      names.formUnion(document.cases.map(\.name))
    }
    expect(sums, equals: [rows, rows / 1000, 0])
    expect(names.count, equals: rows)
  }

  #if os(Linux)
    /// How much memory a process has that writes a report, after 20,000 rows and after 100,000 more.
    ///
    /// It is a process of its own, in which nothing else runs.
    @Test(
      .slow, .timeLimit(.minutes(5)),
      arguments: ReportFormat.all.map(\.name).filter { name in
        name == "tree" || ConsoleLayout(rawValue: name) == nil
      })
    func memoryDoesNotGrowWithTheRun(format: String) async {
      await #expect(processExitsWith: .success) { [format = format as String] in
        let folder = FileManager.default.temporaryDirectory
          .appendingPathComponent("long-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var context = ReportContext(directory: "/shop", print: { _ in })
        let time = Locked(0.0)
        context.now = { time.withLock { $0 } }
        let requests = [
          try ReportRequest(
            format == "tree" || format == "github"
              ? format : "\(format)=\(folder.appendingPathComponent("report").path)",
            option: "--report")
        ]
        let reporter = try #require(try ReportRequest.reporters(for: requests, context).first)
        var sizes: [Int] = []
        var rows = 0
        FixtureRun.long(rows: 120_000) { event in
          reporter.report(event)
          guard case .exampleEnded = event else { return }
          rows += 1
          time.withLock { $0 += 0.0001 }
          if rows == 20_000 || rows == 120_000 { sizes.append(LongRunTests.memory) }
        }
        reporter.finish()
        #expect(reporter.isComplete)
        // Anything that is kept of a row, even its id alone, takes more than 100 bytes.
        let slope = Double(sizes[1] - sizes[0]) / 100_000
        #expect(slope < 40, "\(format): \(slope) bytes for each row")
      }
    }

    /// How many bytes of memory this process has.
    private static var memory: Int {
      let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
      let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      return pages * sysconf(Int32(_SC_PAGESIZE))
    }
  #endif
}
