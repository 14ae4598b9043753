import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import Exemplar

/// Which mutants an example reaches, as a worker records it.
struct ReachedMutantsTests {
  private static let variable = "EXEMPLAR_MUTANTS_REACHED"

  @Test func eachExampleHasTheBytesThatAreSetWhileItRuns() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("reached")
    try Data(count: 300).write(to: file)
    let mutants = try #require(try ReachedMutants([Self.variable: file.path]))
    let handle = try FileHandle(forWritingTo: file)
    func reach(_ number: UInt64) throws {
      try handle.seek(toOffset: number)
      try handle.write(contentsOf: [1])
    }
    let till = ExampleID(["Shop", "Till"])
    let adds = till.appending("adds\t1")
    try reach(1)
    mutants.report(.hooksStart(till, .beforeAll, at: .unknown))
    try reach(2)
    mutants.report(.hooksEnd(till, .beforeAll))
    mutants.report(.exampleStart(adds))
    try reach(299)
    try reach(2)
    mutants.report(.exampleEnd(adds))
    mutants.report(.exampleStart(till.appending("pays")))
    mutants.report(.exampleEnd(till.appending("pays")))
    try reach(3)
    mutants.report(.runEnd())
    let lines = try String(contentsOfFile: file.path + ".examples", encoding: .utf8)
    expect(
      lines, equals: "\t1\nShop/Till\t2\nShop/Till/adds%091\t2\t299\n\t3\n")
    expect(try Data(contentsOf: file), equals: Data(count: 300))
    expect(mutants.isComplete, equals: true)
  }

  @Test func withoutTheVariableNothingIsRecorded() throws {
    #expect(try ReachedMutants([:]) == nil)
    let error = #expect(throws: UsageError.self) {
      _ = try ReachedMutants([Self.variable: "/nowhere/reached"])
    }
    expect(
      error?.message, equals: "The reached mutants cannot be recorded in /nowhere/reached.")
  }
}
