#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif os(Windows)
  import ucrt
#endif

/// Reads files of text without Foundation.
enum TextFile {
  /// The text in a file; `nil` if it cannot be read, or is not UTF-8.
  static func content(of path: String) -> String? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    // A folder can be opened, but not read.
    if ferror(file) != 0 { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
