import Testing

@testable import ExemplarCLI

/// How the tool was started, in lines that run examples again.
struct InvocationTests {
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
    // The scratch folder of another package.
    (
      "/other/.build/x86_64-unknown-linux-gnu/debug/exemplar",
      "/other/.build/x86_64-unknown-linux-gnu/debug/exemplar"
    ),
  ])
  func isWrittenAsAUserWouldTypeIt(typed: String, line: String) {
    let words = Invocation.words(typed: typed, directory: "/shop") { package, folder in
      ["/shop", "/clones/exemplar"].contains(package) && folder.hasPrefix(package)
    }
    #expect(words.joined(separator: " ") == line)
  }
}
