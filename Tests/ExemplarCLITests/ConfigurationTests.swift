import Exemplar
import ExemplarCore
import ExemplarReports
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// The file in which a package shares options, its profiles, and the options in effect.
struct ConfigurationTests {
  private static let file = """
    {
      "jobs": 4,
      "tag": ["!slow", "fast,small"],
      "report": ["junit=reports/all.xml", "github"],
      "profiles": {
        "ci": { "retries": 2, "tag": [], "fail-fast": true, "verbose": true },
        "smoke": { "select": "A cart", "attachments": "/tmp/shots" }
      }
    }
    """

  @Test func aFileHasOptionsWithTheirPlaces() throws {
    let file = try ConfigurationFile(Data(Self.file.utf8), path: "shop/exemplar.json")
    func entry(
      _ text: String, _ line: Int, _ column: Int, in profile: String? = nil
    ) -> ConfiguredValue {
      let place = Place(path: "shop/exemplar.json", line: line, column: column)
      return ConfiguredValue(text: text, origin: .file(place, profile: profile))
    }
    expect(
      file.shared,
      equals: [
        .jobs: entry("4", 2, 11), .tag: entry("!slow\nfast,small", 3, 10),
        .report: entry("junit=shop/reports/all.xml\ngithub", 4, 13),
      ])
    expect(
      file.profiles,
      equals: [
        "ci": [
          .retries: entry("2", 6, 24, in: "ci"), .tag: entry("", 6, 34, in: "ci"),
          .failFast: entry("1", 6, 51, in: "ci"), .verbose: entry("1", 6, 68, in: "ci"),
        ],
        "smoke": [
          .select: entry("A cart", 7, 26, in: "smoke"),
          .attachments: entry("/tmp/shots", 7, 51, in: "smoke"),
        ],
      ])
  }

