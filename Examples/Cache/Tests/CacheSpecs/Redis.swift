import Exemplar
import Foundation

/// One server for all examples of the run.
@Spec let redis = RunFixture("redis", timeLimit: .seconds(30)) { () async throws -> Redis in
  try await Redis.start()
} shutDown: { redis in
  try redis.command("SHUTDOWN", "NOSAVE")
}

/// A server of Redis, as every process finds it.
struct Redis: Codable, Sendable {
  struct Failure: Error { var output: String }

  /// Where the program is; `nil` if it is not installed.
  static let program = [
    "/usr/bin/redis-server", "/usr/local/bin/redis-server", "/opt/homebrew/bin/redis-server",
  ]
  .first { FileManager.default.isExecutableFile(atPath: $0) }

  let port: Int
  /// The number of the database; the server is started with 1,000 of them.
  var database = 0

  static func start() async throws -> Redis {
    let redis = Redis(port: try freePort())
    let server = Process()
    server.executableURL = URL(fileURLWithPath: program!)
    server.arguments = [
      "--port", "\(redis.port)", "--bind", "127.0.0.1", "--databases", "1000", "--save", "",
      "--appendonly", "no",
    ]
    server.currentDirectoryURL = FileManager.default.temporaryDirectory
    try server.run()
    while (try? redis.command("PING")) != "PONG" {
      if !server.isRunning { throw Failure(output: "The server has exited.") }
      try await Task.sleep(for: .milliseconds(20))
    }
    return redis
  }

  /// The server with another database.
  func database(_ number: Int) -> Redis { Redis(port: port, database: number) }

  /// Sends a command, and returns the answer.
  @discardableResult
  func command(_ words: String...) throws -> String {
    let client = Process()
    client.executableURL = URL(
      fileURLWithPath: Self.program!.replacing("redis-server", with: "redis-cli"))
    client.arguments = ["-p", "\(port)", "-n", "\(database)"] + words
    let output = Pipe()
    client.standardOutput = output
    client.standardError = output
    try client.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    client.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
    guard client.terminationStatus == 0 else { throw Failure(output: text) }
    return text
  }

  /// A port that no other process uses.
  private static func freePort() throws -> Int {
    #if canImport(Glibc) || canImport(Musl)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, stream, 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 ? getsockname(descriptor, address, &size) : -1
      }
    }
    guard status == 0 else { throw Failure(output: "No port is free.") }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
