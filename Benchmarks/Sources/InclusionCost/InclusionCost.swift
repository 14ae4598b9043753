import Foundation

// The work of the compiler for inclusions of shared examples, compared with plain calls and groups that are
// written by hand.
//
//     InclusionCost 250 500 1000                     the numbers of inclusions
//
// The constraint scopes of the type checker are the same in every run; the seconds are work of
// the compiler's threads, so that they hardly depend on the load of the machine.

@main
enum InclusionCost {
  static func main() throws {
    let counts = CommandLine.arguments.dropFirst().map { Int($0) ?? 0 }
    guard !counts.isEmpty, counts.allSatisfy({ $0 > 0 }) else {
      print("usage: InclusionCost COUNT...")
      exit(2)
    }
    print("count,kind,scopes,check,compile,longest")
    for count in counts {
      for kind in SourceText.Kind.allCases {
        let cost = try Cost(of: SourceText(kind: kind, count: count).text)
        print(
          "\(count),\(kind),\(cost.scopes),\(cost.checking.short),\(cost.compiling.short),"
            + "\(cost.longestBody.short)")
        fflush(nil)
      }
    }
  }
}

extension Double {
  /// Milliseconds are exact enough.
  fileprivate var short: String { String(format: "%.3f", self) }
}
