import ExemplarCore
import Foundation

/// Files that a command writes, relative to the folder of a package. Existing files are not overwritten.
struct NewFiles {
  let folder: URL
  private(set) var files: [(path: String, content: Data)] = []

  init(in folder: URL) { self.folder = folder }

  /// Adds a file, unless one exists at its path.
  mutating func add(_ path: String, _ text: String) {
    if !FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path) {
      files.append((path, Data(text.utf8)))
    }
  }

  /// Adds a file. Throws an error if one exists at its path.
  mutating func require(_ path: String, _ content: Data) throws {
    let url = folder.appendingPathComponent(path)
    if FileManager.default.fileExists(atPath: url.path) {
      throw UsageError("\(shown(path)) already exists. Remove or rename it.")
    }
    files.append((path, content))
  }

  /// A path as a reader at the working directory writes it.
  private func shown(_ path: String) -> String {
    Place(path: folder.appendingPathComponent(path).path)
      .relative(to: FileManager.default.currentDirectoryPath).path
  }

  /// The lines that name the files.
  var list: String { files.map { "new file \(shown($0.path))\n" }.joined() }

  /// Writes the files and prints their names.
  func write(_ terminal: Terminal) throws {
    for (path, content) in files {
      let url = folder.appendingPathComponent(path)
      do {
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: url, options: .withoutOverwriting)
      } catch {
        throw UsageError("\(shown(path)) could not be written: \(error.systemReason)")
      }
      terminal.print("new file \(shown(path))\n")
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
    }

    @Spec struct DoublingSpec {
      // Each row of Rows/numbers.json is an example; its columns are the parameters.
      @Example("doubles numbers", from: .json("numbers"))
      func doubles(number: Int, double: Int) {
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

    @Spec let \(identifier(name))Spec = describe(\(literal(name))) {
      pending("does something")
    }

    """
  }

  /// A spec with an outline over the rows of a file, whose columns are the parameters.
  ///
  /// - Parameter path: The path of the file, from the folder of the spec.
  static func spec(named type: String, over file: DataFile, at path: String) -> String {
    let ending = file.url.pathExtension
    let stem = functions[ending] == nil ? path : String(path.dropLast(ending.count + 1))
    var source = ".\(functions[ending.lowercased()] ?? ending)(\(literal(stem))"
    if !file.each.isEmpty { source += ", each: \(literal(file.each))" }
    let takesPath = DataFile.takesPath(file.url)
    if file.isLenient, !takesPath { source += ", missing: .empty" }
    if let column = file.namingColumn { source += ", named: \(literal(column))" }
    if file.repeatsNames { source += ", repeats: .numbered" }
    if file.isLenient, takesPath { source += ", skipping: .strings" }
    source += file.hasMetadata ? ").withMetadata" : ")"
    let labels = file.parameters.filter { isLabel($0.name) }
    var parameters = labels.map {
      "\(label($0.name)): \($0.type)\($0.filled < file.rows ? "?" : "")"
    }
    if labels.isEmpty || labels.count < file.parameters.count { parameters.append("wholeRow: Row") }
    let line = parameters.joined(separator: ", ")
    let list =
      line.count < 88 ? line : "\n    \(parameters.joined(separator: ",\n    "))\n  "
    return """
      import Exemplar\(file.parameters.contains(where: \.needsFoundation) ? "\nimport Foundation" : "")

      @Spec struct \(type) {
        @Example(from: \(source))
        func reads(\(list)) {
          // Each row is an example, and its columns are the parameters. Write here what holds for each.
        }
      }

      """
  }

  /// The functions for row files, by the extensions of the files.
  private static let functions = [
    "csv": "csv", "tsv": "tsv", "json": "json", "jsonl": "jsonLines", "ndjson": "jsonLines",
    "yaml": "yaml", "yml": "yaml", "plist": "plist", "testsuite": "testSuite",
  ]

  /// Whether a column can be the label of a parameter, if need be in backticks.
  private static func isLabel(_ column: String) -> Bool {
    column.contains { $0.isLetter || $0.isNumber }
      && !column.contains { "`\\".contains($0) || $0.isNewline || $0 < " " }
  }

  private static func label(_ column: String) -> String {
    let isPlain = column.wholeMatch(of: /[\p{L}_][\p{L}\p{N}_]*/) != nil
    return isPlain && !["inout", "var", "let"].contains(column) ? column : "`\(column)`"
  }

  /// A text as Swift writes it.
  static func literal(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// The name of the type, and of the file, for a subject: `ShoppingCartSpec` for “A shopping cart”.
  static func typeName(_ name: String) -> String {
    let identifier = identifier(name)
    return identifier.prefix(1).uppercased() + identifier.dropFirst() + "Spec"
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
