import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

/// Comparisons within a tolerance: what holds, and what the issue of one that does not hold says.
struct ToleranceTests {
  private struct Point: Equatable, ToleranceComparable {
    var x, y: Double

    func deviations(from expected: Point, beyond tolerance: Tolerance<Double>) -> [Deviation] {
      x.deviations(from: expected.x, beyond: tolerance).at(".x")
        + y.deviations(from: expected.y, beyond: tolerance).at(".y")
    }
  }

  /// The messages of the issues of an example.
  private func messages(_ body: @Sendable @escaping () throws -> Void) async -> [String] {
    await traced(describe("A scale") { it("weighs") { try body() } }).issues.map(\.message)
  }

  @Test func whatIsWithinATolerancePasses() async {
    let found = await messages {
      expect(1.0, equals: 1.25, within: 0.25)
      expect(Float(2), equals: 2.5, within: 0.5)
      expect(-7, equals: -5, within: 2)
      expect(UInt8(3), equals: 250, within: 247)
      expect(Decimal(1), equals: Decimal(string: "1.1")!, within: Decimal(string: "0.1")!)
      expect(Double.infinity, equals: .infinity, within: 0)
      expect(Duration.seconds(2), equals: .seconds(3), within: .seconds(1))
      expect(
        Date(timeIntervalSince1970: 1), equals: Date(timeIntervalSince1970: 2), within: .seconds(1))
      expect([1.0, 2], equals: [1.1, 2.1], within: 0.2)
      expect([[1.0], []], equals: [[1.1], []], within: 0.2)
      expect(["EUR": 1.0], equals: ["EUR": 1.1], within: 0.2)
      expect(nil as Double?, equals: nil, within: 0)
      expect(Point(x: 1, y: 2), equals: Point(x: 1.5, y: 2), within: 0.5)
      expect(101.0, equals: 100, withinRelative: 0.01)
      expect([-99, 1010], equals: [-100, 1000], withinRelative: 0.01)
      expect(Duration.seconds(-99), equals: .seconds(-100), withinRelative: 0.01)
    }
    expect(found, equals: [])
  }

  private struct Miss: Sendable, CustomTestStringConvertible {
    let compare: @Sendable () -> Void
    let message: String
    var testDescription: String { message }
    init(_ message: String, _ compare: @escaping @Sendable () -> Void) {
      (self.compare, self.message) = (compare, message)
    }
  }

  private static let misses = [
    Miss("Expectation failed: (actual → 1.0) == (expected → 1.5 ± 0.25)\n0.5 apart") {
      expect(1.0, equals: 1.5, within: 0.25)
    },
    Miss("Expectation failed: (actual → nan) == (expected → nan ± 1.0)") {
      expect(Double.nan, equals: .nan, within: 1)
    },
    Miss("Expectation failed: (actual → inf) == (expected → 1.0 ± inf)") {
      expect(Double.infinity, equals: 1, within: .infinity)
    },
    Miss("Expectation failed: (actual → 9223372036854775807) == (expected → -1 ± 5)") {
      expect(Int.max, equals: -1, within: 5)
    },
    Miss("Expectation failed: (actual → 103) == (expected → 100 ± 2.0 %)\n3 apart\nof gold") {
      expect(103, equals: 100, withinRelative: 0.02, "of gold")
    },
    Miss(
      "Expectation failed: (actual → 2.0 seconds) == (expected → 4.0 seconds ± 1.0 seconds)\n2.0 seconds apart"
    ) { expect(Duration.seconds(2), equals: .seconds(4), within: .seconds(1)) },
    Miss(
      """
      Expectation failed: (actual → [1.0, 2.0, 9.0]) == (expected → [1.0, 2.5] ± 0.25)
      − left, + right:
      − [1]: 2.0 (0.5 apart)
      + [1]: 2.5
      − [2]: 9.0
      """
    ) { expect([1.0, 2, 9], equals: [1, 2.5], within: 0.25) },
    Miss(
      """
      Expectation failed: (actual → [[1.0], [2.0]]) == (expected → [[1.0], [3.0, 4.0]] ± 0.25)
      − left, + right:
      − [1][0]: 2.0 (1.0 apart)
      + [1][0]: 3.0
      + [1][1]: 4.0
      """
    ) { expect([[1.0], [2]], equals: [[1], [3, 4]], within: 0.25) },
    Miss(
      """
      Expectation failed: (actual → ["EUR": 1.0]) == (expected → ["CHF": 0.9] ± 0.25)
      − left, + right:
      + ["CHF"]: 0.9
      − ["EUR"]: 1.0
      """
    ) { expect(["EUR": 1.0], equals: ["CHF": 0.9], within: 0.25) },
    Miss(
      """
      Expectation failed: (actual → Point(x: 1.0, y: 2.0)) == (expected → Point(x: 1.0, y: 3.0) ± 0.5)
      − left, + right:
      − y: 2.0 (1.0 apart)
      + y: 3.0
      """
    ) { expect(Point(x: 1, y: 2), equals: Point(x: 1, y: 3), within: 0.5) },
    Miss("The tolerance is -1.0, and must be at least 0.0.") {
      expect(1.0, equals: 1, within: -1)
    },
    Miss("The relative tolerance is nan, and must be at least 0.") {
      expect(1.0, equals: 1, withinRelative: .nan)
    },
  ]

  @Test(arguments: misses) private func whatIsNotFails(_ miss: Miss) async {
    expect(await messages(miss.compare), equals: [miss.message])
  }

  @Test func aDateIsShownWithItsFraction() async {
    let found = await messages {
      expect(
        Date(timeIntervalSince1970: 0), equals: Date(timeIntervalSince1970: 60.5),
        within: .seconds(60))
    }
    expect(found.count, equals: 1)
    expect(found.first?.hasSuffix("60.5 seconds apart"), equals: true)
  }

  @Test func manyDeviationsAreCut() async {
    let found = await messages {
      expect((0..<100).map(Double.init), equals: (1...100).map(Double.init), within: 0.5)
    }
    let lines = found.flatMap { $0.split(separator: "\n") }
    expect(lines.count, equals: 43)
    expect(lines.last, equals: "  … and 80 more deviations")
  }
}
