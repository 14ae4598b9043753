import ExemplarCore
import Foundation

/// The manifest of a package, as `swift package dump-package` describes it, and its text.
struct Manifest {
  let folder: URL
  /// The name of the file that this version of Swift reads.
  let file: String
  let text: String
  private let description: Description

  /// The parts of the description that matter here.
  private struct Description: Decodable {
    struct Target: Decodable {
      var name: String
      var type: String
      var path: String?
    }
    struct ToolsVersion: Decodable {
      var _version: String
    }
    struct SupportedPlatform: Decodable {
      var platformName: String
      var version: String
    }
    struct Product: Decodable {
      var targets: [String]
    }
    var name: String
    var targets: [Target]
    var products: [Product]
    var platforms: [SupportedPlatform]?
    var toolsVersion: ToolsVersion
  }

  /// Reads the manifest in a folder.
  init(in folder: URL, _ build: PackageBuild) async throws {
    self.folder = folder
    let answer = try await build.ask(["package", "dump-package"])
    guard answer.succeeded,
      let description = try? JSONDecoder().decode(
        Description.self, from: Data(answer.output.drop { $0 != "{" }.utf8))
    else { throw UsageError.uneditable(Self.name, answer.problem) }
    self.description = description
    let version = description.toolsVersion._version
    func text(of name: String) throws -> String {
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
    // Manifests for certain versions of Swift, such as Package@swift-5.9.swift, precede the other one.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    file =
      names.filter { $0.hasPrefix("Package@swift-") }.sorted().last { name in
        let line = try? text(of: name).firstMatch(of: #/swift-tools-version:\h*(\d+\.\d+)/#)
        return line.map { version.hasPrefix("\($0.1).") } ?? false
      } ?? Self.name
    self.text = try text(of: file)
    if version.compare("5.3", options: .numeric) == .orderedAscending {
      throw UsageError.uneditable(
        file,
        "its tools version is \(version), and test targets have resources since 5.3. Raise the version in its first "
          + "line.")
    }
  }

  private static let name = "Package.swift"

  /// The folder of a new test target: in Tests, unless that is the folder of another target.
  func folder(of target: String) -> String {
    let isTaken = description.targets.contains {
      $0.path.map { $0.split(separator: "/") } == ["Tests"]
    }
    return isTaken ? target : "Tests/\(target)"
  }

  var package: String { description.name }
  var targets: [String] { description.targets.map(\.name) }

  /// The target that the first spec tests: the one with the package's name, or else the first one of a product, or the
  /// first one with code.
  var subject: String? {
    let code = description.targets.filter { ["regular", "executable"].contains($0.type) }.map(
      \.name)
    return [package].first(where: code.contains)
      ?? description.products.flatMap(\.targets).first(where: code.contains) ?? code.first
  }

  /// Whether the package supports a macOS that is older than the library requires.
  var isForOlderMacOS: Bool {
    let macOS = description.platforms?.first { $0.platformName == "macos" }
    return (macOS?.version.split(separator: ".").first.flatMap { Int($0) } ?? 0) < 13
  }

  /// Returns the text with a test target for specs, and with the dependency.
  ///
  /// `swift package` edits a copy. It supports manifests whose dependencies and targets are array literals, and
  /// rejects others.
  func adding(_ target: SpecTarget, _ terminal: Terminal) async throws -> String {
    let copy = FileManager.default.temporaryDirectory
      .appendingPathComponent("exemplar-init-\(UUID().uuidString)")
    for folder in ["Sources", "Tests"] {
      try FileManager.default.createDirectory(
        at: copy.appendingPathComponent(folder), withIntermediateDirectories: true)
    }
    defer { try? FileManager.default.removeItem(at: copy) }
    let file = copy.appendingPathComponent(Self.name)
    try text.write(to: file, atomically: true, encoding: .utf8)
    let build = PackageBuild(packagePath: copy.path, arguments: [], terminal: terminal)
    for command in target.commands() {
      let answer = try await build.ask(["package"] + command)
      if !answer.succeeded {
        throw UsageError.uneditable(self.file, answer.problem, lines: target.lines)
      }
    }
    let edited = target.tidied(
      try String(contentsOf: file, encoding: .utf8), indentation: indentation)
    try edited.write(to: file, atomically: true, encoding: .utf8)
    let check = try await build.ask(["package", "dump-package"])
    if !check.succeeded {
      throw UsageError.uneditable(self.file, check.problem, lines: target.lines)
    }
    return edited
  }

  /// The spaces of one level.
  private var indentation: String {
    let line = text.textLines.first {
      $0.first?.isWhitespace == true && $0.contains("name:")
    }
    return line.map { String($0.prefix(while: \.isWhitespace)) } ?? "  "
  }
}

extension UsageError {
  /// The error of a manifest that `swift package` cannot edit.
  ///
  /// - Parameter lines: The lines to add by hand.
  fileprivate static func uneditable(
    _ file: String, _ reason: String, lines: [String] = []
  ) -> UsageError {
    UsageError(
      "\(file) could not be edited: \(reason)"
        + (lines.isEmpty
          ? "" : " Nothing was changed. Add these lines by hand:\n" + lines.joined(separator: "\n"))
    )
  }
}

/// A test target for specs, with the library that it uses.
struct SpecTarget {
  var name: String
  var folder: String
  /// The target that it tests.
  var subject: String?
  var library: LibraryLocation

  /// Where the library comes from.
  enum LibraryLocation {
    case folder(String)
    case repository(String, from: String)
  }

  /// The commands of `swift package` that add it.
  func commands() -> [[String]] {
    let dependency =
      switch library {
      case .folder(let path): [path, "--type", "path"]
      case .repository(let url, let version): [url, "--from", version]
      }
    let subjects = subject.map { ["--dependencies", $0] } ?? []
    return [
      ["add-dependency"] + dependency,
      ["add-target", name, "--type", "test", "--testing-library", "none"] + subjects,
      ["add-target-dependency", "Exemplar", name, "--package", "exemplar"],
    ]
  }

  /// The lines to add by hand to a manifest that `swift package` cannot edit.
  var lines: [String] {
    ["  // in dependencies:", "  \(dependencyLine)", "  // in targets:"] + targetLines("  ", "  ")
  }

  private var dependencyLine: String {
    switch library {
    case .folder(let path): ".package(name: \"exemplar\", path: \"\(path)\"),"
    case .repository(let url, let version): ".package(url: \"\(url)\", from: \"\(version)\"),"
    }
  }

  private func targetLines(_ start: String, _ level: String) -> [String] {
    let subjects = subject.map { ["\"\($0)\""] } ?? []
    let products = subjects + [".product(name: \"Exemplar\", package: \"exemplar\")"]
    return [
      "\(start).testTarget(", "\(start)\(level)name: \"\(name)\",",
      "\(start)\(level)dependencies: [\(products.joined(separator: ", "))],",
    ] + (folder.hasPrefix("Tests/") ? [] : ["\(start)\(level)path: \"\(folder)\","]) + [
      "\(start)\(level)resources: [.process(\"Rows\")]", "\(start)),",
    ]
  }

  /// Indents the code that `swift package` inserted like the rest of the text, and adds the parts for which it has no
  /// option: the name of a dependency in a folder, and resources.
  func tidied(_ text: String, indentation: String) -> String {
    // Code that is aligned with a parenthesis has no such spaces.
    let isAligned = indentation.count > 4
    let level = isAligned ? "    " : indentation
    let location =
      switch library {
      case .folder(let path): "path: \"\(NSRegularExpression.escapedPattern(for: path))\""
      case .repository(let url, _):
        "url: \"\(NSRegularExpression.escapedPattern(for: url))\", from: \"[^\"]*\""
      }
    let dependency = #"\.package\("# + location + #"\),?"#
    let target =
      #"\.testTarget\(\s*name:\s*""# + name + #"",\s*dependencies:\s*\[[^\]]*\]\s*\),?"#
    let tidied = Self.replacing(dependency, in: text) { start in
      [(isAligned ? start : level + level) + dependencyLine]
    }
    return Self.replacing(target, in: tidied) { start in
      targetLines(isAligned ? start : level + level, level)
    }
  }

  /// The text with other lines in place of the first match: as lines if it begins one, or else as one.
  private static func replacing(
    _ pattern: String, in text: String, _ lines: (_ start: String) -> [String]
  ) -> String {
    guard let range = text.range(of: pattern, options: .regularExpression) else { return text }
    let before = text[..<range.lowerBound]
    let beginning = before.reversed().prefix { $0 == " " || $0 == "\t" }.count
    let lineStart = before.index(before.endIndex, offsetBy: -beginning)
    let lines = lines(String(before[lineStart...]))
    if before[..<lineStart].last?.isNewline == true {
      return before[..<lineStart] + lines.joined(separator: "\n") + text[range.upperBound...]
    }
    let parts = lines.map { $0.trimmingCharacters(in: .whitespaces) }
    let joined = parts.joined(separator: " ").replacingOccurrences(of: "( ", with: "(")
      .replacingOccurrences(of: " )", with: ")")
    return before + joined + text[range.upperBound...]
  }
}
