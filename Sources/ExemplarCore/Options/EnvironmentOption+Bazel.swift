// The options of a run that Bazel states in variables of its own: https://bazel.build/reference/test-encyclopedia

extension EnvironmentOption {
  /// The variable that exists in every test that Bazel runs.
  package static let markOfBazel = "BAZEL_TEST"

  /// The variable in which Bazel states the option, if it does.
  package var variableOfBazel: String? {
    switch self {
    case .shard: "TEST_TOTAL_SHARDS"
    case .filter: "TESTBRIDGE_TEST_ONLY"
    case .failFast: "TESTBRIDGE_TEST_RUNNER_FAIL_FAST"
    case .seed: "TEST_RANDOM_SEED"
    case .attachments: "TEST_UNDECLARED_OUTPUTS_DIR"
    case .report: "XML_OUTPUT_FILE"
    default: nil
    }
  }

  /// Adds the options that Bazel states to an environment of one of its tests. An option that is there already stays,
  /// but the report that Bazel reads is written beside others.
  ///
  /// Throws ``UsageError`` for a shard that does not exist.
  package static func addingOptionsOfBazel(
    to environment: [String: String]
  ) throws -> [String: String] {
    var environment = environment
    for option in allCases {
      guard let variable = option.variableOfBazel else { continue }
      let given = environment[option.rawValue]
      let text = environment[variable].flatMap { $0.isEmpty ? nil : $0 }
      let stated =
        switch option {
        case .shard: try Shard.ofBazel(in: environment)?.text
        case .failFast: text == "0" ? nil : text
        // Bazel keeps the results of tests, so they must not depend on chance.
        case .seed: text ?? "1"
        case .report:
          text.map { [given, "junit=\($0)"].compactMap(\.self).joined(separator: "\n") }
        default: text
        }
      environment[option.rawValue] = option == .report ? stated ?? given : given ?? stated
    }
    return environment
  }
}
