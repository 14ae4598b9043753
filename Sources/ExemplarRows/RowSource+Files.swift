import Foundation

extension RowSource {
  /// The formats of files, by the endings of their names, in the order in which a default source
  /// looks for them.
  private static let formats: [(extensions: [String], source: @Sendable (URL) -> RowSource)] = [
    (["json"], { .json($0) })
  ]

  /// The endings of names of files that hold rows.
  public static var fileExtensions: [String] { formats.flatMap(\.extensions) }

  /// The rows of a file, or of a folder, whose name tells the format; `nil` if it does not.
  public static func file(_ url: URL) -> RowSource? {
    let ending = url.pathExtension.lowercased()
    return formats.first { $0.extensions.contains(ending) }?.source(url)
  }
}
