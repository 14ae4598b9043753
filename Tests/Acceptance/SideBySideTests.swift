import Exemplar
import ExemplarCore
import TestSupport
import Testing

@Suite struct SideBySideTests {
  /// Two specs meet in the middle of their examples, and each fails before and after.
  @Test func everyIssueSitsOnItsOwnExample() async {
    let (first, second) = (Gate(), Gate())
    func spec(_ name: String, opens mine: Gate, awaits other: Gate) -> SpecNode {
      describe(name) {
        outline("meets") { (value: String) in
          #expect(value == "before")
          await mine.open()
          await other.wait()
          // A child task belongs to the example too.
          await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask { #expect(value == "after") }
          }
        } rows: {
          row("row \(name)", name)
        }
      }
    }
    var options = RunOptions()
    options.jobs = 2
    let trace = await traced(
      spec("left", opens: first, awaits: second), spec("right", opens: second, awaits: first),
      options: options)
    var issues: [String: [String]] = [:]
    for case .issueRecorded(let record) in trace.events {
      issues[record.id?.text ?? "", default: []].append(record.issue.message)
      #expect(record.issue.context.row?.name == record.id?.name)
    }
    #expect(
      issues == [
        "Acceptance/left/meets/row left": [
          #"Expectation failed: (value → "left") == "before""#,
          #"Expectation failed: (value → "left") == "after""#,
        ],
        "Acceptance/right/meets/row right": [
          #"Expectation failed: (value → "right") == "before""#,
          #"Expectation failed: (value → "right") == "after""#,
        ],
      ])
  }
}
