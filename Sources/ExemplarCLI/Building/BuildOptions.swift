/// Options of `swift build`, as they follow `--`.
extension [String] {
  /// The options with which the same code can still be built in another way on each machine: folders, and the course of
  /// the build. Whether one has a value is its own.
  private static let local: [String: Bool] = Dictionary(
    uniqueKeysWithValues: [
      "--package-path", "--cache-path", "--config-path", "--security-path", "--scratch-path",
      "--build-path", "--manifest-cache", "--netrc-file", "--jobs", "-j",
    ].map { ($0, true) }
      + [
        "--verbose", "-v", "--very-verbose", "--vv", "--quiet", "-q", "--color-diagnostics",
        "--no-color-diagnostics", "--disable-sandbox", "--ignore-lock", "--skip-update", "--netrc",
        "--enable-netrc", "--disable-netrc", "--enable-prefetching", "--disable-prefetching",
        "--enable-dependency-cache", "--disable-dependency-cache",
        "--enable-build-manifest-caching", "--disable-build-manifest-caching",
        "--enable-experimental-prebuilts", "--disable-experimental-prebuilts",
        "--auto-index-store", "--enable-index-store", "--disable-index-store",
      ].map { ($0, false) })

  /// The options that decide the folder of the programs, with a value each.
  private static let places: Set = [
    "-c", "--configuration", "--triple", "--arch", "--build-system", "--swift-sdk", "--toolchain",
  ]

  /// Those of the options that another build into the same folder may not have had.
  var withoutFolder: [String] {
    var (rest, words) = ([String](), self[...])
    while let word = words.popFirst() {
      if word.hasPrefix("-X") {
        rest += [word] + (words.popFirst().map { [$0] } ?? [])
      } else if Self.places.contains(word) {
        _ = words.popFirst()
      } else if !Self.places.contains(String(word.prefix { $0 != "=" })) {
        rest.append(word)
      }
    }
    return rest
  }

  /// The options that may decide which code is built: all but a few that are known not to. Two runs of the same code have
  /// equal ones.
  var decidingCode: [String] {
    var deciding: [String] = []
    var words = self[...]
    while let word = words.popFirst() {
      let isForCompiler = word.hasPrefix("-X")
      let name = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? word
      guard let hasValue = Self.local[isForCompiler ? word : name] else {
        deciding.append(word)
        // The next word is for a compiler, whatever it is.
        if isForCompiler, let value = words.popFirst() { deciding.append(value) }
        continue
      }
      if hasValue, name == word { _ = words.popFirst() }
    }
    return deciding
  }
}
