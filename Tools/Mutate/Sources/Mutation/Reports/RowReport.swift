import Foundation

/// What the mutants state about the rows of a package.
///
/// With results of which all examples ran, a sentence about a row is true for these mutants: a row that reaches a mutant
/// of which its result is unknown is in no list.
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
    let rows = results.examples.values.filter(\.isRow).sorted { $0.number < $1.number }
    let isWhole = results.isMatrix && results.count(.pending) == 0
    var kills: [String: [Int]] = [:]
    var unknown: Set<Int> = []
    var reaching: Set<Int> = []
    for judged in results.mutants {
      reaching.formUnion(judged.reachedBy)
      for id in judged.by { kills[id, default: []].append(judged.mutant.number) }
      if judged.isIncomplete || judged.verdict == .error { unknown.formUnion(judged.reachedBy) }
    }
    let killers = Dictionary(
      grouping: kills.flatMap { id, mutants in mutants.map { ($0, id) } }, by: \.0)
    for row in rows {
      let name = row.row.map(\.path) ?? SurvivorText.heading(row.outline ?? "")
      let index = tables.firstIndex { $0.name == name } ?? tables.endIndex
      if index == tables.endIndex { tables.append(Table(name: name)) }
      tables[index].rows.append(row)
      if !reaching.contains(row.number) {
        // Results of other shards may name it.
        if results.count(.pending) == 0 { tables[index].reachingNothing.append(row) }
      } else if isWhole, !unknown.contains(row.number) {
        let own = kills[row.id] ?? []
        if own.isEmpty {
          tables[index].killingNothing.append(row)
        } else if own.allSatisfy({ (killers[$0]?.count ?? 0) > 1 }) {
          tables[index].killingNothingElse.append(row)
        }
      }
    }
  }

  /// The lines about the rows, if there is something to state.
  var lines: [String] {
    func named(_ rows: [ReachingExample]) -> String {
      let lines = rows.compactMap { $0.row?.line }.filter { $0 > 0 }
      if lines.count == rows.count {
        return "line\(rows.count == 1 ? "" : "s") \(SurvivorText.ranges(lines))"
      }
      return rows.prefix(5).map { "“\(SurvivorText.heading($0.id))”" }.joined(separator: ", ")
        + (rows.count > 5 ? " and \(rows.count - 5) more" : "")
    }
    return tables.flatMap { table -> [String] in
      func line(_ rows: [ReachingExample], _ verb: String, _ rest: String) -> String? {
        if rows.isEmpty { return nil }
        let verb = rows.count == 1 ? verb + (verb.hasSuffix("h") ? "es" : "s") : verb
        let count = "\(rows.count) of \(table.rows.count.counted("row"))"
        return "\(table.name): \(count) \(verb) \(rest): \(named(rows))"
      }
      return [
        line(table.reachingNothing, "reach", "no mutant"),
        line(table.killingNothing, "kill", "no mutant"),
        line(table.killingNothingElse, "kill", "nothing that another test or row does not kill"),
      ].compactMap(\.self)
    }
  }
}
