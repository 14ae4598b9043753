import ExemplarCore
import ExemplarLog
import Foundation

/// The files that a command reads and writes. It adds all of them before it opens any, so that no output destroys an
/// input, another output, or a source of the package.
package struct CommandFiles {
  private var inputs: [(path: String, target: FileTarget)] = []
  /// Each with its first file, if `{n}` in its path stands for a number.
  private var outputs: [(name: String, target: FileTarget, first: FileTarget)] = []
  /// The files that the standard streams are redirected to.
  private let streams = [1, 2].map { FileTarget(descriptor: $0) }

  private static let report = "The report "
  /// The extensions of files that are compiled.
  package static let codeExtensions: Set = [
    "swift", "c", "cc", "cpp", "cxx", "m", "mm", "h", "hh", "hpp", "hxx", "inc", "def", "s", "S",
    "modulemap",
  ]

  package init() {}

  /// Whether the output of this process is known to be added to a file that it reads, so that nothing may be printed.
  package static let isOutputRead = Locked(false)

  /// Adds files that the command reads. Throws ``UsageError`` if its output would be added to one.
  package mutating func read(_ paths: [String]) throws {
    for path in paths {
      let target = FileTarget(path)
      if streams.contains(where: { $0.map(target.isSame) == true }) {
        Self.isOutputRead.withLock { $0 = true }
        throw UsageError(
          "The output of this command is redirected to \(path), which is read. Redirect it to another file."
        )
      }
      inputs.append((path, target))
    }
  }

  /// Removes old files that the command is going to write: whatever prevents that, they must not be mistaken for its own.
  package static func removeOld(_ paths: [String]) {
    for target in paths.map({ FileTarget($0) }) where target.isRegular && !target.isOpen {
      try? FileManager.default.removeItem(atPath: target.path)
    }
  }

  /// Throws ``UsageError`` if the output of the command would be added to a file that it reads.
  package static func check(reading paths: [String]) throws {
    var files = CommandFiles()
    try files.read(paths)
  }

  /// Adds a file that the command writes. Throws ``UsageError`` if that would destroy another one.
  ///
  /// - Parameter name: The option or the report, as messages begin with it.
  package mutating func write(_ path: String, as name: String) throws {
    let target = FileTarget(path)
    let first = target.path.contains("{n}") ? FileTarget(path.replacing("{n}", with: "1")) : target
    // A device or a pipe contains nothing that could be destroyed.
    guard first.isRegular else { return }
    if let input = inputs.first(where: { first.isSame(as: $0.target) || target.covers($0.target) })
    {
      throw UsageError(
        "\(name) would be written over \(input.path), which is read. Give it another path.")
    }
    // The standard error may be the place for a report, if the user names it.
    if streams.prefix(first.isOpen ? 1 : 2).contains(where: { $0.map(first.isSame) == true }) {
      throw UsageError(
        "\(name) would be written over the output of this command, which is redirected to \(path). Give it another path."
      )
    }
    if let folder = first.packageFolder {
      throw UsageError(
        "\(name) would be written to \(path), among the sources of the package at \(folder). Give it a path elsewhere."
      )
    }
    if let other = outputs.first(where: { other in
      first.isSame(as: other.first) || target.covers(other.first) || other.target.covers(first)
        || target.path == other.target.path
    }) {
      let names =
        [other.name, name].allSatisfy { $0.hasPrefix(Self.report) }
        ? "The reports \(other.name.dropFirst(Self.report.count))"
          + " and \(name.dropFirst(Self.report.count))"
        : "\(other.name) and \(name.replacing(Self.report, with: "the report "))"
      throw UsageError("\(names) would both be written to \(path). Give each a path of its own.")
    }
    outputs.append((name, target, first))
  }
}

extension FileTarget {
  /// Whether the path, in which `{n}` stands for a number, may become that of another file.
  fileprivate func covers(_ other: FileTarget) -> Bool {
    guard let mark = path.firstRange(of: "{n}"), other.path.hasPrefix(path[..<mark.lowerBound])
    else { return false }
    let number = other.path.dropFirst(path[..<mark.lowerBound].count).prefix(while: \.isNumber)
    return !number.isEmpty && path.replacing("{n}", with: number) == other.path
  }

  /// The folder of the package if the file is its manifest, a file that would be compiled, or in the folder of a target.
  fileprivate var packageFolder: String? {
    let url = URL(fileURLWithPath: path)
    let parts = url.pathComponents
    let folders = (1..<max(1, parts.count)).reversed().map {
      NSString.path(withComponents: Array(parts[..<$0]))
    }
    guard
      let folder = folders.first(where: {
        FileManager.default.fileExists(atPath: $0 + "/Package.swift")
      })
    else { return nil }
    let inside = parts.dropFirst(URL(fileURLWithPath: folder).pathComponents.count)
    let names = ["Package.swift", "Package.resolved", "exemplar.json"]
    let isSource =
      inside.count == 1 && names.contains(url.lastPathComponent)
      || CommandFiles.codeExtensions.contains(url.pathExtension)
      || inside.count > 2 && ["Sources", "Tests", "Plugins"].contains(inside.first)
    return isSource ? folder : nil
  }
}
