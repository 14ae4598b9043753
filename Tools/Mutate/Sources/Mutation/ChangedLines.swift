/// The lines that a difference adds, as `git diff --unified=0` prints it.
public struct ChangedLines: Sendable, Equatable {
  public private(set) var byFile: [String: Set<Int>] = [:]

  public init(inDifference text: String) {
    var file: String?
    for line in text.split(separator: "\n") {
      if line.hasPrefix("+++ ") {
        let name = line.dropFirst(4)
        file = name.hasPrefix("b/") ? String(name.dropFirst(2)) : nil
      } else if line.hasPrefix("@@ "), let file,
        let added = line.split(separator: " ").first(where: { $0.hasPrefix("+") })
      {
        let numbers = added.dropFirst().split(separator: ",").compactMap { Int($0) }
        guard let first = numbers.first else { continue }
        byFile[file, default: []].formUnion(first..<(first + (numbers.count > 1 ? numbers[1] : 1)))
      }
    }
  }

  /// Adds all lines of a file.
  public mutating func add(_ file: String, text: String) {
    byFile[file] = Set(1...(text.utf8.count { $0 == 10 } + 1))
  }
}
