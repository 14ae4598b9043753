#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif os(Windows)
  import ucrt
#endif

/// Reads files without Foundation.
enum TextFile {
  /// The text in a file; `nil` if it cannot be read, or is not UTF-8.
  static func content(of path: String) -> String? {
    bytes(of: path).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The bytes in a file; `nil` if it cannot be read.
  static func bytes(of path: String) -> [UInt8]? {
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
    return ferror(file) == 0 ? bytes : nil
  }
}
