import Exemplar
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A process of the server, and requests to it.
actor RunningServer {
  static let shared = RunningServer()
  private var process: Process?
  private var input = Pipe()
  private var address = ""

  struct Failure: Error { var message: String }

  /// Starts the server, which is built beside the tests, and reads its port.
  func start() throws {
    let process = Process()
    process.executableURL = Self.products.appendingPathComponent("library-server")
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    self.process = process
    let port = output.fileHandleForReading.availableData
    let text = String(decoding: port, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard let port = UInt16(text) else { throw Failure(message: "The server printed no port.") }
    address = "http://127.0.0.1:\(port)"
  }

  func stop() {
    try? input.fileHandleForWriting.close()
    process?.waitUntilExit()
    process = nil
  }

  /// The titles in the catalog.
  func catalog() async throws -> [String] {
    let (status, body) = try await send("GET", "books")
    guard status == 200 else { throw Failure(message: "The server answered \(status).") }
    return body.split(separator: "\n").map(String.init)
  }

  /// Sends a request, and returns the status and the text of the answer.
  func send(_ method: String, _ path: String...) async throws -> (status: Int, body: String) {
    var url = URL(string: address)!
    for part in path { url.appendPathComponent(part) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    let (data, response) = try await URLSession.shared.data(for: request)
    return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
  }

  /// The folder with the products of the build.
  private static var products: URL {
    #if canImport(Darwin)
      for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
        return bundle.bundleURL.deletingLastPathComponent()
      }
    #endif
    return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  }
}
