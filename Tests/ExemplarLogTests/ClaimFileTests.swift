import Exemplar
import ExemplarCore
import ExemplarLog
import Foundation
import Testing

/// Rows that several processes run: each belongs to the part that claims it first.
struct ClaimFileTests {
  private static func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path)
  }

  private static let outline = ExampleID(["Shop", "A till", "sells"])

  @Test func eachRowBelongsToOnePart() async throws {
    try await Self.withFolder { folder in
      let parts = (0..<4).map { ClaimFile(of: Self.outline, in: folder).claims(ofPart: $0) }
      let count = 20_000
      let rows = await withTaskGroup(of: [Int].self) { tasks in
        for claim in parts { tasks.addTask { (0..<count).filter(claim) } }
        return await tasks.reduce(into: []) { $0.append($1) }
      }
      expect(rows.joined().sorted(), equals: Array(0..<count))
      // The process that takes over a part has its rows, and no others.
      for (part, claim) in parts.enumerated() {
        let again = ClaimFile(of: Self.outline, in: folder).claims(ofPart: part)
        let own = (0..<count).filter(again)
        #expect(rows.contains(own) && own == (0..<count).filter(claim))
      }
      let other = ClaimFile(of: Self.outline.appending("more"), in: folder)
      #expect((0..<10).allSatisfy(other.claims(ofPart: 1)))
    }
  }

  /// The part with everything runs all rows where claims are impossible.
  @Test func withoutAFileNothingIsShared() {
    let claims = ClaimFile(of: Self.outline, in: "/nowhere")
    #expect((0..<10).allSatisfy(claims.claims(ofPart: 0)))
    #expect(!(0..<10).contains(where: claims.claims(ofPart: 1)))
  }

  /// The scheme keeps all processes busy: a process claims a row when it has finished the last one.
  @Test func theSlowestTenthFirstTakesNoLongerThanNecessary() async throws {
    try await Self.withFolder { folder in
      let durations = (0..<200).map { $0 < 20 ? 100.0 : 1 }
      let processes = 4
      let claims = (0..<processes).map {
        ClaimFile(of: Self.outline, in: folder).claims(ofPart: $0)
      }
      var next = Array(repeating: 0, count: processes)
      var times = Array(repeating: 0.0, count: processes)
      while let process = next.indices.filter({ next[$0] < durations.count })
        .min(by: { times[$0] < times[$1] })
      {
        let row = next[process]
        next[process] += 1
        if claims[process](row) { times[process] += durations[row] }
      }
      let ideal = durations.reduce(0, +) / Double(processes)
      expect(times.reduce(0, +), equals: durations.reduce(0, +))
      #expect(times.max()! < 1.1 * ideal)
    }
  }
}
