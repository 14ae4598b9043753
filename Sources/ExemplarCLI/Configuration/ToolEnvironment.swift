import ExemplarCore
import ExemplarReports
import Foundation

/// The options of a run from four layers: the command line, the environment, a profile, and the options that the
/// package's file has for every run. The first layer that has a value for an option wins.
struct ToolEnvironment {
  /// All environment variables, with those of the options in effect.
  private(set) var variables: [String: String]
  /// The options in effect.
  private(set) var values: [EnvironmentOption: ConfiguredValue]
  /// The path of the package's configuration file, if it has one.
  let file: String?
  /// The name of the profile in use.
  let profile: String?

  /// Throws ``UsageError`` if the file contains an error, or does not define the profile.
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
    try EnvironmentOption.refuseEmptyValues(in: environment)
    var environment = environment
    let name = profile ?? environment[EnvironmentOption.profile.rawValue]
    environment[EnvironmentOption.profile.rawValue] = nil
    if name == "" {
      throw UsageError("--profile has an empty value. Give it one, or leave it out.")
    }
    let file = try ConfigurationFile.ofPackage(package, profile: name)
    var layers = [options.mapValues { ConfiguredValue(text: $0, origin: .commandLine) }, [:]]
    for option in EnvironmentOption.allCases {
      layers[1][option] = environment[option.rawValue].map {
        ConfiguredValue(text: $0, origin: .environment)
      }
    }
    if let file { layers += [try name.map(file.profile) ?? [:], file.shared] }
    // An empty value in a profile hides the value that the file has for every run, and is not a value itself.
    let values = layers.reduce([:]) { $0.merging($1) { first, _ in first } }
      .filter { $0.value.place == nil || !$0.value.text.isEmpty }
    for option in EnvironmentOption.allCases { environment[option.rawValue] = values[option]?.text }
    self.values = values
    variables = environment
    self.file = file?.path
    self.profile = name
  }

  /// The same, with another value of an option on the command line.
  func setting(_ option: EnvironmentOption, to text: String) -> ToolEnvironment {
    var environment = self
    environment.values[option] = ConfiguredValue(text: text, origin: .commandLine)
    environment.variables[option.rawValue] = text
    return environment
  }

  /// Returns the name of an option in messages, in the form in which the user gave it.
  func name(of option: EnvironmentOption) -> String {
    let value = values[option]
    if let place = value?.place { return "“\(option.longName)” at \(place)" }
    return value?.origin == .commandLine ? option.commandLineName : option.rawValue
  }

  /// The path for the events, if the environment has one.
  var events: String? { variables[EnvironmentOption.events.rawValue] }

  /// The path for the log, if the environment has one.
  var log: String? { variables[EnvironmentOption.log.rawValue] }

  /// The path at which the run is recorded, if the user wants that.
  var recording: String? { variables[EnvironmentOption.record.rawValue] }

  /// Reads the options as every host does.
  func options() throws -> RunOptions {
    var options = try RunOptions(environment: variables) { name(of: $0) }
    if agent != nil { options.console.isQuiet = true }
    return options
  }

  /// The variable of the agent for which the console is quiet; `nil` if none reads it, or if a report replaces it.
  var agent: String? {
    let isReplaced = (try? reports().contains(where: \.replacesConsole)) ?? false
    return isReplaced ? nil : CodingAgent.variable(in: variables)
  }

  /// The requested reports, each once. Throws ``UsageError`` for a malformed request, and if two reports would be written
  /// to one place.
  func reports() throws -> [ReportRequest] {
    try ReportRequest.distinct(
      ReportRequest.requests(in: variables, option: name(of: .report)))
  }

  /// Checks the files of a run. Throws ``UsageError`` if one would be written over another one.
  ///
  /// - Parameters:
  ///   - inputs: The files that the run reads.
  ///   - outputs: The paths of further options that name a file to write.
  func checkFiles(reading inputs: [String], writing outputs: [(option: String, path: String?)])
    throws
  {
    var files = CommandFiles()
    let options = try options()
    try files.read(
      inputs + options.durationFiles + [file, options.quarantineFile].compactMap(\.self))
    for output in [(name(of: .record), recording)] + outputs {
      if let path = output.1 { try files.write(path, as: output.0) }
    }
    _ = try ReportRequest.distinct(reports() + streamRequests, among: files)
  }

  /// The reports that the variables for events and logs ask for.
  var streamRequests: [ReportRequest] {
    [
      events.map { ReportRequest(.jsonLines, path: $0) }, log.map { ReportRequest(.log, path: $0) },
    ].compactMap(\.self)
  }

  /// The paths of the files that a run writes.
  func outputs() throws -> [String] {
    (try reports().map(\.path) + [recording, events, log]).compactMap(\.self)
  }

  /// The queue whose batches run, if the user wants that. Throws ``UsageError`` for an invalid URL.
  func queue() throws -> QueueAddress? {
    try variables[EnvironmentOption.queue.rawValue].map {
      try QueueAddress($0, name: name(of: .queue), in: variables)
    }
  }

  /// The options that a worker receives.
  var worker: [EnvironmentOption: String] {
    var options: [EnvironmentOption: String] = [:]
    let own: [EnvironmentOption] = [
      .events, .log, .worker, .orders, .report, .profile, .leftOut, .rerun, .first,
      .selectFile, .tool, .slot, .record, .recordOutput, .store, .shard, .durations, .share,
      .queue, .specs, .root,
    ]
    for option in EnvironmentOption.allCases where !own.contains(option) {
      options[option] = variables[option.rawValue]
    }
    // The tool has read the file, so that all workers select the same.
    if let selectors = try? self.options().selection.selectors {
      options[.select] = EnvironmentOption.select.value(selectors)
    }
    // The user's paths are relative to the tool's folder, but the worker runs in the folder of the package.
    for option in [EnvironmentOption.attachments, .quarantine] {
      options[option] = options[option].map { URL(fileURLWithPath: $0).path }
    }
    // Only the worker contains the user's reporter classes.
    options[.report] = EnvironmentOption.report.value(
      ((try? reports()) ?? []).filter { $0.customName != nil }.map(\.text))
    return options
  }

  /// The options of a worker that runs examples once, and whose results no report shows.
  var workerOfTrial: [EnvironmentOption: String] {
    let left: [EnvironmentOption] = [
      .repetitions, .untilFailure, .failFast, .retries, .attachments, .report, .list,
    ]
    return worker.filter { !left.contains($0.key) }
  }
}

extension RunOptions {
  /// The options that a worker reads; the defaults where it refuses them.
  init(ofWorker options: [EnvironmentOption: String]) {
    let environment = Dictionary(uniqueKeysWithValues: options.map { ($0.rawValue, $1) })
    self = (try? RunOptions(environment: environment)) ?? RunOptions()
  }
}

/// The value of an option, with its origin.
struct ConfiguredValue: Hashable {
  /// The text that the option's variable would have, with one line for each value of a list.
  var text: String
  var origin: Origin

  enum Origin: Hashable {
    case commandLine
    case environment
    /// The configuration file: its options for every run, or a profile.
    case file(Place, profile: String?)
  }

  /// Where the configuration file has the value, if it does.
  var place: Place? {
    if case .file(let place, _) = origin { place } else { nil }
  }
}
