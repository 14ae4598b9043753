#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder of sources at the build, and the folder in which their files are now, where tests run from an archive.
///
/// Code and events name files as the compiler did; only what opens a file looks for it here.
package struct MovedPackage: Sendable, Hashable {
  package var built: String
  package var here: String
  /// The folder that paths of the build are shown relative to.
  package var directory: String

  package init(built: String, here: String, directory: String) {
    (self.built, self.here, self.directory) = (built, here, directory)
  }

  /// The one of this process; `nil` where files are where the compiler found them.
  package static let current = getenv(EnvironmentOption.root.rawValue)
    .flatMap { MovedPackage(text: String(cString: $0)) }

  /// Reads the value of the variable.
  package init?(text: String) {
    let paths = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard paths.count == 3 else { return nil }
    self.init(built: paths[0], here: paths[1], directory: paths[2])
  }

  package var text: String { "\(built)\n\(here)\n\(directory)" }

  /// The path at which a file of the build is now.
  package func here(_ path: String) -> String { path.moved(from: built, to: here) }

  /// The path at which a file of the build is now, for this process.
  package static func here(_ path: String) -> String {
    current?.here(path) ?? path
  }

  /// The path that a file had at the build.
  package static func built(_ path: String) -> String {
    current.map { path.moved(from: $0.here, to: $0.built) } ?? path
  }
}

extension String {
  /// The path below another folder, if it is one below `folder`, or the folder itself.
  func moved(from folder: String, to other: String) -> String {
    guard hasPrefix(folder) else { return self }
    let rest = dropFirst(folder.count)
    return rest.isEmpty || rest.first == "/" ? other + rest : self
  }
}
