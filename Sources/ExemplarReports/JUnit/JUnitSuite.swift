import ExemplarCore

/// The cases of one spec that are not written yet, as elements, with their counts.
final class JUnitSuite {
  let name: String
  private(set) var cases = ReportText()
  private(set) var counts = JUnitCounts()
  /// Output outside cases, as escaped text.
  private var output = ReportText()
  /// When the first of them began, in seconds since 1970.
  let begin: Double

  init(_ name: String, begin: Double) {
    self.name = name
    self.begin = begin
  }

  enum Verdict { case passed, failure, error, skipped }

  func append(
    _ classname: ReportText, _ name: String, time: Double, at place: (file: ReportText, line: Int)?,
    _ verdict: Verdict, _ contents: ReportText
  ) {
    counts.add(verdict, time)
    cases += "<testcase"
    cases.begin("classname")
    cases += classname
    cases += "\""
    cases.append("name", xml: name)
    cases.append("time", xml: time, digits: 6)
    if let place {
      cases += place.file
      if place.line > 0 { cases.append("line", xml: place.line) }
    }
    if contents.isEmpty {
      cases += "/>\n"
    } else {
      cases += ">"
      cases += contents
      cases += "</testcase>\n"
    }
  }

  /// Notes what belongs to no case.
  func append(output text: String) {
    output.append(xml: text)
    output += "\n"
  }

  var isEmpty: Bool { counts.tests == 0 && output.isEmpty }

  func append(contentsOf other: JUnitSuite) {
    cases += other.cases
    output += other.output
    counts += other.counts
  }

  func append(to text: inout ReportText, seed: String) {
    text += "<testsuite"
    text.append("name", xml: name)
    counts.append(to: &text, hasSkipped: true)
    text.append("timestamp", xml: Timestamp.text(begin))
    text += "><properties><property name=\"seed\""
    text.append("value", xml: seed)
    text += "/></properties>\n"
    text += cases
    if !output.isEmpty {
      text += "<system-out>"
      text += output
      text += "</system-out>\n"
    }
    text += "</testsuite>\n"
  }
}

/// The counts of cases, as their elements have them.
struct JUnitCounts {
  private var verdicts: [JUnitSuite.Verdict: Int] = [:]
  private var time = 0.0

  var tests: Int { verdicts.values.reduce(0, +) }

  mutating func add(_ verdict: JUnitSuite.Verdict, _ time: Double) {
    verdicts[verdict, default: 0] += 1
    self.time += time
  }

  static func += (counts: inout JUnitCounts, more: JUnitCounts) {
    counts.verdicts.merge(more.verdicts, uniquingKeysWith: +)
    counts.time += more.time
  }

  func append(to text: inout ReportText, hasSkipped: Bool) {
    text.append("tests", xml: tests)
    text.append("failures", xml: verdicts[.failure] ?? 0)
    text.append("errors", xml: verdicts[.error] ?? 0)
    if hasSkipped { text.append("skipped", xml: verdicts[.skipped] ?? 0) }
    // The schema of Jenkins takes no more decimals for suites.
    text.append("time", xml: time, digits: 3)
  }
}
