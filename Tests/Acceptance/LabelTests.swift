import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// The values of loops that failures report. (Semantics, section 2.)
@Suite("Labels") struct LabelTests {
  @Test func `a failure tells the values it was under, the outermost first`() async {
    let trace = await traced("Prices") {
      it("are rounded") {
        withEvery([5, 10]) { price in
          withEvery(["EUR", "USD"]) { currency in
            #expect(price == 5 || currency == "USD", "wrong")
          }
        }
        #expect(Bool(false), "outside")
      }
      it("are fetched") {
        try await withEvery([1, 2]) { number in
          try await within("over the network") {
            try await Task.sleep(for: .microseconds(1))
            expect(number, equals: 1, "offline")
          }
        }
        try await eventuallyPasses(within: .milliseconds(1)) {
          within("at last") { #expect(Bool(false), "never") }
        }
      }
      afterEach { within("closing") { #expect(Bool(false), "tear-down") } }
    }
    expect(
      trace.labels,
      equals: [
        "wrong": ["10", "EUR"], "outside": [], "offline": ["2", "over the network"],
        "never": ["at last"], "tear-down": ["closing"],
      ])
  }

  @Test func `so does an error that is thrown out of them, but not another one`() async {
    struct Jam: Error { var page: Int }
    let trace = await traced("A printer") {
      it("jams") { try withEvery(1...3) { page in try within("tray") { throw Jam(page: page) } } }
      it("is mended") {
        try? withEvery([7]) { page in throw Jam(page: page) }
        throw Jam(page: 8)
      }
      it("waits") {
        try await withEvery([1]) { _ in
          try await Task.sleep(for: .microseconds(1))
          throw UsageError("Load paper.")
        }
      }
      it("is skipped") { try withEvery([1]) { _ in throw Skip("no printer") } }
    }
    expect(
      trace.labels,
      equals: [
        "Threw an error: Jam(page: 1)": ["1", "tray"], "Threw an error: Jam(page: 8)": [],
        "Load paper.": ["1"],
      ])
    expect(trace.summary.skipped, equals: 1)
  }

  @Test func `a result comes out of a label, and parallel tasks keep their own`() async {
    let trace = await traced("Prices") {
      it("are added") {
        let sum = await withTaskGroup(of: Int.self) { tasks in
          for number in 1...4 {
            tasks.addTask {
              within("task \(number)") {
                #expect(number != 3, "three")
                return number
              }
            }
          }
          return await tasks.reduce(0, +)
        }
        expect(sum, equals: 10)
      }
    }
    expect(trace.labels, equals: ["three": ["task 3"]])
  }
}

extension Trace {
  /// The labels of each issue, by the last line of its message.
  fileprivate var labels: [String: [String]] {
    var labels: [String: [String]] = [:]
    for issue in issues {
      labels[issue.message.split(separator: "\n").last.map(String.init) ?? ""] = issue.labels
    }
    return labels
  }
}