  @Test(arguments: [
    (#"{"jbos": 4}"#, "1:10: There is no option “jbos” at the top. Did you mean jobs?"),
    (#"{"profile": {}}"#, "1:13: There is no option “profile” at the top. Did you mean profiles?"),
    (
      "{\n\"profiles\": {\"ci\": {\n  \"sed\": 7}}}",
      "3:10: There is no option “sed” in a profile. Did you mean seed?"
    ),
    (#"{"profiles": {"ci": {"jobs": 0}}}"#, "1:30: “jobs” must be at least 1; found “0”."),
    (
      #"{"profiles": {"b": {"jobs": 0}, "a": {"jobs": 0}, "c": {"jobs": 0}}}"#,
      "1:29: “jobs” must be at least 1; found “0”."
    ),
    (
      #"{"profiles": {"ci": 1}}"#, "1:21: A profile must be an object of options, not the number 1."
    ),
    (#"{"profiles": []}"#, "1:14: “profiles” must be an object of profiles, not an array."),
    (#"{"jobs": "x"}"#, "1:10: “jobs” must be a whole number; found “x”."),
    (#"{"jobs": null}"#, "1:10: “jobs” must be a number from 1; found null."),
    (#"{"strict": 1}"#, "1:12: “strict” must be true or false; found the number 1."),
    (#"{"tag": ["a", ""]}"#, "1:15: “tag” must be a text or a list of texts; found the text “”."),
    (#"{"report": "junitt"}"#, "found “junitt”. Did you mean junit or xunit?"),
    (#"{"jobs": 4,}"#, "1:12: Malformed JSON: expected a key in quotation marks, found “}”."),
    (#"{"jobs": 1, "jobs": 2}"#, "1:13: The key “jobs” appears twice in one object."),
    ("[]", "1:1: The file must contain an object of options, not an array."),
    ("", "1:1: The file is empty; expected keys and values."),
  ])
  func anErrorNamesItsLine(text: String, message: String) {
    let mistake = #expect(throws: UsageError.self) {
      try ConfigurationFile(Data(text.utf8), path: "exemplar.json")
    }
    expect(mistake?.message.hasPrefix("exemplar.json:"), equals: true)
    expect(mistake?.message.contains(message), equals: true, "\(mistake?.message ?? "nothing")")
  }

  @Test func everyOptionOfTheCommandLineButTheListCanStandInIt() {
    let names = EnvironmentOption.onCommandLine.filter { $0 != .list } + [.select]
    expect(Set(ConfigurationFile.options), equals: Set(names))
  }

  @Test func anUndefinedProfileIsAnError() throws {
    let file = try ConfigurationFile(Data(Self.file.utf8), path: "exemplar.json")
    func message(_ name: String) -> String? {
      #expect(throws: UsageError.self) { try file.profile(name) }?.message
    }
    expect(message("co"), equals: "There is no profile “co” in exemplar.json. Did you mean ci?")
    expect(
      message("nightly"),
      equals: "There is no profile “nightly” in exemplar.json. The profiles are ci, smoke.")
    try Self.inPackage(file: nil) { package in
      let mistake = #expect(throws: UsageError.self) {
        try ToolEnvironment([:], over: [:], package: package, profile: "ci")
      }
      expect(mistake?.message.contains("so there is no profile “ci”"), equals: true)
    }
  }

  @Test(arguments: ["missing.json", "exemplar.json"])
  func aLinkThatLeadsNowhereIsAMistake(target: String) throws {
    try Self.inPackage(file: nil) { package in
      try FileManager.default.createSymbolicLink(
        atPath: package + "/exemplar.json", withDestinationPath: target)
      let mistake = #expect(throws: UsageError.self) {
        try ToolEnvironment([:], over: [:], package: package)
      }
      expect(
        mistake?.message,
        equals:
          "\(package)/exemplar.json is a link to \(target), where there is no file. Correct the link, or "
          + "remove it.")
    }
  }

  @Test func aSwitchIsListedAsTheFileHasIt() throws {
    try Self.inPackage(file: nil) { package in
      let variables = ["EXEMPLAR_IN_PROCESS": "yes", "EXEMPLAR_STRICT": "Off"]
      let environment = try ToolEnvironment([:], over: variables, package: package)
      #expect(try environment.options().isInProcess)
      let text = try ConfigurationListing(environment).text(Style(hasColor: false))
        .replacing(#/  +/#, with: "  ")
      #expect(text.contains("  in-process  true  EXEMPLAR_IN_PROCESS\n"))
      #expect(text.contains("  strict  false  EXEMPLAR_STRICT\n"))
    }
  }

  @Test func theCommandLineWinsOverTheEnvironmentThatOverAProfileAndThatOverTheRest() throws {
    try Self.inPackage(file: Self.file) { package in
      let variables = ["EXEMPLAR_RETRIES": "5", "EXEMPLAR_SEED": "7", "HOME": "/home/ann"]
      let environment = try ToolEnvironment(
        [.seed: "9"], over: variables, package: package, profile: "ci")
      expect(
        environment.variables,
        equals: [
          "EXEMPLAR_SEED": "9", "EXEMPLAR_RETRIES": "5", "EXEMPLAR_FAIL_FAST": "1",
          "EXEMPLAR_JOBS": "4", "EXEMPLAR_VERBOSE": "1", "HOME": "/home/ann",
          "EXEMPLAR_REPORT": "junit=\(package)/reports/all.xml\ngithub",
        ])
      expect(environment.name(of: .seed), equals: "--seed")
      expect(environment.name(of: .retries), equals: "EXEMPLAR_RETRIES")
      expect(environment.name(of: .jobs), equals: "“jobs” at \(package)/exemplar.json:2:11")
    }
  }

  @Test func optionsInEffectAreListedWithTheirOrigins() throws {
    try Self.inPackage(file: Self.file) { package in
      let environment = try ToolEnvironment(
        [.seed: "9"], over: ["EXEMPLAR_RETRIES": "5", "EXEMPLAR_PROFILE": "ci", "CI": "1"],
        package: package)
      let text = try ConfigurationListing(environment).text(Style(hasColor: false))
        .replacing(package + "/exemplar.json", with: "exemplar.json")
        .replacing(package + "/reports", with: "REPORTS")
        .replacing(#/  +/#, with: "  ")
      expect(
        text,
        equals: """
          exemplar.json, profile ci

            seed  9  command line
            jobs  4  exemplar.json:2
            retries  5  EXEMPLAR_RETRIES
            fail-fast  1  exemplar.json:6, profile ci
            verbose  true  exemplar.json:6, profile ci
            report  junit=REPORTS/all.xml  exemplar.json:4
            github
            order  random  default
            allow-focus  false  CI is set
            strict  true  CI is set

          Not given: select, filter, skip, tag, specs, shard, durations, queue,
            platform, pool, in-process, memory-limit, quarantine, time-limit, grace,
            timeout, planning-timeout, repeat, until-failure, quiet, slowest,
            show-output, attachments, record, record-output

          """)
    }
  }

  /// Outside of CI, a focus succeeds without the option.
  @Test func aValueThatNoOptionSetsIsNotListed() throws {
    try Self.inPackage(file: "{}") { package in
      let environment = try ToolEnvironment([:], over: [:], package: package)
      let text = try ConfigurationListing(environment).text(Style(hasColor: false))
      let parts = text.split(separator: "Not given:")
      expect(parts.count, equals: 2)
      #expect(!parts[0].contains("allow-focus"))
      #expect(parts[1].contains("allow-focus"))
    }
  }

  @Test func theListingForProgramsHasTheOrigins() throws {
    try Self.inPackage(file: Self.file) { package in
      let environment = try ToolEnvironment(
        [.seed: "9"], over: ["EXEMPLAR_ORDER": "defined"], package: package, profile: "ci")
      let json = try ConfigurationListing(environment).json
      let listing = try #require(
        JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      expect(listing["profile"] as? String, equals: "ci")
      expect(listing["file"] as? String, equals: package + "/exemplar.json")
      let options = try #require(listing["options"] as? [[String: Any]])
      let lines = options.map { option in
        let line = (option["place"] as? [String: Any])?["line"] as? Int
        return "\(option["name"] ?? "") \(option["origin"] ?? "") \(line ?? 0)"
      }
      expect(
        lines,
        equals: [
          "seed commandLine 0", "order environment 0", "jobs file 2", "retries profile 6",
          "fail-fast profile 6", "verbose profile 6", "report file 4",
        ])
    }
  }

  /// Calls `body` with the path of a folder that holds the file, if there is one.
  private static func inPackage(file: String?, _ body: (String) throws -> Void) throws {
    let folder = try TemporaryFolder()
    if let file { try folder.write(file, to: "exemplar.json") }
    try body(folder.path)
  }
}
