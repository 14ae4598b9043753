import ExemplarCore
import Foundation

extension ConfigurationFile {
  /// Reads the file of a package, if it has one. Throws ``UsageError`` if the file cannot be read, or if
  /// it does not exist although the user asked for a profile.
  static func ofPackage(_ folder: String, profile: String?) throws -> ConfigurationFile? {
    let path = path(inPackage: folder)
    guard FileManager.default.fileExists(atPath: path) else {
      if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
        throw UsageError(
          "\(path) is a link to \(target), where there is no file. Correct the link, or remove it.")
      }
      guard let profile else { return nil }
      throw UsageError(
        "There is no \(path), so there is no profile “\(profile)”. Define it there under “profiles”."
      )
    }
    guard let text = FileManager.default.contents(atPath: path) else {
      throw UsageError("\(path) cannot be read.")
    }
    return try ConfigurationFile(text, path: path)
  }

  /// Returns the options of a profile. Throws ``UsageError`` if the file does not define it.
  func profile(_ name: String) throws -> Layer {
    if let profile = profiles[name] { return profile }
    let names = profiles.keys.sorted()
    let near = Suggestions.near(name, in: names, limit: 1)
    let rest =
      if names.isEmpty {
        " The file defines no profiles."
      } else if near.isEmpty {
        " The profiles are \(names.joined(separator: ", "))."
      } else {
        Suggestions.question(near)
      }
    throw UsageError("There is no profile “\(name)” in \(path).\(rest)")
  }
}
