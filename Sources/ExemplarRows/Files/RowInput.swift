import ExemplarCore
import Foundation

/// The file, or the text, that a source reads.
///
/// A literal is the name of a file:
///
/// ```swift
/// let prices = RowSource.csv("prices")
/// let pages = RowSource.json(.text("[474, 612]"))
/// ```
public struct RowInput: Sendable {
  enum Content: Sendable {
    case named(String, in: Bundle?)
    case url(URL)
    case text(String, path: String)
  }
  let content: Content

  /// A file, or a folder, by its name, with or without the extension of its format.
  ///
  /// It is searched for in the bundle, or else in the resources of the module that declares the
  /// outline, or else beside the file that declares it. A name with `*`, `?`, `[ab]` or `{a,b}` in it
  /// is a pattern for several files, each of which is a group.
  public static func named(_ name: String, in bundle: Bundle? = nil) -> RowInput {
    RowInput(content: .named(name, in: bundle))
  }

  /// The file, or the folder, at a URL.
  public static func url(_ url: URL) -> RowInput { RowInput(content: .url(url)) }

  /// A text, which is read as a file with this text would be.
  ///
  /// - Parameter path: The name of the text in messages.
  public static func text(_ text: String, path: String = "text") -> RowInput {
    RowInput(content: .text(text, path: path))
  }
}

extension RowInput: ExpressibleByStringInterpolation {
  public init(stringLiteral name: String) { self = .named(name) }
}

extension RowInput {
  /// The name of the source in messages.
  var name: String {
    switch content {
    case .named(let name, _), .text(_, path: let name): name
    case .url(let url): url.lastPathComponent
    }
  }

  /// The argument of a source in the declaration at `site` that stands for it, for messages.
  func code(for site: DeclarationSite) -> String {
    switch content {
    case .named(let name, in: nil): return name.debugDescription
    case .named(let name, _): return ".named(\(name.debugDescription), in: \u{2026})"
    case .text: return ".text(\u{2026})"
    case .url(let url):
      // The file of a default source is beside the declaration, or a resource.
      let folder = url.deletingLastPathComponent().standardizedFileURL.path
      let isBeside = FileSearch.folders(for: site).contains {
        $0.standardizedFileURL.path == folder
      }
      return isBeside ? url.lastPathComponent.debugDescription : ".url(\u{2026})"
    }
  }

  /// The file, for the declaration at `site`. `extensions` are those that the name may omit.
  ///
  /// Throws ``UsageError`` with the searched locations.
  func locate(extensions: [String], for site: DeclarationSite) throws -> URL {
    switch content {
    case .named(let name, let bundle):
      return try FileSearch.locate(
        name, extensions: extensions, in: bundle.map { [$0.resourceURL ?? $0.bundleURL] }, for: site
      )
    case .url(let url):
      guard url.isFileURL else {
        throw UsageError("\(url) is not a file; rows are read from files only.", at: site.place)
      }
      return try FileSearch.locate(url.path, extensions: [], for: site)
    case .text:
      throw UsageError("Rows of this format are in a folder, not in a text.", at: site.place)
    }
  }

  /// Whether the file, or one of several, may have the name of the file at a path.
  func mayBe(_ path: String, extensions: [String]) -> Bool {
    let own: String
    switch content {
    case .named(let name, _): own = name
    case .url(let url): own = url.path
    case .text(_, let path): own = path
    }
    if PathPattern.isIn(own) { return true }
    let (file, name) = (path.lastPathPart.lowercased(), own.lastPathPart.lowercased())
    return file == name || extensions.contains { file == "\(name).\($0)" }
  }

  /// The patterns that the name may mean, the likeliest first; `nil` if it is not a pattern, or a
  /// file has exactly this name.
  func patterns(extensions: [String], for site: DeclarationSite) -> [[PathPattern]]? {
    guard case .named(var name, let bundle) = content, PathPattern.isIn(name),
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
    let fileExtensions =
      extensions.count == 1 ? extensions[0] : "{\(extensions.joined(separator: ","))}"
    // After the last star, a dot begins an extension.
    let hasOther =
      name.lastPathPart.split(separator: "*", omittingEmptySubsequences: false).last?
      .contains(".") == true
    return [PathPattern.all(in: "\(name).\(fileExtensions)", anyCaseOf: extensions)]
      + (hasOther ? [written] : [])
  }
}
