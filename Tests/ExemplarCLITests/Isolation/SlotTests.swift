import Foundation
import Testing

extension FixturePackageTests {
  @Test func noTwoExamplesHaveASlotAtTheSameTime() async throws {
    let fixture = Fixture.workers
    for jobs in [3, 1] {
      let folder = try temporaryFolder()
      let result = try await fixture.test(
        ["SlotSpecs/alone", "SlotSpecs/together", "SlotSpecs/rows", "--jobs", "\(jobs)"],
        environment: ["SLOTS": folder.path])
      #expect(result.status == 0, "\(result.output)")
      let count: Int = 5 * 5 + 3 + 12 + 60
      #expect(result.marks.count == count)
      let slots = Set(result.marks.compactMap { Int($0.dropFirst("slot ".count)) })
      // Up to 3 examples of a .parallel spec run in each process.
      #expect(slots.isSuperset(of: 0..<jobs), "\(slots)")
      #expect(slots.max()! < jobs * jobs, "\(slots)")
    }
    let folder = try temporaryFolder()
    let alone = try await fixture.test(
      ["SlotSpecs/alone", "--jobs", "3"], environment: ["SLOTS": folder.path])
    #expect(Set(alone.marks) == ["slot 0", "slot 1", "slot 2"])
  }

  @Test func aProcessThatTakesOverHasTheSlotOfTheOneThatCrashed() async throws {
    let result = try await Fixture.workers.test(
      ["SlotSpecs/crash*", "--jobs", "3", "--order", "defined"])
    #expect(result.counts == "5 examples: 4 passed, 1 failed (1 unexpectedly) ", "\(result.output)")
    func slots(_ verb: String) -> [Int] {
      result.marks.compactMap {
        $0.hasPrefix(verb) ? Int($0.split(separator: " ").last ?? "") : nil
      }
    }
    #expect(slots("crashes").count == 1)
    #expect(slots("crashes") == slots("goes on"))
    #expect(Set(slots("crashes") + slots("beside")) == [0, 1, 2])
  }
}
