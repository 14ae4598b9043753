import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import Exemplar

/// The differences of values that are too large to be compared in full.
struct LargeDifferenceTests {
  private func lines(_ body: @Sendable @escaping () -> Void) async -> [String] {
    await traced(describe("A shelf") { it("holds") { body() } }).issues.flatMap {
      $0.message.split(separator: "\n").map(String.init)
    }
  }

  private func text(_ lines: some Sequence<Int>, _ name: (Int) -> String = { "line \($0)" })
    -> String
  {
    lines.map(name).joined(separator: "\n")
  }

  /// The number of comparisons that a difference of two lists takes.
  private func comparisons(_ left: [Int], _ right: [Int]) -> Int {
    var count = 0
    withoutActuallyEscaping({ (i: Int, j: Int) -> Bool in
      count += 1
      return left[i] == right[j]
    }) { areEqual in
      let elements = ComparedElements(
        counts: (left.count, right.count), left: { ComparedValue(left[$0]) },
        right: { ComparedValue(right[$0]) }, areEqual: areEqual)
      _ = elements.changes.ranges()
    }
    return count
  }

  @Test func theirNumberOfComparisonsIsBounded() {
    for count in [2_000, 20_000, 200_000] {
      let (list, others) = (Array(0..<count), Array(count..<2 * count))
      #expect(comparisons(list, others) < 1_000_000)
      #expect(comparisons(list, list.map { ($0 * 7919) % count }) < 1_000_000)
      #expect(comparisons(list, list.reversed()) < 1_000_000)
    }
  }

