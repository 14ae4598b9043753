import ExemplarCore
import Foundation

#if os(Windows)
  @discardableResult private func umask(_ mask: Int32) -> Int32 { mask }
#endif

struct AttachmentFolder: Sendable {
  /// The folder; `nil` if attachments are only reported.
  let path: String?
  /// The umask before the run: examples may set one for their own files.
  private let mask = {
    umask($0)
    return $0
  }(umask(0))

  private static let latest = Locked<AttachmentFolder?>(nil)

  /// The folder of the host's options. Without a host, the one that the environment names, from where the process is
  /// when it is first asked for: a run does so before examples may go elsewhere.
  static var current: AttachmentFolder {
    latest.withLock { $0 } ?? use(ProcessInfo.processInfo.environment)
  }

  /// Makes the folder that `environment` names the current one.
  @discardableResult
  static func use(_ environment: [String: String]) -> AttachmentFolder {
    let folder = AttachmentFolder(
      path: environment[EnvironmentOption.attachments.rawValue]
        .flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0).path })
    latest.withLock { $0 = folder }
    return folder
  }

  /// Writes an attachment into a folder of its example. Returns its description for events.
  func recording(
    _ content: Data, named name: String, of id: ExampleID
  ) throws -> AttachmentRecorded {
    AttachmentRecorded(
      id: id, name: name, size: content.count, path: try write(content, named: name, of: id),
      text: content.count <= Self.textLimit ? String(data: content, encoding: .utf8) : nil)
  }

  /// The largest size of text, in bytes, that an event contains.
  private static let textLimit = 4096

  /// A second attachment of the same name gets a number.
  private func write(_ content: Data, named name: String, of id: ExampleID) throws -> String? {
    guard let path else { return nil }
    let own = umask(mask)
    defer { umask(own) }
    // Escaped, so that no name leads out of the folder.
    var folder = URL(fileURLWithPath: path)
    for part in id.components { folder.appendPathComponent(Self.fileName(part)) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for number in 1... {
      let file = folder.appendingPathComponent(Self.fileName(name, number))
      do {
        try content.write(to: file, options: .withoutOverwriting)
        return file.path
      } catch CocoaError.fileWriteFileExists {
        continue
      }
    }
    return nil
  }

  /// `page.html`, `page-2.html`, …
  private static func fileName(_ name: String, _ number: Int = 1) -> String {
    let escaped = ExampleID([name]).text
    let plain = [".", ".."].contains(escaped) ? "%" + escaped : escaped
    let end = plain.lastIndex(of: ".") ?? plain.endIndex
    var (stem, ending) = (plain[..<end], plain[end...])
    let mark = number == 1 ? "" : "-\(number)"
    guard plain.utf8.count + mark.utf8.count > nameLimit else { return stem + mark + ending }
    if ending.utf8.count > 16 { (stem, ending) = (plain[...], "") }
    // Names that begin alike stay apart.
    let hash = UInt32(truncatingIfNeeded: PathHash().appending(plain).key(seed: 0))
    let rest = "…" + String(hash, radix: 16) + mark + ending
    while stem.utf8.count + rest.utf8.count > nameLimit { stem.removeLast() }
    return stem + rest
  }

  /// How long the name of a file may be, in bytes; a few systems allow less.
  private static let nameLimit = 255
}
