import ExemplarCore
import ExemplarReports
import ExemplarRows
import Foundation

/// The file at the root of a package with options for every run, and profiles with further options.
///
/// ```json
/// {
///   "tag": ["!slow"],
///   "profiles": { "ci": { "retries": 2, "report": ["junit=junit.xml", "github"] } }
/// }
/// ```
struct ConfigurationFile: Equatable {
  static let name = "exemplar.json"

  /// The options of the file itself or of one profile. An empty text replaces a value of the file by none.
  typealias Layer = [EnvironmentOption: ConfiguredValue]

  /// The path, as messages show it.
  let path: String
  private(set) var shared: Layer = [:]
  private(set) var profiles: [String: Layer] = [:]

  /// The options that the file may contain: the paths to select, and the flags and options of the command line
  /// except `--list`.
  static let options = EnvironmentOption.allCases.filter {
    $0 == .select || ($0 != .list && EnvironmentOption.onCommandLine.contains($0))
  }

  private static let profilesKey = "profiles"

  /// The path of a package's file.
  static func path(inPackage folder: String) -> String {
    folder == "." ? name : (folder as NSString).appendingPathComponent(name)
  }

  /// Reads the file. Throws ``UsageError`` for the first error in it, even in a profile that the run does
  /// not use.
  ///
  /// - Parameters:
  ///   - text: The content of the file.
  ///   - path: The path of the file. Paths in it are relative to its folder.
  init(_ text: Data, path: String) throws {
    self.path = path
    do {
      try read(try RowValue.json(text, path: path))
    } catch let mistake as UsageError {
      // Many commands print the message alone, so it includes the location.
      throw UsageError("\(mistake.place ?? Place(path: path)): \(mistake)")
    }
  }

  private mutating func read(_ root: RowValue) throws {
    guard case .object(var fields) = root.content else {
      throw mistake(
        "The file must contain an object of options, not \(root.wordForKind).", at: root)
    }
    let named = fields[Self.profilesKey]
    fields[Self.profilesKey] = nil
    shared = try layer(of: fields, profile: nil)
    guard let named else { return }
    guard case .object(let named) = named.content else {
      throw mistake(
        "“profiles” must be an object of profiles, not \(named.wordForKind).", at: named)
    }
    for name in named.keys {
      guard case .object(let fields) = named[name]!.content else {
        let kind = named[name]!.wordForKind
        throw mistake("A profile must be an object of options, not \(kind).", at: named[name]!)
      }
      profiles[name] = try layer(of: fields, profile: name)
    }
  }

  /// Reads the options of one object. Each value is checked as a run would read it.
  private func layer(of fields: RowFields, profile: String?) throws -> Layer {
    var layer: Layer = [:]
    for key in fields.keys {
      let value = fields[key]!
      guard let option = Self.options.first(where: { $0.longName == key }) else {
        let names = Self.options.map(\.longName) + (profile == nil ? [Self.profilesKey] : [])
        let near = Suggestions.near(key, in: names, limit: 1)
        throw mistake(
          "There is no option “\(key)” \(profile == nil ? "at the top" : "in a profile")."
            + (near.isEmpty
              ? " The options are \(names.joined(separator: ", "))." : Suggestions.question(near)),
          at: value)
      }
      let text = try text(of: value, for: option)
      try check(text, for: option, at: value)
      layer[option] = ConfiguredValue(
        text: text, origin: .file(place(of: value), profile: profile))
    }
    return layer
  }

  /// Returns the text that the option's variable would have.
  private func text(of value: RowValue, for option: EnvironmentOption) throws -> String {
    func wrong(_ expected: String) -> UsageError {
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
        return [.attachments, .record, .quarantine].contains(option) ? fromFolder(text) : text
      default: throw wrong(values.replacing("`", with: ""))
      }
    case .several, .arguments:
      let values = if case .array(let all) = value.content { all } else { [value] }
      return try values.map { element in
        guard case .string(let text) = element.content, !text.isEmpty,
          !text.contains(where: \.isNewline)
        else {
          throw mistake(
            "“\(option.longName)” must be a text or a list of texts; found \(element.wordForKind).",
            at: element)
        }
        return option == .report ? fromFolder(ofReport: text) : text
      }.joined(separator: "\n")
    case .hidden: throw wrong("absent")
    }
  }

  private func check(_ text: String, for option: EnvironmentOption, at value: RowValue) throws {
    if text.isEmpty { return }
    do {
      let variables = [option.rawValue: text]
      _ = try RunOptions(environment: variables) { "“\($0.longName)”" }
      _ = try ReportRequest.requests(in: variables, option: "“\(option.longName)”")
    } catch {
      throw mistake("\(error)", at: value)
    }
  }

  private func mistake(_ message: String, at value: RowValue) -> UsageError {
    UsageError(message, at: place(of: value))
  }

  private func place(of value: RowValue) -> Place {
    Place(path: path, line: Int(value.line), column: Int(value.column))
  }

  // MARK: Paths

  private var folder: String { (path as NSString).deletingLastPathComponent }

  /// Resolves the path of a report against the folder of the file, independent of the working directory.
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

extension ConfigurationFile {
  /// Reads the file of a package, if it has one. Throws ``UsageError`` if the file cannot be read, or if
  /// it does not exist although the user asked for a profile.
  static func ofPackage(_ folder: String, profile: String?) throws -> ConfigurationFile? {
    let path = path(inPackage: folder)
    guard FileManager.default.fileExists(atPath: path) else {
      if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
        throw UsageError(
          "\(path) is a link to \(target), where there is no file. Correct the link, or remove it.")
      }
      guard let profile else { return nil }
      throw UsageError(
        "There is no \(path), so there is no profile “\(profile)”. Define it there under “profiles”."
      )
    }
    guard let text = FileManager.default.contents(atPath: path) else {
      throw UsageError("\(path) cannot be read.")
    }
    return try ConfigurationFile(text, path: path)
  }

  /// Returns the options of a profile. Throws ``UsageError`` if the file does not define it.
  func profile(_ name: String) throws -> Layer {
    if let profile = profiles[name] { return profile }
    let names = profiles.keys.sorted()
    let near = Suggestions.near(name, in: names, limit: 1)
    let rest =
      if names.isEmpty {
        " The file defines no profiles."
      } else if near.isEmpty {
        " The profiles are \(names.joined(separator: ", "))."
      } else {
        Suggestions.question(near)
      }
    throw UsageError("There is no profile “\(name)” in \(path).\(rest)")
  }
}
