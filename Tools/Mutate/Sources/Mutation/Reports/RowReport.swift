import Foundation

/// What the mutants state about the rows of a package.
///
/// The sentences are true for these mutants if all examples ran: where the result of a row is unknown, since the process
/// ended before, the row counts as one that may notice the mutant.
struct RowReport {
  /// The rows of a table that no mutant needs, or that only notice mutants that something else notices as well.
  struct Table: Equatable {
    var name: String
    var rows: [ReachingExample] = []
    /// Those that reach no mutant.
    var reachingNothing: [ReachingExample] = []
    var killingNothing: [ReachingExample] = []
    var killingNothingElse: [ReachingExample] = []
  }
  private(set) var tables: [Table] = []

  init(_ results: MutationResults) {
    // One that is left out, if only in some shard, may notice mutants that it did not run with.
    let leftOut = Set(results.leftOut.map(\.id))
    let rows = results.examples.values.filter { $0.isRow && !leftOut.contains($0.id) }
      .sorted { $0.number < $1.number }
    let isWhole = results.isMatrix && results.count(.pending) == 0
    let ids = Set(results.examples.values.map(\.id))
    var kills: [String: [Int]] = [:]
    /// The examples that are known to notice each mutant.
    var killers: [Int: Set<String>] = [:]
    /// The mutants of which the results of some examples are not known, by the examples that reach them.
    var open: [Int: [Int]] = [:]
    var reaching: Set<Int> = []
    for judged in results.mutants {
      let number = judged.mutant.number
      reaching.formUnion(judged.reachedBy)
      killers[number] = ids.intersection(judged.by)
      for id in judged.by { kills[id, default: []].append(number) }
      if judged.isIncomplete || judged.verdict == .error {
        for example in judged.reachedBy { open[example, default: []].append(number) }
      }
    }
    /// Whether something else than a row is known to notice a mutant.
    func hasOther(_ mutant: Int, than row: ReachingExample) -> Bool {
      killers[mutant]?.subtracting([row.id]).isEmpty == false
    }
    for row in rows {
      let name = row.row.map(\.path) ?? SurvivorText.heading(row.outline ?? "")
      let index = tables.firstIndex { $0.name == name } ?? tables.endIndex
      if index == tables.endIndex { tables.append(Table(name: name)) }
      tables[index].rows.append(row)
      let (own, unknown) = (kills[row.id] ?? [], open[row.number] ?? [])
      if !reaching.contains(row.number) {
        // Results of other shards may name it.
        if results.count(.pending) == 0 { tables[index].reachingNothing.append(row) }
      } else if isWhole, own.isEmpty, unknown.isEmpty {
        tables[index].killingNothing.append(row)
      } else if isWhole, (own + unknown).allSatisfy({ hasOther($0, than: row) }) {
        tables[index].killingNothingElse.append(row)
      }
    }
  }

  /// The lines about the rows, if there is something to state.
  var lines: [String] {
    func named(_ rows: [ReachingExample]) -> String {
      let lines = rows.compactMap { $0.row?.line }.filter { $0 > 0 }
      if lines.count == rows.count {
        return "line\(rows.count == 1 ? "" : "s") \(SurvivorText.ranges(lines.sorted()))"
      }
      return rows.prefix(5).map { "“\(SurvivorText.heading($0.id))”" }.joined(separator: ", ")
        + (rows.count > 5 ? " and \(rows.count - 5) more" : "")
    }
    /// Names the fewer ones.
    func list(_ rows: [ReachingExample], of table: Table) -> String {
      guard table.rows.count > 3, rows.count * 2 > table.rows.count else {
        return ": \(named(rows))"
      }
      let others = table.rows.filter { !rows.contains($0) }
      return others.isEmpty ? "" : ": all but \(named(others))"
    }
    return tables.flatMap { table -> [String] in
      func line(_ rows: [ReachingExample], _ verb: String, _ rest: String) -> String? {
        if rows.isEmpty { return nil }
        let verb = rows.count == 1 ? verb + (verb.hasSuffix("h") ? "es" : "s") : verb
        let count = "\(rows.count) of \(table.rows.count.counted("row"))"
        return "\(table.name): \(count) \(verb) \(rest)\(list(rows, of: table))"
      }
      return [
        line(table.reachingNothing, "reach", "no mutant"),
        line(table.killingNothing, "kill", "no mutant"),
        line(table.killingNothingElse, "kill", "nothing that another test or row does not kill"),
      ].compactMap(\.self)
    }
  }
}
