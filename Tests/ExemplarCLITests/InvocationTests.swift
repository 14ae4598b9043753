import Exemplar
import Testing

@testable import ExemplarCLI

/// How the tool was started, in lines that run examples again.
struct InvocationTests {
  /// A page shows how its run was started; the paths of a run of many are not all shown.
  @Test func aRunIsNamedByItsOptions() {
    var facts = RunFacts(command: RunFacts.Command(specs: true), package: "Shop")
    facts.commit = "92dad42a169247596e168005f1c378e0c8c7061d-dirty"
    facts.options = [
      "select": "Shop/A cart/adds\nB", "fail-fast": "1", "seed": "7", "tag": "slow\nnet",
      "platform": "linux",
    ]
    let invocation = Invocation(
      packagePath: ".", command: facts.command, buildOptions: ["-c", "release"])
    let shown = facts.shown(as: invocation)
    expect(shown.map(\.name), equals: ["package", "commit", "platform", "command"])
    expect(shown[1].text, equals: "92dad42a16 with changes")
    let command = shown[3].text
    #expect(
      command.contains(" test --specs ")
        && command.hasSuffix(" 'Shop/A cart/adds' B -- -c release"),
      "\(command)")
    for part in [" --fail-fast ", " --seed 7 ", " --tag slow ", " --tag net "] {
      #expect(command.contains(part), "\(command)")
    }
    facts.options = ["select": "a\nb\nc\nd"]
    #expect(facts.shown(as: invocation)[3].text.hasSuffix(" a b c … -- -c release"))
  }

  @Test(arguments: [
    ("exemplar", "exemplar"), ("./exemplar", "./exemplar"),
    (".build/debug/exemplar", ".build/debug/exemplar"), ("/usr/bin/exemplar", "/usr/bin/exemplar"),
    ("/shop/.build/x86_64-unknown-linux-gnu/debug/exemplar", "swift run exemplar"),
    ("/shop/.build/x86_64-unknown-linux-gnu/release/exemplar", "swift run -c release exemplar"),
    (
      "/clones/exemplar/.build/x86_64-unknown-linux-gnu/debug/exemplar",
      "swift run --package-path /clones/exemplar exemplar"
    ),
    (".build/x86_64-unknown-linux-gnu/debug/exemplar", "swift run exemplar"),
    (
      "../clones/exemplar/.build/x86_64-unknown-linux-gnu/debug/exemplar",
      "swift run --package-path /clones/exemplar exemplar"
    ),
    ("/shop/.build/debug/exemplar", "/shop/.build/debug/exemplar"),
    (
      "/gone/.build/x86_64-unknown-linux-gnu/debug/exemplar",
      "/gone/.build/x86_64-unknown-linux-gnu/debug/exemplar"
    ),
    ("/shop/.build/exemplar", "/shop/.build/exemplar"),
    // swift run --scratch-path /other/.build
    (
      "/other/.build/x86_64-unknown-linux-gnu/debug/exemplar",
      "/other/.build/x86_64-unknown-linux-gnu/debug/exemplar"
    ),
  ])
  func isWrittenAsAUserWouldTypeIt(typed: String, line: String) {
    let words = Invocation.words(typed: typed, directory: "/shop") { package, folder in
      ["/shop", "/clones/exemplar"].contains(package) && folder.hasPrefix(package)
    }
    expect(words.joined(separator: " "), equals: line)
  }
}
