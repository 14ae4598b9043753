import Foundation

// The compile time of rows in code and of whole specs, compared with the same tests in Swift Testing and
// in XCTest.
//
//     CompileTime ../.build/debug                   the products of `swift build --build-tests` above
//     CompileTime ../.build/debug 1000 3            how many examples the specs have, and how many tries
//
//     CompileTime ../.build/debug 1000 3 rows       one of the two tables, rows or specs
//
// Each table goes into its section in RESULTS.md in the folder where it is run; that of the rows grows line
// by line, so that what was measured stays where a run is ended.

@main
enum CompileTime {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let tables = ["rows", "specs"].filter { arguments.last == $0 }
    let numbers = arguments.dropFirst().dropLast(tables.count).map { Int($0) ?? 0 }
    let count = numbers.first ?? 1000
    let tries = numbers.dropFirst().first ?? 3
    guard let products = arguments.first, count >= 20, tries > 0, numbers.count <= 2 else {
      print("usage: CompileTime PRODUCTS [EXAMPLES [TRIES]] [rows | specs]")
      exit(2)
    }
    let bench = Bench(products: URL(fileURLWithPath: products), tries: tries)
    let machine = "Swift and machine: \(try bench.version()), \(Machine.description); a load of "
    if tables != ["specs"] {
      var results = Results(named: "CompileTime rows")
      results.add(machine + "\(Machine.load.short), the least of \(tries)\n")
      try rows(bench, &results)
    }
    if tables != ["rows"] {
      var results = Results(named: "CompileTime specs")
      results.add(machine + "\(Machine.load.short), the least of \(tries)\n")
      try specs(bench, count, &results)
    }
  }

  /// Rows in code: seconds to check files of 50 to 200, and one with a wrong row.
  private static func rows(_ bench: Bench, _ results: inout Results) throws {
    results.add(
      [
        "Columns", "Form", "50", "100", "200", "100 to `@Test`", "100 to 200", "Steps, 100 to 200",
        "One wrong of 100", "At its line",
      ], isHead: true)
    for columns in RowText.Columns.all {
      var test: Double?
      for form in columns.forms {
        let counts = [1, 50, 100, 200]
        var texts = counts.map { RowText(form: form, columns: columns, count: $0) }
        texts.append(RowText(form: form, columns: columns, count: 100, wrong: 50))
        let costs = try bench.check(texts.map(\.text))
        let seconds = costs.map { $0.seconds - costs[0].seconds }
        let cells = zip(costs, seconds).dropFirst().map { cost, seconds in
          cost.isSuccess ? seconds.short : "fails, \(seconds.limited)"
        }
        let areRight = costs[2].isSuccess && costs[3].isSuccess
        if form == .test, costs[2].isSuccess { test = seconds[2] }
        let toTest = costs[2].isSuccess ? test.map { (seconds[2] / $0).short } : nil
        let growth = areRight ? (seconds[3] / seconds[2]).short : "–"
        let steps = costs.map { Double($0.steps - costs[0].steps) }
        let slope = areRight ? (steps[3] / steps[2]).short : "–"
        let line = "Specs.swift:\(texts[4].line(of: 50)):"
        let isTold = costs[4].output.contains(line)
        results.add(
          [columns.name, form.rawValue] + cells.prefix(3)
            + [toTest ?? "–", growth, slope]
            + [costs[4].isSuccess ? "compiles" : seconds[4].limited, isTold ? "yes" : "no"])
        try results.write()
      }
    }
  }

  /// Whole specs: seconds to compile, and how that compares.
  private static func specs(_ bench: Bench, _ count: Int, _ results: inout Results) throws {
    results.add("\(count) examples in groups of twenty:\n")
    results.add(
      ["Kind", "Compile, s", "To XCTest", "To `@Test`", "Steps", "To XCTest"], isHead: true)
    let kinds = SpecText.Kind.allCases
    let costs = try bench.compile(kinds.map { SpecText(kind: $0, count: count).text })
    let byKind = Dictionary(uniqueKeysWithValues: zip(kinds, costs))
    for kind in kinds {
      guard let cost = byKind[kind], let xcTest = byKind[.xcTest], let test = byKind[.test]
      else { continue }
      results.add([
        kind.rawValue, cost.seconds.short, (cost.seconds / xcTest.seconds).short,
        (cost.seconds / test.seconds).short, "\(cost.steps)",
        (Double(cost.steps) / Double(xcTest.steps)).short,
      ])
    }
    try results.write()
  }
}

extension Double {
  /// A check that was ended.
  fileprivate var limited: String {
    self >= Double(Bench.limit) - 1 ? "over \(Bench.limit)" : short
  }

  /// Hundredths are exact enough.
  fileprivate var short: String { String(format: "%.2f", self) }
}
