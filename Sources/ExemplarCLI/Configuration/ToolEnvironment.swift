import ExemplarCore
import ExemplarReports
import Foundation

/// What a run is told: by the command line, the environment, a profile, and the file of the package; the
/// first of them that says something wins.
struct ToolEnvironment {
  /// All variables, with those that stand for options.
  let variables: [String: String]
  /// Where each option that was given came from.
  let origins: [EnvironmentOption: OptionOrigin]
  /// The path of the file that was read, and the profile in it that was asked for.
  let file: String?
  let profile: String?

  /// Throws ``AuthoringMistake`` for what is wrong with the file, and for a profile that is not there.
  ///
  /// - Parameters:
  ///   - options: The options of the command line.
  ///   - environment: The variables.
  ///   - package: The folder of the package.
  ///   - profile: The profile that the command line asks for.
  init(
    _ options: [EnvironmentOption: String], over environment: [String: String],
    package: String, profile: String? = nil
  ) throws {
    var environment = environment
    let name = profile ?? environment[EnvironmentOption.profile.rawValue]
    environment[EnvironmentOption.profile.rawValue] = nil
    if name == "" {
      let option = profile == nil ? EnvironmentOption.profile.rawValue : "--profile"
      throw AuthoringMistake("\(option) has an empty value. Give it one, or leave it out.")
    }
    let file = try ConfigurationFile.ofPackage(package, profile: name)
    var layers = OptionLayers(commandLine: options, environment: environment)
    layers.shared = file?.shared ?? [:]
    layers.profile = try name.flatMap { name in try file.map { (name, try $0.profile(name)) } }
    // What a profile says to be empty hides what the file says, and is not told itself.
    let values = try layers.values().filter { !$0.value.text.isEmpty || !$0.value.origin.isOfFile }
    origins = values.mapValues(\.origin)
    for option in EnvironmentOption.allCases { environment[option.rawValue] = values[option]?.text }
    variables = environment
    self.file = file?.path
    self.profile = name
  }

  /// How messages name an option: as it was given.
  func name(of option: EnvironmentOption) -> String {
    switch origins[option] {
    case .commandLine: option.commandLineName
    case .profile(_, let place), .file(let place): "“\(option.longName)” at \(place)"
    case .environment, nil: option.rawValue
    }
  }

  /// Where the environment wants the events.
  var events: String? { variables[EnvironmentOption.events.rawValue] }

  /// Where the environment wants a log.
  var log: String? { variables[EnvironmentOption.log.rawValue] }

  /// What the run is told, read as every host reads it.
  func options() throws -> RunOptions {
    try RunOptions(environment: variables) { name(of: $0) }
  }

  /// The reports that are asked for. Throws ``AuthoringMistake`` for one that is not understood.
  func reports() throws -> [ReportRequest] {
    try ReportRequest.requests(in: variables, option: name(of: .report))
  }

  /// What a worker is told.
  var worker: [EnvironmentOption: String] {
    var options: [EnvironmentOption: String] = [:]
    let own: [EnvironmentOption] = [
      .events, .log, .worker, .orders, .report, .profile, .leftOut, .rerun,
    ]
    for option in EnvironmentOption.allCases where !own.contains(option) {
      options[option] = variables[option.rawValue]
    }
    // The worker runs in the folder of the package, but the user named these from here.
    options[.attachments] = options[.attachments].map { URL(fileURLWithPath: $0).path }
    // It alone knows the classes of the user's that are reports.
    options[.report] = EnvironmentOption.report.value(
      ((try? reports()) ?? []).filter { $0.customName != nil }.map(\.text))
    return options
  }
}

extension OptionOrigin {
  fileprivate var isOfFile: Bool {
    switch self {
    case .profile, .file: true
    case .commandLine, .environment: false
    }
  }
}
