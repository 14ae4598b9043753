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

  /// The file, for the declaration at `site`. The extensions are those that the name may leave out.
  ///
  /// Throws ``AuthoringMistake`` that says where it looked.
  func locate(extensions: [String], for site: DeclarationSite) throws -> URL {
    switch self {
    case .named(let name, nil): try FileSearch.locate(name, extensions: extensions, for: site)
    case .named(let name, let bundle?):
      try FileSearch.locate(
        name, extensions: extensions, in: [bundle.resourceURL ?? bundle.bundleURL], for: site)
    case .at(let url): try FileSearch.existing(url, for: site)
    }
  }

  /// The pattern that the name is, if it is one for several files and no file has it to the letter.
  func pattern(extensions: [String], for site: DeclarationSite) -> PathPattern? {
    guard case .named(var name, let bundle) = self, Glob(ifIn: name) != nil,
      !FileSearch.folders(for: site).contains(where: { folder in
        FileKind(
          at: name.hasPrefix("/") ? URL(fileURLWithPath: name) : folder.appendingPathComponent(name)
        )
          == .file
      })
    else { return nil }
    let hasExtension =
      extensions.isEmpty || extensions.contains { name.lowercased().hasSuffix("." + $0) }
    if !hasExtension { name += "." + extensions[0] }
    if let bundle { name = (bundle.resourceURL ?? bundle.bundleURL).path + "/" + name }
    return PathPattern(name)
  }
}
