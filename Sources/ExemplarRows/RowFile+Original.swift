import ExemplarCore
import Foundation

extension RowFile {
  /// The file that a person would edit: for a resource, which the build has copied, the equal file
  /// near the declaration that uses it, if there is one.
  static func original(of url: URL, _ content: Data, for site: RowSite) -> URL {
    original(of: url, for: site) { (try? Data(contentsOf: $0)) == content }
  }

  /// The same for a file whose content is not read at once.
  static func original(of url: URL, for site: RowSite) -> URL {
    original(of: url, for: site) {
      FileManager.default.contentsEqual(atPath: $0.path, andPath: url.path)
    }
  }

  /// The same for a folder, of which only the name is compared.
  static func originalFolder(of url: URL, for site: RowSite) -> URL {
    original(of: url, for: site) { FileKind(at: $0) == .folder }
  }

  private static func original(
    of url: URL, for site: RowSite, isEqual: (URL) -> Bool
  ) -> URL {
    let folder = URL(fileURLWithPath: site.place.path).deletingLastPathComponent()
    if url.path.hasPrefix(folder.path + "/") { return url }
    let isResource = url.pathComponents.contains { part in
      part.hasSuffix("_\(site.module).resources") || part.hasSuffix("_\(site.module).bundle")
    }
    guard isResource else { return url }
    return candidates(called: url.lastPathComponent, below: folder)
      .first(where: isEqual) ?? url
  }

  /// The files of a name in a folder and the folders in it. A source folder is small; in one that is
  /// not, the search is given up after some thousand files.
  private static func candidates(called name: String, below folder: URL) -> [URL] {
    guard
      let files = FileManager.default.enumerator(
        at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    else { return [] }
    var found: [URL] = []
    for case (let number, let file as URL) in files.enumerated() {
      if number > 5_000 { break }
      if files.level > 5 { files.skipDescendants() }
      if file.lastPathComponent == name { found.append(file) }
    }
    return found.sorted { $0.path < $1.path }
  }
}
