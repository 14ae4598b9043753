import Foundation

// A server for the specs beside it: a library whose catalog learns of a new book a moment later.
//
//   POST /books/TITLE   accepts a book
//   GET /books          lists the catalog, a title in each line
//
// It prints its port, serves one connection after the other, and exits when its standard input ends, so that it never
// outlives the process that started it.

#if canImport(Glibc)
  import Glibc

  private let stream = Int32(SOCK_STREAM.rawValue)
#else
  import Darwin
  private let stream = SOCK_STREAM
#endif

/// The titles in the catalog, and those that are on their way into it.
struct Catalog {
  private var books: [(title: String, arrival: Date)] = []

  mutating func accept(_ title: String) {
    books.append((title, Date() + 0.2))
  }

  var text: String {
    books.filter { $0.arrival <= Date() }.map { $0.title + "\n" }.joined()
  }
}

@main
enum Server {
  static func main() {
    signal(SIGPIPE, SIG_IGN)
    Thread.detachNewThread {
      while readLine() != nil {}
      exit(0)
    }
    let (listener, port) = listen()
    FileHandle.standardOutput.write(Data("\(port)\n".utf8))
    var catalog = Catalog()
    while true {
      let connection = accept(listener, nil, nil)
      if connection < 0 { continue }
      answer(request(from: connection), &catalog, to: connection)
      close(connection)
    }
  }

  /// Listens on a free port of the loopback interface.
  private static func listen() -> (Int32, UInt16) {
    let listener = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, size) == 0 && systemListen(listener)
          && getsockname(listener, pointer, &size) == 0
      }
    }
    guard result else { fatalError("No port is free.") }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  /// The first line of a request.
  private static func request(from connection: Int32) -> [Substring] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !bytes.reversed().starts(with: "\n\r\n\r".utf8) {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { return [] }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).prefix { $0 != "\r\n" }.split(separator: " ")
  }

  private static func answer(_ request: [Substring], _ catalog: inout Catalog, to connection: Int32)
  {
    var (status, body) = ("404 Not Found", "")
    let path = request.dropFirst().first?.split(separator: "/") ?? []
    switch (request.first, path.first, path.dropFirst().first) {
    case ("GET", "books", nil): (status, body) = ("200 OK", catalog.text)
    case ("POST", "books", let title?):
      catalog.accept(title.removingPercentEncoding ?? String(title))
      status = "202 Accepted"
    default: break
    }
    let text =
      "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    _ = text.withCString { write(connection, $0, strlen($0)) }
  }
}

private func systemListen(_ socket: Int32) -> Bool { listen(socket, 16) == 0 }
