import ExemplarCore

extension AttachmentRecorded {
  /// The content type according to the extension of its file or its name.
  var contentType: String {
    let name = path ?? name
    let fileExtension = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    if let type = Self.types[fileExtension] { return type }
    return text == nil ? "application/octet-stream" : "text/plain"
  }

  /// The kinds of pictures that every browser shows, and the texts that are attached most.
  private static let types = [
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "webp": "image/webp", "svg": "image/svg+xml", "bmp": "image/bmp",
    "txt": "text/plain", "log": "text/plain", "md": "text/markdown", "html": "text/html",
    "json": "application/json", "xml": "application/xml", "csv": "text/csv",
    "zip": "application/zip",
    "pdf": "application/pdf",
  ]
}
