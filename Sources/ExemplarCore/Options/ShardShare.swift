/// The examples of one shard, as a process of it needs them.
package struct ShardShare: Sendable {
  /// The ids of examples and rows; of outlines that belong to the shard as a whole, of the outline.
  var ids: Set<ExampleID> = []
  /// The divided outlines about whose rows as a whole this shard reports.
  var reported: Set<ExampleID> = []

  /// A line for each id, with a tab behind those in ``reported``.
  package var text: String {
    (ids.map(\.text) + reported.map { $0.text + "\t" }).sorted().joined(separator: "\n")
  }

  /// Reads what ``text`` writes.
  package init(_ text: String) {
    for line in text.split(separator: "\n") {
      if line.hasSuffix("\t") {
        reported.insert(ExampleID(text: String(line.dropLast())))
      } else {
        ids.insert(ExampleID(text: String(line)))
      }
    }
  }

  init() {}
}
