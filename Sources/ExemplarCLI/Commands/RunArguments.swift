import ArgumentParser
import ExemplarCore
import Foundation
import ExemplarReports

/// Options of the table that a subcommand has.
protocol OptionSubset: Sendable {
  static var options: [EnvironmentOption] { get }
}

/// All that a command line can have.
enum AllOptions: OptionSubset {
  static let options = EnvironmentOption.onCommandLine
}

/// The options of a run on a command line.
typealias RunArguments = OptionArguments<AllOptions>

/// Options on a command line: those of the table, with its names and its help.
///
/// The parser finds the options of a type by reflection, so the type shows it those of the table.
struct OptionArguments<Subset: OptionSubset>: ParsableArguments, CustomReflectable {
  /// The given options.
  private(set) var values: [EnvironmentOption: String] = [:]

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    for option in Subset.options {
      let key = Key(stringValue: option.longName)
      switch option.entry.kind {
      case .flag where try container.decode(Flag<Bool>.self, forKey: key).wrappedValue:
        values[option] = "1"
      case .toggle:
        let isOn = try container.decode(Flag<Bool?>.self, forKey: key).wrappedValue
        values[option] = isOn.map { $0 ? "1" : "0" }
      case .one, .several:
        let given = try container.decode(Option<[String]>.self, forKey: key).wrappedValue
        values[option] = option.value(given)
      case .flag, .arguments, .hidden: break
      }
    }
  }

  var customMirror: Mirror {
    Mirror(self, children: Subset.options.map { declarations[$0]! })
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

/// The options as the parser declares them, with their names. It asks for them a hundred times.
private let declarations: [EnvironmentOption: (label: String?, value: Any & Sendable)] =
  Dictionary(
    uniqueKeysWithValues: EnvironmentOption.onCommandLine.map {
      ($0, ($0.longName, declaration(of: $0)))
    })

private func declaration(of option: EnvironmentOption) -> any Sendable {
  let letter = option.entry.letter.map { [NameSpecification.Element.customShort($0)] } ?? []
  let name = NameSpecification(letter + [.customLong(option.longName)])
  let text = option == .report ? ReportRequest.help : option.help
  let help = ArgumentHelp(stringLiteral: text)
  return switch option.entry.kind {
  case .toggle: Flag<Bool?>(name: name, inversion: .prefixedNo, help: help)
  case .flag: Flag(wrappedValue: false, name: name, help: help)
  case .one, .several, .arguments, .hidden:
    Option<[String]>(
      wrappedValue: [], name: name, help: ArgumentHelp(text, valueName: option.valueName),
      completion: option.completion)
  }
}

extension EnvironmentOption {
  /// How a shell completes the value: files and folders by its name, and choices by the words that it can be.
  fileprivate var completion: CompletionKind? {
    if self == .report { return .list(ReportFormat.all.map(\.name)) }
    switch valueName {
    case "path": return .file()
    case "folder": return .directory
    default:
      // A regular expression is parsed where it is written, which takes long.
      let choices = values.components(separatedBy: ", ")
      let words = choices.map { String($0.dropFirst().dropLast()) }
      let areWords = zip(choices, words).allSatisfy { choice, word in
        choice == "`\(word)`" && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      }
      return areWords && !words.contains("") ? .list(words) : nil
    }
  }
}

extension OptionArguments {
  /// The options of a command line over those of the environment, a profile, and the file.
  ///
  /// - Parameter change: Options that the command itself adds.
  func environment(
    for selection: SelectionArguments,
    changing change: (inout [EnvironmentOption: String]) -> Void = { _ in }
  ) throws -> ToolEnvironment {
    var options = values
    options[.select] = EnvironmentOption.select.value(selection.paths)
    change(&options)
    return try ToolEnvironment(
      options, over: ProcessInfo.processInfo.environment, package: selection.package.path,
      profile: selection.profile)
  }
}

/// Checks the options of a command. Only an error on the command line is printed with the usage.
func checkingUsage(_ check: () throws -> Void) throws {
  do {
    try check()
  } catch let mistake as UsageError where mistake.message.hasPrefix("--") {
    throw ValidationError(mistake.description)
  }
}
