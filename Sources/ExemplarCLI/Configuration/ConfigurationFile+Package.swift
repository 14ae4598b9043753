import ExemplarCore
import Foundation

extension ConfigurationFile {
  /// The file of a package, if there is one. Throws ``AuthoringMistake`` if it cannot be read, and if there is
  /// none although a profile is asked for.
  static func ofPackage(_ folder: String, profile: String?) throws -> ConfigurationFile? {
    let path = path(inPackage: folder)
    guard FileManager.default.fileExists(atPath: path) else {
      guard let profile else { return nil }
      throw AuthoringMistake(
        "There is no \(path), so there is no profile “\(profile)”. A profile stands there under "
          + "“profiles”.")
    }
    #if ConfigurationFile
      guard let text = FileManager.default.contents(atPath: path) else {
        throw AuthoringMistake("\(path) cannot be read.")
      }
      return try ConfigurationFile(text, path: path)
    #else
      // What reads layers of options is a dependency that most packages can do without.
      throw AuthoringMistake(
        "\(path) cannot be read, since the package trait ConfigurationFile is off. Turn it on where "
          + "Package.swift names the dependency: .package(url: \u{2026}, from: \u{2026}, "
          + "traits: [.defaults, \"ConfigurationFile\"]).")
    #endif
  }

  /// The options of a profile. Throws ``AuthoringMistake`` if it is not there.
  func profile(_ name: String) throws -> Layer {
    if let profile = profiles[name] { return profile }
    let names = profiles.keys.sorted()
    let near = Suggestions.near(name, in: names, limit: 1)
    let rest =
      if names.isEmpty {
        " It has none."
      } else if near.isEmpty {
        " There are \(names.joined(separator: ", "))."
      } else {
        Suggestions.question(near)
      }
    throw AuthoringMistake("There is no profile “\(name)” in \(path).\(rest)")
  }
}
