import ExemplarCore

// The bookshop that the shapes of this folder are about.

enum Book: String, CaseIterable, Codable, Sendable {
  case emma, persuasion, lanark
}

struct Copy: Decodable, Sendable, Equatable {
  var title: String
  var pages: Int
}

/// Deliberately not `Sendable`, as most of what people test is.
final class Shelf {
  var books: [Book] = []
}

/// Counts on purpose across runs: the same specs run in the host of this target too, perhaps at
/// the same time, so a shape may ask whether something happened, never how often.
final class Ledger: Sendable {
  private let entries = Locked<[String]>([])

  func note(_ entry: String) { entries.withLock { $0.append(entry) } }

  func has(_ entry: String) -> Bool { entries.withLock { $0.contains(entry) } }
}
