/// The classes with tests in Swift files, and where each test is declared, which XCTest does not report.
///
/// Only text is read, so a declaration in a branch of `#if` that was not compiled may be found; and no test is found that a
/// macro creates.
package struct TestDeclarations: Sendable {
  /// The position of a name in a file.
  package struct Location: Sendable, Equatable {
    package var path: String
    package var line: Int
    package var column: Int
  }

  private struct Class {
    var location: Location?
    /// The types that it inherits from or conforms to.
    var inherited: [String] = []
    var methods: [String: Location] = [:]
  }
  /// By the name of the module, and that of the class.
  private var modules: [String: [String: Class]] = [:]

  /// - Parameter files: The files of each module.
  package init(_ files: [(module: String, files: [SourceFile])]) {
    for (module, files) in files {
      for file in files {
        // Most other files declare neither.
        if file.text.contains("class ") || file.text.contains("func test") {
          read(SwiftCode(file), as: module)
        }
      }
    }
  }

  private mutating func read(_ code: SwiftCode, as module: String) {
    let lines = LineStarts(code.file.text)
    func location(_ index: Int) -> Location {
      let (line, column) = lines.position(code.tokens[index].offset)
      return Location(path: code.file.path, line: line, column: column)
    }
    func name(_ index: Int) -> (name: String, last: Int) {
      var last = index
      while code[last + 1] == "." { last += 2 }
      return (String(code[last]), last)
    }
    for index in code.types.values {
      let (name, last) = name(index)
      guard code[index - 1] == "class" else { continue }
      var inherited: [String] = []
      var next = last + 1
      // Parameters of a generic class come first.
      var depth = 0
      while !code[next].isEmpty, depth > 0 || !["{", ":", "where"].contains(code[next]) {
        depth += code[next].count { $0 == "<" } - code[next].count { $0 == ">" }
        next += 1
      }
      while code[next] == ":" || code[next] == "," {
        while code[next + 2] == "." { next += 2 }
        inherited.append(String(code[next + 1]))
        next += 2
      }
      modules[module, default: [:]][name, default: Class()].location = location(index)
      modules[module]?[name]?.inherited = inherited
    }
    for index in code.tokens.indices
    where code[index].hasPrefix("test") && code[index - 1] == "func" {
      guard let type = code.types[code.tokens[index].scope] else { continue }
      let (name, method) = (name(type).name, String(code[index]))
      if modules[module]?[name]?.methods[method] != nil { continue }
      modules[module, default: [:]][name, default: Class()].methods[method] = location(index)
    }
  }

  /// Where a class is declared.
  package func location(ofClass name: String, in module: String) -> Location? {
    modules[module]?[name]?.location
  }

  /// Where a test of a class is declared: in it, or in one that it inherits from.
  package func location(ofTest method: String, in name: String, _ module: String) -> Location? {
    var (open, seen): ([String], Set<String>) = ([name], [])
    while let name = open.popLast() {
      guard seen.insert(name).inserted else { continue }
      let found = modules[module]?[name] ?? modules.values.lazy.compactMap { $0[name] }.first
      if let location = found?.methods[method] { return location }
      open += found?.inherited.reversed() ?? []
    }
    return nil
  }
}

/// The positions in a text at which its lines begin.
private struct LineStarts {
  private var starts = [0]

  init(_ text: String) {
    for (offset, byte) in text.utf8.enumerated() where byte == 0x0A { starts.append(offset + 1) }
  }

  func position(_ offset: Int) -> (line: Int, column: Int) {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + 1, offset - starts[low] + 1)
  }
}
