import ExemplarCore
import Foundation

// Files: finds them, reads them as bytes, text or names, and explains why one cannot be read.
//
// It does not depend on rows.

/// Finds the files that sources name.
package enum FileSearch {
  /// The file named `name`, with one of the extensions, in the resources of the site's module, else
  /// beside the site's file, or in other folders. A name may be a path, relative to these, or absolute.
  ///
  /// Throws ``UsageError`` with the searched locations.
  static func locate(
    _ name: String, extensions: [String], in others: [URL]? = nil, for site: DeclarationSite
  ) throws -> URL {
    let name = MovedPackage.here(name)
    let root = [URL(fileURLWithPath: "/")]
    let folders = name.hasPrefix("/") ? root : others ?? self.folders(for: site)
    let names = spelled(name, extensions)
    for folder in folders {
      for name in names {
        if let url = try file(named: name, in: folder) { return url }
      }
    }
    throw UsageError(
      name.hasPrefix("/") ? missing(names) : missing(names, in: folders), at: site.place)
  }

  /// The file of a name in a folder, whose extension may be written in any case.
  static func file(named name: String, in folder: URL) throws -> URL? {
    let url = folder.appendingPathComponent(name)
    if FileManager.default.fileExists(atPath: url.path) { return url }
    try RowFile.refuseLooseLink(url.path)
    let stem = url.deletingPathExtension().lastPathComponent
    let fileExtension = url.pathExtension.lowercased()
    let folder = url.deletingLastPathComponent()
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return entries.sorted().map { folder.appendingPathComponent($0) }.first {
      $0.pathExtension.lowercased() == fileExtension
        && $0.deletingPathExtension().lastPathComponent == stem
        && FileManager.default.fileExists(atPath: $0.path)
    }
  }

  private static func spelled(_ name: String, _ extensions: [String]) -> [String] {
    let hasExtension =
      extensions.isEmpty || extensions.contains { name.lowercased().hasSuffix("." + $0) }
    if hasExtension { return [name] }
    // Others give their files other extensions.
    return extensions.map { "\(name).\($0)" }
      + (name.lastPathPart.fileExtension.isEmpty ? [] : [name])
  }

  /// Where files are looked for: in the resources of the module, then beside the declaration.
  static func folders(for site: DeclarationSite) -> [URL] {
    resourceFolders(of: site.module)
      + [URL(fileURLWithPath: site.place.path).deletingLastPathComponent()]
  }

  /// The resource bundles of a module: SwiftPM puts them beside the program, and names them
  /// `Package_Module.resources`, or `.bundle` on Apple systems.
  private static func resourceFolders(of module: String) -> [URL] {
    var places = [Bundle.main.bundleURL, Bundle.main.resourceURL].compactMap { $0 }
    #if canImport(Darwin)
      places += Bundle.allBundles.flatMap {
        [$0.bundleURL.deletingLastPathComponent(), $0.resourceURL].compactMap { $0 }
      }
    #endif
    var seen: Set<String> = []
    return places.filter { seen.insert($0.standardizedFileURL.path).inserted }.flatMap {
      resourceFolders(of: module, in: $0)
    }
  }

  /// The folders in `place` that may be the resource bundle of a module, the likeliest first.
  ///
  /// The package's name is unknown here, and names of packages and modules may contain underscores:
  /// `Shop_Cart_Specs.resources` belongs to `Specs` in `Shop_Cart`, or to `Cart_Specs` in `Shop`.
  /// So the shortest name is the likeliest, but not the only one.
  package static func resourceFolders(of module: String, in place: URL) -> [URL] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
    return entries.filter { entry in
      entry.hasSuffix("_\(module).resources") || entry.hasSuffix("_\(module).bundle")
    }
    .sorted { ($0.count, $0) < ($1.count, $1) }
    .map { place.appendingPathComponent($0) }
  }

  private static func missing(_ names: [String], in folders: [URL]) -> String {
    let listed = folders.map { "\n  \($0.path)" }.joined()
    return missing(names, among: folders) + elsewhere(names, folders) + " Looked in:\(listed)\n"
      + "A resource has to be listed in Package.swift to be found in the module's resources."
  }

  private static func missing(
    _ names: [String], among folders: [URL] = [URL(fileURLWithPath: "/")]
  ) -> String {
    let near = names.flatMap { similar(to: $0, in: folders) }
    return "There is no file \(names.joined(separator: " or "))." + Suggestions.question(near)
      + (MovedPackage.current == nil
        ? ""
        : " An archive has files outside of the test targets if exemplar archive --include adds them.")
  }

  /// Where files of the names are that were looked for in another folder of the same place.
  static func elsewhere(_ names: [String], _ folders: [URL]) -> String {
    for name in names {
      guard let last = name.split(separator: "/").last.map(String.init) else { continue }
      let top = folders.first { folder in
        ["resources", "bundle"].contains(folder.pathExtension)
          && FileKind(at: folder.appendingPathComponent(last)) == .file
      }
      if last != name, let top {
        let folder = name.split(separator: "/").first ?? ""
        return
          " \(last) is in \(top.lastPathComponent) itself: .process puts all files into one "
          + "folder, .copy(\"\(folder)\") keeps the folders."
      }
      for folder in folders {
        guard let path = path(of: last, below: folder), path != name else { continue }
        return " It is in a subfolder: \(path)."
      }
    }
    return ""
  }

  /// The way to a file of that name in the folders below; in many folders, the search is given up.
  private static func path(of name: String, below folder: URL) -> String? {
    let depth = folder.standardizedFileURL.pathComponents.count
    return files(named: name, below: folder, depth: 5, limit: 2_000).lazy
      .filter { FileKind(at: $0) != .nothing }
      .map { $0.standardizedFileURL.pathComponents.dropFirst(depth) }
      .first { $0.count > 1 }?.joined(separator: "/")
  }

  /// The files in the folder of `name` whose own names are similar, written like `name`; hidden ones only if `name` is
  /// hidden.
  private static func similar(to name: String, in folders: [URL]) -> [String] {
    let path = name.lastIndex(of: "/").map { name[...$0] } ?? ""
    let entries = folders.flatMap { folder in
      let folder = folder.appendingPathComponent(String(path)).path
      return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
    let isHidden = name.lastPathPart.hasPrefix(".")
    let shown = Set(entries).filter { isHidden || !$0.hasPrefix(".") }.sorted()
    return Suggestions.near(name.lastPathPart, in: shown, limit: 2).map { path + $0 }
  }
}
