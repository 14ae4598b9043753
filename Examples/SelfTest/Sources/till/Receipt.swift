import Foundation

/// The amounts that a customer pays, in cents.
struct Receipt: Equatable {
  private(set) var cents: [Int] = []

  var total: Int { cents.reduce(0, +) }

  /// Adds an amount as it is typed in, such as `12.50`.
  mutating func add(_ amount: String) throws {
    let parts = amount.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = Int(parts[0]), whole >= 0,
      let fraction = parts.count == 1 ? 0 : Self.cents(parts[1])
    else { throw NoAmount(text: amount) }
    cents.append(whole * 100 + fraction)
  }

  private static func cents(_ digits: Substring) -> Int? {
    guard digits.count == 2, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(digits)
  }

  /// Writes the total to the journal of the till, a line for each receipt.
  func write(to journal: URL) throws {
    if !FileManager.default.fileExists(atPath: journal.path) {
      try Data().write(to: journal)
    }
    let file = try FileHandle(forWritingTo: journal)
    defer { try? file.close() }
    try file.seekToEnd()
    try file.write(contentsOf: Data("\(total)\n".utf8))
  }
}

/// Text that is not an amount of money.
struct NoAmount: Error, Equatable, CustomStringConvertible {
  var text: String

  var description: String { "“\(text)” is no amount; write one such as 12.50." }
}
