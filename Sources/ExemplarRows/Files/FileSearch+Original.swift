import ExemplarCore
import Foundation

extension FileSearch {
  /// The file that a person would edit: for a resource, which the build has copied, the equal file near
  /// the declaration that uses it, if there is one. Of a folder, only the name is compared.
  static func original(of url: URL, for site: DeclarationSite, isFolder: Bool = false) -> URL {
    let original =
      candidates(for: url, site).first { other in
        isFolder
          ? FileKind(at: other) == .folder
          : FileManager.default.contentsEqual(atPath: other.path, andPath: url.path)
      } ?? url
    // Behind a link, a path without `..` may lead to another file.
    let short = original.standardizedFileURL
    return short.resolvingSymlinksInPath().path == original.resolvingSymlinksInPath().path
      ? short : original
  }

  /// The warning that a resource is not what a person sees: a file that it may have been copied from
  /// was changed since.
  ///
  /// The resource is read all the same, as the program under test would read it; a build brings it up
  /// to date. Files that are read beside the declaration need no build.
  static func staleness(of url: URL, for site: DeclarationSite) -> UsageError? {
    let files = candidates(for: url, site).filter { FileKind(at: $0) == .file }
    guard let built = url.modified, let file = files.first, files.count == 1,
      let edited = file.modified, edited > built,
      !FileManager.default.contentsEqual(atPath: file.path, andPath: url.path)
    else { return nil }
    return UsageError(
      "\(file.lastPathComponent) was changed after the build; the rows are those of its copy in the "
        + "resources. Build to run the changed rows.", at: Place(path: file.path))
  }

  /// The files that a resource may have been copied from.
  private static func candidates(for url: URL, _ site: DeclarationSite) -> [URL] {
    // Nearly all that is asked for is no resource.
    guard url.path.contains("_\(site.module).") else { return [] }
    let folder = URL(fileURLWithPath: site.place.path).deletingLastPathComponent()
    if url.path.hasPrefix(folder.path + "/") { return [] }
    let isResource = url.pathComponents.contains { part in
      part.hasSuffix("_\(site.module).resources") || part.hasSuffix("_\(site.module).bundle")
    }
    return isResource
      ? files(named: url.lastPathComponent, below: folder, depth: 6, limit: 5_000)
        .sorted { $0.path < $1.path } : []
  }

  /// The files of a name in a folder and the folders in it, relative to it. In one that is large, the search
  /// is given up after some thousand files.
  static func files(named name: String, below folder: URL, depth: Int, limit: Int) -> [URL] {
    guard
      let files = FileManager.default.enumerator(
        at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    else { return [] }
    var found: [URL] = []
    for case (let number, let file as URL) in files.enumerated() {
      if number > limit { break }
      if files.level >= depth { files.skipDescendants() }
      if file.lastPathComponent == name { found.append(file) }
    }
    return found
  }
}

extension URL {
  fileprivate var modified: Date? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.modificationDate] as? Date
  }
}
