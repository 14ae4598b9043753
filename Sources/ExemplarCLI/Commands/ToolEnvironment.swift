import ExemplarCore
import ExemplarReports
import Foundation

/// What a run is told: the environment, and over it the options of the command line.
struct ToolEnvironment {
  /// All variables, with those that stand for options.
  let variables: [String: String]
  private let given: Set<EnvironmentOption>

  init(_ options: [EnvironmentOption: String], over environment: [String: String]) {
    given = Set(options.keys)
    variables = environment.merging(options.map { ($0.rawValue, $1) }) { $1 }
  }

  /// How messages name an option: as it was given.
  func name(of option: EnvironmentOption) -> String {
    given.contains(option) ? option.commandLineName : option.rawValue
  }

  /// Where the environment wants the events.
  var events: String? { variables[EnvironmentOption.events.rawValue] }

  /// Where the environment wants a log.
  var log: String? { variables[EnvironmentOption.log.rawValue] }

  /// The reports that are asked for. Throws ``AuthoringMistake`` for one that is not understood.
  func reports() throws -> [ReportRequest] {
    try ReportRequest.requests(in: variables, option: name(of: .report))
  }

  /// What a worker is told.
  var worker: [EnvironmentOption: String] {
    var options: [EnvironmentOption: String] = [:]
    let own: [EnvironmentOption] = [.events, .log, .worker, .orders, .report]
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
