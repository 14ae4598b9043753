import ExemplarCore
import Foundation

/// Files that a command writes, relative to the folder of a package. Existing files are not overwritten.
struct NewFiles {
  let folder: URL
  private(set) var files: [(path: String, text: String)] = []

  init(in folder: URL) { self.folder = folder }

  /// Adds a file, unless one exists at its path.
  mutating func add(_ path: String, _ text: String) {
    if !FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path) {
      files.append((path, text))
    }
  }

  func write() throws {
    for (path, text) in files {
      let url = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url, options: .withoutOverwriting)
    }
  }
}

/// The texts of new specs.
enum SpecTemplate {
  /// A first spec with an example, and an outline over the rows in `numbers.json`.
  static func first(named name: String, testing subject: String?) -> String {
    """
    import Exemplar
    \(subject.map { "\n@testable import \(module($0))\n" } ?? "")
    @Spec let \(identifier(name))Spec = describe("\(name)") {
      it("adds numbers") {
        #expect(1 + 1 == 2)
      }

      // Each row of Rows/numbers.json is an example; its columns are the parameters.
      outline("doubles numbers", from: .json("numbers")) { (number: Int, double: Int) in
        #expect(number + number == double)
      }
    }

    """
  }

  /// The module of a target: characters that a name in code cannot have are underscores.
  private static func module(_ target: String) -> String {
    String(target.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  static let numbers = """
    [
      { "name": "one", "number": 1, "double": 2 },
      { "name": "a negative number", "number": -4, "double": -8 }
    ]

    """

  /// A spec with one pending example.
  static func spec(named name: String) -> String {
    """
    import Exemplar

    @Spec let \(identifier(name))Spec = describe("\(name)") {
      pending("does something")
    }

    """
  }

  /// A name in lower camel case: `shoppingCart` for “A shopping cart”.
  static func identifier(_ name: String) -> String {
    var words = name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    if words.count > 1, ["a", "an", "the"].contains(words[0].lowercased()) { words.removeFirst() }
    guard let first = words.first else { return "new" }
    let joined =
      first.prefix(1).lowercased() + first.dropFirst()
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return joined.first?.isNumber == true ? "the" + joined : joined
  }
}
