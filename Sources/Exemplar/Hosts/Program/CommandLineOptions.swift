import ExemplarCore
import ExemplarReports

/// The command line of a program that runs its own specs, as the equivalent environment.
///
/// Every option of the environment is a flag here, under the same name as in the tool. The parser
/// is our own, since every user of the library would have to build one from a package.
struct CommandLineOptions {
  private(set) var environment: [String: String] = [:]
  private(set) var wantsHelp = false

  /// Parses `arguments`, which begin after the name of the program.
  ///
  /// Throws ``UsageError`` for invalid arguments.
  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        rest.forEach { add($0, to: .select) }
        return
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        add(argument, to: .select)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let (name, value) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
      switch name {
      case "--help", "-h": wantsHelp = true
      default: try parse(name, value, &rest)
      }
    }
  }

  private mutating func parse(
    _ name: String, _ value: String?, _ rest: inout ArraySlice<String>
  ) throws {
    guard
      let option = EnvironmentOption.ofPrograms.first(where: {
        [$0.commandLineName, $0.shortName, $0.oppositeName].contains(name)
      })
    else { throw Self.unknown(name) }
    if option.isFlag {
      if value != nil { throw UsageError("\(name) takes no value.") }
      environment[option.rawValue] = name == option.oppositeName ? "0" : "1"
    } else {
      guard let value = value ?? option.valueAlone(before: rest.first) ?? rest.popFirst() else {
        throw UsageError("\(name) needs a value.")
      }
      add(value, to: option)
    }
  }

  /// An option with one value keeps the last; others collect theirs, a line each.
  private mutating func add(_ value: String, to option: EnvironmentOption) {
    let earlier = environment[option.rawValue].map { [$0] } ?? []
    environment[option.rawValue] = option.value(earlier + [value])
  }

  private static func unknown(_ name: String) -> UsageError {
    let options = EnvironmentOption.ofPrograms
    let names =
      options.map(\.commandLineName) + options.compactMap(\.oppositeName)
      + ["--help"]
    let near = Suggestions.near(name, in: names)
    return UsageError("There is no option \(name).\(Suggestions.question(near))")
  }
}

extension CommandLineOptions {
  /// What `--help` prints; `program` is the beginning of the command line.
  static func help(program: String) -> String {
    let rows =
      EnvironmentOption.ofPrograms.map { option in
        let short = option.shortName.map { "\($0), " } ?? ""
        let value = option.valueName.map { " <\($0)>" } ?? ""
        let opposite = option.oppositeName.map { ", \($0)" } ?? ""
        return (
          short + option.commandLineName + opposite + value,
          option == .report ? ReportRequest.help : option.help
        )
      } + [
        ("-h, --help", "Prints this.")
      ]
    let width = rows.map(\.0.count).max() ?? 0
    let lines = rows.map { name, meaning in
      "  " + name + String(repeating: " ", count: width - name.count + 2) + meaning
    }
    return """
      Usage: \(program) [options] [path…]

      Runs the specs of this program: all of them, or those that a path names. A path is an id as
      reports print it, or the beginning of one; a glob; File.swift or File.swift:42; data.json:14;
      or any part of a name.

      \(lines.joined(separator: "\n"))

      Exit status: 0 all is fine, 1 something failed, 2 the run could not start, 3 a focus was left
      in on CI, 4 nothing ran, 5 the run did not finish, 130 interrupted.

      """
  }
}
