import ExemplarCore
import Foundation

/// The file that a source names.
enum DataFile: Sendable {
  /// A file, or a folder, by its name; in a bundle, or else in the resources of the module that
  /// declares the outline, or else beside the file that declares it.
  case named(String, in: Bundle?)
  case at(URL)

  /// The name of the source in messages.
  var name: String {
    switch self {
    case .named(let name, _): name
    case .at(let url): url.lastPathComponent
    }
  }

  /// The file, for the declaration at `site`. `extensions` are those that the name may omit.
  ///
  /// Throws ``AuthoringMistake`` with the searched locations.
  func locate(extensions: [String], for site: DeclarationSite) throws -> URL {
    switch self {
    case .named(let name, nil): try FileSearch.locate(name, extensions: extensions, for: site)
    case .named(let name, let bundle?):
      try FileSearch.locate(
        name, extensions: extensions, in: [bundle.resourceURL ?? bundle.bundleURL], for: site)
    case .at(let url): try FileSearch.existing(url, for: site)
    }
  }

  /// The patterns that the name may mean, the likeliest first; `nil` if it is not a pattern, or a
  /// file has exactly this name.
  func patterns(extensions: [String], for site: DeclarationSite) -> [[PathPattern]]? {
    guard case .named(var name, let bundle) = self, PathPattern.isIn(name),
      !FileSearch.folders(for: site).contains(where: { folder in
        FileKind(
          at: name.hasPrefix("/") ? URL(fileURLWithPath: name) : folder.appendingPathComponent(name)
        )
          == .file
      })
    else { return nil }
    if let bundle { name = (bundle.resourceURL ?? bundle.bundleURL).path + "/" + name }
    let written = PathPattern.all(in: name, anyCaseOf: extensions)
    if extensions.isEmpty || extensions.contains(where: { name.lowercased().hasSuffix("." + $0) }) {
      return [written]
    }
    let endings = extensions.count == 1 ? extensions[0] : "{\(extensions.joined(separator: ","))}"
    // After the last star, a dot begins an extension.
    let hasOther =
      name.lastPathPart.split(separator: "*", omittingEmptySubsequences: false).last?
      .contains(".") == true
    return [PathPattern.all(in: "\(name).\(endings)", anyCaseOf: extensions)]
      + (hasOther ? [written] : [])
  }
}
