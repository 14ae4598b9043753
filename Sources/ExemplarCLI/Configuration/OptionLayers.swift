import ExemplarCore

/// Where the value of an option came from.
enum OptionOrigin: Hashable {
  case commandLine
  case environment
  case profile(String, Place)
  case file(Place)
}

/// What was told of options, in several places, the first of which wins.
struct OptionLayers {
  /// What the command line says.
  var commandLine: [EnvironmentOption: String] = [:]
  var environment: [String: String] = [:]
  /// The profile that was asked for, and its options.
  var profile: (name: String, options: ConfigurationFile.Layer)?
  /// What holds for all profiles.
  var shared: ConfigurationFile.Layer = [:]

  /// A value that holds.
  struct Value: Equatable {
    var text: String
    var origin: OptionOrigin
  }

  /// Where an option that a file holds stands in it.
  private func origin(inFile option: EnvironmentOption, ofProfile isOfProfile: Bool) -> OptionOrigin
  {
    if isOfProfile, let profile { return .profile(profile.name, profile.options[option]!.place) }
    return .file(shared[option]!.place)
  }
}

#if ConfigurationFile
  import Configuration

  extension OptionLayers {
    /// What holds, and where it came from. Throws ``AuthoringMistake`` where layers cannot be read.
    func values() throws -> [EnvironmentOption: Value] {
      // On Apple systems, not verified here.
      guard #available(macOS 15, *) else {
        throw AuthoringMistake(
          "With the package trait ConfigurationFile, the tool needs macOS 15 or later.")
      }
      let latest = LatestAccess()
      let reader = ConfigReader(
        providers: [
          InMemoryProvider(name: "command line", values: Self.values(commandLine)),
          EnvironmentVariablesProvider(environmentVariables: environment),
          InMemoryProvider(
            name: "profile", values: Self.values((profile?.options ?? [:]).mapValues(\.text))),
          InMemoryProvider(name: "file", values: Self.values(shared.mapValues(\.text))),
        ], accessReporter: latest)
      var values: [EnvironmentOption: Value] = [:]
      for option in EnvironmentOption.allCases {
        guard let text = reader.string(forKey: ConfigKey(Self.path(of: option))) else { continue }
        let origin: OptionOrigin =
          switch latest.layer {
          case 0: .commandLine
          case 1: .environment
          default: origin(inFile: option, ofProfile: latest.layer == 2)
          }
        values[option] = Value(text: text, origin: origin)
      }
      return values
    }

    /// The way to an option: in the environment, `EXEMPLAR_FAIL_FAST` for `exemplar.fail-fast`.
    private static func path(of option: EnvironmentOption) -> [String] {
      ["exemplar", option.longName]
    }

    @available(macOS 15, *)
    private static func values(_ texts: [EnvironmentOption: String]) -> [AbsoluteConfigKey:
      ConfigValue]
    {
      Dictionary(
        uniqueKeysWithValues: texts.map { option, text in
          (
            AbsoluteConfigKey(path(of: option)), ConfigValue(.string(text), isSecret: false)
          )
        })
    }
  }

  /// Which of the layers had the value that was asked for last.
  @available(macOS 15, *)
  private final class LatestAccess: AccessReporter {
    private let asked = Locked(0)

    var layer: Int { asked.withLock { $0 } - 1 }

    /// Layers are asked until one has a value.
    func report(_ event: AccessEvent) {
      asked.withLock { $0 = event.providerResults.count }
    }
  }
#else
  extension OptionLayers {
    /// What holds, and where it came from: without the package trait, no file is read.
    func values() throws -> [EnvironmentOption: Value] {
      var values: [EnvironmentOption: Value] = [:]
      for option in EnvironmentOption.allCases {
        if let text = commandLine[option] {
          values[option] = Value(text: text, origin: .commandLine)
        } else if let text = environment[option.rawValue] {
          values[option] = Value(text: text, origin: .environment)
        }
      }
      return values
    }
  }
#endif
