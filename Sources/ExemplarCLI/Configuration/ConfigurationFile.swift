import ExemplarCore
import ExemplarReports
import ExemplarRows
import Foundation

// Configuration: what a team shares of the options of its runs, and which of all that was told holds.

/// The file at the root of a package that holds options for every run, and profiles with more of them.
///
/// ```json
/// {
///   "tag": ["!slow"],
///   "profiles": { "ci": { "retries": 2, "report": ["junit=junit.xml", "github"] } }
/// }
/// ```
struct ConfigurationFile: Equatable {
  static let name = "exemplar.json"

  /// The options of the file or of a profile, and where each stands.
  typealias Layer = [EnvironmentOption: Entry]

  /// A value as a variable would have it, several a line each; empty for none, which a profile may say.
  struct Entry: Equatable {
    var text: String
    var place: Place
  }

  /// The path, as messages show it.
  let path: String
  private(set) var shared: Layer = [:]
  private(set) var profiles: [String: Layer] = [:]

  /// The options that may stand in the file: those of the command line, but for questions.
  static let options = EnvironmentOption.allCases.filter {
    $0 == .select || ($0 != .list && EnvironmentOption.onCommandLine.contains($0))
  }

  /// Where the file of a package is.
  static func path(inPackage folder: String) -> String {
    folder == "." ? name : (folder as NSString).appendingPathComponent(name)
  }

  /// Reads the file. Throws ``AuthoringMistake`` for the first thing that is wrong with it, in the profiles
  /// too, whichever is asked for.
  ///
  /// - Parameters:
  ///   - text: What stands in it.
  ///   - path: Its path. What it names is relative to its folder.
  init(_ text: Data, path: String) throws {
    self.path = path
    do {
      try read(try RowValue.json(text, path: path))
    } catch let mistake as AuthoringMistake {
      // Those who tell it show no place beside it.
      throw AuthoringMistake("\(mistake.place ?? Place(path: path)): \(mistake)", at: mistake.place)
    }
  }

  private mutating func read(_ root: RowValue) throws {
    guard case .object(let fields) = root.content else {
      throw mistake("It must hold an object of options, not \(root.wordForKind).", at: root)
    }
    for key in fields.keys where key != Self.profilesKey {
      try read(fields[key]!, for: key, into: &shared, "at the top")
    }
    if let value = fields[Self.profilesKey] { try readProfiles(value) }
    for layer in [shared] + profiles.values { try check(layer) }
  }

  private static let profilesKey = "profiles"

  private mutating func readProfiles(_ value: RowValue) throws {
    guard case .object(let named) = value.content else {
      throw mistake(
        "“profiles” must be an object of profiles, not \(value.wordForKind).", at: value)
    }
    for name in named.keys {
      guard case .object(let fields) = named[name]!.content else {
        let kind = named[name]!.wordForKind
        throw mistake("A profile must be an object of options, not \(kind).", at: named[name]!)
      }
      var layer: Layer = [:]
      for key in fields.keys { try read(fields[key]!, for: key, into: &layer, "in a profile") }
      profiles[name] = layer
    }
  }

  private func read(
    _ value: RowValue, for key: String, into layer: inout Layer, _ whereItStands: String
  ) throws {
    guard let option = Self.options.first(where: { $0.longName == key }) else {
      var names = Self.options.map(\.longName)
      if whereItStands == "at the top" { names.append(Self.profilesKey) }
      let near = Suggestions.near(key, in: names, limit: 1)
      let rest =
        near.isEmpty ? " There are \(names.joined(separator: ", "))." : Suggestions.question(near)
      throw mistake("There is no option “\(key)” \(whereItStands).\(rest)", at: value)
    }
    layer[option] = Entry(
      text: try text(of: value, for: option),
      place: place(of: value))
  }

  /// The value as a variable would have it.
  private func text(of value: RowValue, for option: EnvironmentOption) throws -> String {
    func wrong(_ expected: String) -> AuthoringMistake {
      mistake("“\(option.longName)” must be \(expected); found \(value.wordForKind).", at: value)
    }
    switch option.entry.kind {
    case .flag, .toggle:
      guard case .bool(let isOn) = value.content else { throw wrong("true or false") }
      return isOn ? "1" : "0"
    case .one(_, let values, let alone):
      switch value.content {
      case .bool(let isOn) where alone != nil: return isOn ? alone! : ""
      case .number(let text): return text
      case .string(let text) where !text.isEmpty:
        return option == .attachments ? fromFolder(text) : text
      default: throw wrong(values.replacing("`", with: ""))
      }
    case .several, .arguments:
      let values = if case .array(let all) = value.content { all } else { [value] }
      return try values.map { element in
        guard case .string(let text) = element.content, !text.isEmpty, !text.contains("\n") else {
          throw mistake(
            "“\(option.longName)” must be a text or a list of them; found \(element.wordForKind).",
            at: element)
        }
        return option == .report ? fromFolder(ofReport: text) : text
      }.joined(separator: "\n")
    case .hidden: throw wrong("absent")
    }
  }

  /// Reads the values as a run would, so that what is wrong is told with its line.
  private func check(_ layer: Layer) throws {
    for (option, entry) in layer.sorted(by: { $0.value.place < $1.value.place }) {
      if entry.text.isEmpty { continue }
      do {
        let variables = [option.rawValue: entry.text]
        _ = try RunOptions(environment: variables) { "“\($0.longName)”" }
        _ = try ReportRequest.requests(in: variables, option: "“\(option.longName)”")
      } catch {
        throw AuthoringMistake("\(error)", at: entry.place)
      }
    }
  }

  private func mistake(_ message: String, at value: RowValue) -> AuthoringMistake {
    AuthoringMistake(message, at: place(of: value))
  }

  private func place(of value: RowValue) -> Place {
    Place(path: path, line: Int(value.line), column: Int(value.column))
  }

  // MARK: Paths

  private var folder: String { (path as NSString).deletingLastPathComponent }

  /// A report whose path is relative to the folder of the file, wherever the tool is started.
  private func fromFolder(ofReport text: String) -> String {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[1] != "-" else { return text }
    return parts[0] + "=" + fromFolder(parts[1])
  }

  private func fromFolder(_ other: String) -> String {
    other.hasPrefix("/") || folder.isEmpty
      ? other : (folder as NSString).appendingPathComponent(other)
  }
}