  @Test func aWayIsTheShortestWhereItIsFound() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let left = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        Int.random(in: 0...3, using: &random)
      }
      let right = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        Int.random(in: 0...3, using: &random)
      }
      let elements = ComparedElements(
        counts: (left.count, right.count), left: { ComparedValue(left[$0]) },
        right: { ComparedValue(right[$0]) }, areEqual: { left[$0] == right[$1] })
      let (ranges, isComplete) = elements.changes.ranges()
      #expect(isComplete)
      let count = ranges.reduce(0) { $0 + $1.0.count + $1.1.count }
      #expect(count == right.difference(from: left).count)
      var result = left
      for (old, new) in ranges.reversed() { result.replaceSubrange(old, with: right[new]) }
      #expect(result == right)
      // What differs is one range.
      #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.0.upperBound < $1.0.lowerBound })
    }
  }

  @Test func theFirstLinesThatDifferAreShown() async {
    let differing = await lines {
      expect(text(0..<50_000) { "a\($0)" }, equals: text(0..<50_000) { "b\($0)" })
    }
    #expect(
      differing.prefix(4) == [
        "Expectation failed: actual == expected", "− left, + right:", "− a0", "− a1",
      ])
    #expect(
      differing.contains("− …") && differing.contains("+ b0") && differing.last == "  … and more")
    #expect(differing.count < 45)
    // Lines that were not compared are not shown as equal ones.
    #expect(!differing.dropFirst(2).contains { $0.hasPrefix("  a") }, "\(differing)")
    let shuffled = await lines {
      expect(text(0..<50_000), equals: text((0..<50_000).map { ($0 * 7919) % 50_000 }))
    }
    #expect(shuffled.count < 45 && shuffled.contains { $0.hasPrefix("+ line") })
  }

  @Test func aDifferenceFarInsideIsShownWithTheLinesAroundIt() async {
    let lines = await lines {
      expect(
        text(0..<300_000),
        equals: text(0..<300_000) { $0 == 200_000 ? "another line" : "line \($0)" })
    }
    #expect(
      lines.dropFirst() == [
        "− left, + right:", "  ⋮", "  line 199998", "  line 199999", "− line 200000",
        "+ another line",
        "  line 200001", "  line 200002", "  ⋮",
      ])
    let inserted = await self.lines {
      expect(text(0..<300_000), equals: text(0..<150_000) + "\nnew\n" + text(150_000..<300_000))
    }
    #expect(
      inserted.dropFirst() == [
        "− left, + right:", "  ⋮", "  line 149998", "  line 149999", "+ new", "  line 150000",
        "  line 150001", "  ⋮",
      ])
  }

  @Test func twoDifferencesFarApartAreNotConfused() async {
    let lines = await lines {
      expect(
        text(0..<300_000),
        equals: text(0..<300_000) { $0 == 10 ? "ten and more" : $0 == 290_000 ? "x" : "line \($0)" }
      )
    }
    #expect(
      lines.dropFirst() == [
        "− left, + right:", "  ⋮", "  line 8", "  line 9", "− line 10", "+ ten and more",
        "  line 11", "  line 12", "  ⋮",
        "  … and more",
      ])
  }

  @Test func aLongLineIsShortenedAroundItsDifference() async {
    let lines = await lines {
      let (a, b) = (
        String(repeating: "a", count: 3_000_000), String(repeating: "b", count: 3_000_000)
      )
      expect(a + "x" + b, equals: a + "y" + b)
    }
    #expect(lines.count == 5)
    #expect(lines[2].hasPrefix("− …aaaa") && lines[2].contains("axb") && lines[2].count < 200)
    #expect(lines[3].hasPrefix("+ …aaaa") && lines[3].contains("ayb") && lines[3].hasSuffix("…"))
  }

  @Test func newlinesOfAnotherKindAreShownInLargeTexts() async {
    let lines = await lines {
      let text = text(0..<60_000)
      expect(text, equals: text.replacing("\n", with: "\r\n"))
    }
    #expect(lines.count == 5)
    #expect(lines[2].contains(#"line 0\nline 1"#) && lines[3].contains(#"line 0\r\nline 1"#))
  }

  @Test func largeCollectionsShowTheElementsThatDiffer() async {
    let numbers = await lines {
      var other = Array(0..<2_000_000)
      other[1_500_000] = 7
      expect(Array(0..<2_000_000), equals: other)
    }
    #expect(numbers.dropFirst() == ["− left, + right:", "− [1500000]: 1500000", "+ [1500000]: 7"])
    let entries = await lines {
      var other = Dictionary(uniqueKeysWithValues: (0..<20_000).map { ($0, "\($0)") })
      let dictionary = other
      other[7] = "seven"
      expect(dictionary, equals: other)
    }
    #expect(entries.dropFirst() == ["− left, + right:", "− [7]: \"7\"", "+ [7]: \"seven\""])
    let set = await lines { expect(Set(0..<20_000), equals: Set(1..<20_001)) }
    #expect(set.dropFirst() == ["− left, + right:", "− 0", "+ 20000"])
    let both = await lines {
      expect((0..<100_000).map { $0 * 2 }, equals: (0..<100_000).map { $0 * 2 + 1 })
    }
    #expect(both.count < 45)
    #expect(both.contains("− [0]: 0") && both.contains("+ [0]: 1") && both.last == "  … and more")
  }

  @Test func numbersThatAreNotEqualToThemselvesAreNoMistake() async {
    let lines = await lines {
      expect(
        [1, Double.nan] + Array(repeating: 1, count: 20),
        equals: [1, .nan] + Array(repeating: 1, count: 20))
    }
    #expect(lines.contains("  [1] read nan"))
  }

  @Test func timeLimitsDoNotCountExplanations() async {
    let (time, alarm) = (Locked(0.0), Locked<(@Sendable () -> Void)?>(nil))
    /// Lets time pass, and the alarm ring if it is set.
    let pass = { @Sendable (seconds: Double) in
      time.withLock { $0 = seconds }
      alarm.withLock { $0 }?()
    }
    let clock: (now: @Sendable () -> Double, alarm: RunConfiguration.Alarm) = (
      now: { time.withLock { $0 } },
      alarm: { _, ring in
        alarm.withLock { $0 = ring }
        return {}
      }
    )
    let trace = await RunConfiguration.$clockOfTask.withValue(clock) {
      await traced(
        describe("A shelf") {
          it("is explained", .timeLimit(.seconds(1))) {
            ExampleScope.explaining { pass(5) }
            time.withLock { $0 = 0.5 }
          }
          it("takes long", .timeLimit(.seconds(1))) {
            ExampleScope.explaining { pass(0.5) }
            pass(20)
          }
          it("is explained for ever", .timeLimit(.seconds(1))) {
            ExampleScope.explaining { pass(40) }
          }
        })
    }
    #expect(
      trace.records.map { "\($0.id?.name ?? ""): \($0.issue.message)" } == [
        "takes long: The time limit of 1 s was exceeded.",
        "is explained for ever: The time limit of 1 s was exceeded.",
      ])
  }
}
