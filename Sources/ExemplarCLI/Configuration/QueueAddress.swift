import ExemplarCore
import Foundation

/// The URL of a queue: `redis://user:password@host:port/KEY?lease=30s`.
struct QueueAddress: Sendable {
  let host: String
  let port: Int
  let usesTLS: Bool
  let user: String?
  let password: String?
  /// The name of the run on the server.
  let key: String
  /// The beginning of the names of all keys on the server.
  private(set) var prefix = "exemplar"
  /// How long a machine keeps a batch without a sign of life.
  private(set) var lease = 30.0
  /// How long the server keeps the keys of the run.
  private(set) var expiry = 86_400.0
  /// How long a machine waits for a server that does not answer.
  private(set) var patience = 60.0
  /// How many machines are expected at least.
  private(set) var machines: Int
  /// The file with the certificates to trust.
  private(set) var authority: String?

  /// Throws ``UsageError``, which never contains the URL: it may have a password.
  ///
  /// - Parameter environment: The variables in which a CI system states how many jobs run side by side.
  init(_ text: String, name: String, in environment: [String: String]) throws {
    guard let url = URLComponents(string: text), ["redis", "rediss"].contains(url.scheme),
      let host = url.host, !host.isEmpty, 1...65_535 ~= url.port ?? 6379
    else {
      throw UsageError("\(name) must be a URL such as redis://host:6379/KEY, or rediss:// for TLS.")
    }
    if url.fragment != nil {
      throw UsageError("\(name) has a “#”, behind which nothing is read. Write %23 instead.")
    }
    let key = url.path.drop { $0 == "/" }
    if key.isEmpty {
      throw UsageError(
        "\(name) lacks the key of the run. Append one that all machines of this run have, and no other run, such as "
          + "redis://\(host)/$BUILD_ID.")
    }
    // An address of IPv6 has brackets.
    self.host = host.trimmingCharacters(in: ["[", "]"])
    (self.key, usesTLS) = (String(key), url.scheme == "rediss")
    (user, password, port) = (
      url.user.flatMap { $0.isEmpty ? nil : $0 }, url.password, url.port ?? 6379
    )
    machines = (try? Shard("auto", in: environment).count) ?? 8
    for item in url.queryItems ?? [] {
      let value = item.value ?? ""
      switch item.name {
      case "prefix" where !value.isEmpty: prefix = value
      case "ca" where !value.isEmpty: authority = value
      case "machines": machines = try Self.number(value, of: item.name, in: name)
      case "lease": lease = try Self.seconds(value, of: item.name, in: name)
      case "expiry": expiry = try Self.seconds(value, of: item.name, in: name)
      case "patience": patience = try Self.seconds(value, of: item.name, in: name)
      default:
        throw UsageError(
          "\(name) has the parameter “\(item.name)”, which does not exist or has no value. Use ca, expiry, lease, machines, "
            + "patience or prefix.")
      }
    }
    if expiry < 10 * lease {
      throw UsageError("The expiry in \(name) must be at least ten times its lease.")
    }
  }

  private static func number(_ text: String, of item: String, in name: String) throws -> Int {
    guard let number = Int(text), number > 0 else {
      throw UsageError("“\(item)” in \(name) must be a number from 1; found “\(text)”.")
    }
    return number
  }

  private static func seconds(_ text: String, of item: String, in name: String) throws -> Double {
    guard let duration = Duration(text: text), duration.seconds >= 1 else {
      throw UsageError("“\(item)” in \(name) must be a duration from 1s; found “\(text)”.")
    }
    return duration.seconds
  }
}

extension QueueAddress: CustomStringConvertible {
  /// The URL without user, password and parameters.
  var description: String {
    let host = host.contains(":") ? "[\(host)]" : host
    return "\(usesTLS ? "rediss" : "redis")://\(host):\(port)/\(key)"
  }
}
