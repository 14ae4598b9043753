import Foundation

// What the compiler needs for rows in code and for whole specs, beside the same tests in Swift Testing and
// in XCTest.
//
//     CompileTime ../.build/debug                   the products of `swift build --build-tests` above
//     CompileTime ../.build/debug 1000 3            how many examples the specs have, and how many tries
//
// The tables go into the section of this program in RESULTS.md in the folder where it is run.

@main
enum CompileTime {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.dropFirst().map { Int($0) ?? 0 }
    let count = numbers.first ?? 1000
    let tries = numbers.dropFirst().first ?? 3
    guard let products = arguments.first, count >= 20, tries > 0, numbers.count <= 2 else {
      print("usage: CompileTime PRODUCTS [EXAMPLES [TRIES]]")
      exit(2)
    }
    let bench = Bench(products: URL(fileURLWithPath: products), tries: tries)
    var results = Results(named: "CompileTime")
    results.add("Swift and machine: \(try bench.version()), \(Machine.description)\n")
    try rows(bench, &results)
    try specs(bench, count, &results)
    try results.write()
  }

  /// Rows in code: seconds to check files of 25 to 200, and one with a wrong row.
  private static func rows(_ bench: Bench, _ results: inout Results) throws {
    results.add("### Rows in code\n")
    results.add(
      [
        "Columns", "Form", "25", "50", "100", "200", "Steps, 100 to 200", "One wrong of 100",
        "At its line",
      ], isHead: true)
    for columns in RowText.Columns.all {
      for form in RowText.Form.allCases {
        let counts = [1, 25, 50, 100, 200]
        var texts = counts.map { RowText(form: form, columns: columns, count: $0) }
        texts.append(RowText(form: form, columns: columns, count: 100, wrong: 50))
        let costs = try bench.check(texts.map(\.text))
        let seconds = costs.map { $0.seconds - costs[0].seconds }
        let cells = zip(costs, seconds).dropFirst().map { cost, seconds in
          cost.isSuccess ? seconds.short : "fails, \(seconds.short)"
        }
        let steps = costs.map { Double($0.steps - costs[0].steps) }
        let slope =
          costs[3].isSuccess && costs[4].isSuccess ? (steps[4] / steps[3]).short : "–"
        let line = "Specs.swift:\(texts[5].line(of: 50)):"
        let isTold = costs[5].output.contains(line)
        results.add(
          [columns.name, form.rawValue] + cells.prefix(4)
            + [slope, costs[5].isSuccess ? "compiles" : seconds[5].short, isTold ? "yes" : "no"])
      }
    }
    results.add("")
  }

  /// Whole specs: seconds to compile, and how that compares.
  private static func specs(_ bench: Bench, _ count: Int, _ results: inout Results) throws {
    results.add("### \(count) examples in groups of twenty\n")
    results.add(["Kind", "Compile, s", "To XCTest", "To `@Test`"], isHead: true)
    let kinds = SpecText.Kind.allCases
    let costs = try bench.compile(kinds.map { SpecText(kind: $0, count: count).text })
    let seconds = Dictionary(uniqueKeysWithValues: zip(kinds, costs))
    for kind in kinds {
      guard let cost = seconds[kind], let xcTest = seconds[.xcTest], let test = seconds[.test]
      else { continue }
      results.add([
        kind.rawValue, cost.short, (cost / xcTest).short, (cost / test).short,
      ])
    }
  }
}

extension Double {
  /// Hundredths are all that is worth telling.
  fileprivate var short: String { String(format: "%.2f", self) }
}
