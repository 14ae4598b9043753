import ExemplarCore

/// The command line, parted at `--`: a list of arguments and what comes after it cannot both be
/// described to the parser.
struct CommandLineParts {
  var arguments: [String]
  var afterTerminator: [String]

  init(_ arguments: [String]) {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    // An option of the parser has a value or none; some may have one.
    self.arguments = arguments[..<end].enumerated().map { index, argument in
      let option = EnvironmentOption.onCommandLine.first { $0.commandLineName == argument }
      let next = index + 1 < end ? arguments[index + 1] : nil
      return option?.valueAlone(before: next).map { "\(argument)=\($0)" } ?? argument
    }
    afterTerminator = Array(arguments[end...].dropFirst())
  }

  /// The parts of this program's own command line.
  static let own = CommandLineParts(Array(CommandLine.arguments.dropFirst()))
}
