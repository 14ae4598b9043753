/// A position in a file: of a declaration, an assertion, or a row of data.
public struct Place: Sendable, Hashable, Codable {
  /// The path of the file, as the compiler or the loader of the file knows it.
  public var path: String
  /// The line, counted from 1; 0 stands for the file as a whole.
  public var line: Int
  /// The column, counted from 1 in UTF-8 code units; 0 where it is not known.
  public var column: Int

  /// Creates a location. Lines and columns begin at 1; 0 is unknown.
  public init(path: String, line: Int = 0, column: Int = 0) {
    self.path = path
    self.line = line
    self.column = column
  }

  /// Represents an unknown location.
  package static let unknown = Place(path: "unknown place")

  /// The last component of the path.
  package var fileName: String {
    path.lastIndex(where: { $0 == "/" || $0 == "\\" })
      .map { String(path[path.index(after: $0)...]) } ?? path
  }
}

extension Place: CustomStringConvertible {
  /// `path:line:column`, without the parts that are not known: the form terminals make clickable.
  public var description: String {
    if line == 0 { return path }
    return column == 0 ? "\(path):\(line)" : "\(path):\(line):\(column)"
  }

  /// The name of the file and the line, for the middle of a sentence.
  package var short: String {
    line == 0 ? fileName : "\(fileName):\(line)"
  }

  /// The place with its path shortened to be relative to `directory`, if it lies below it.
  package func relative(to directory: String) -> Place {
    guard !directory.isEmpty, directory != "/" else { return self }
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    guard path.hasPrefix(prefix) else { return self }
    return Place(path: String(path.dropFirst(prefix.count)), line: line, column: column)
  }
}

/// The module of a `#fileID`.
package func moduleName(ofFileID fileID: String) -> String {
  String(fileID.prefix { $0 != "/" })
}

extension Place: Comparable {
  public static func < (a: Place, b: Place) -> Bool {
    (a.path, a.line, a.column) < (b.path, b.line, b.column)
  }
}

extension String {
  /// Whether it is a path with these last names, or just these.
  func isPath(endingIn names: String) -> Bool { self == names || hasSuffix("/" + names) }
}
