#if Queue
  import ExemplarCore
  import ExemplarHiredis
  import ExemplarLog
  import Foundation

  /// A reply of the server.
  enum RedisReply {
    case text(Data)
    case number(Int)
    case list([RedisReply])
    case none

    var text: String? {
      if case .text(let data) = self { String(decoding: data, as: UTF8.self) } else { nil }
    }
    var data: Data? { if case .text(let data) = self { data } else { nil } }
    var number: Int? { if case .number(let number) = self { number } else { nil } }
    var list: [RedisReply] { if case .list(let list) = self { list } else { [] } }
  }

  extension QueueAddress {
    /// The error for a command that the server refuses, or answers as no server of Redis does.
    func refusal(_ reason: String) -> UsageError {
      // Which line of a script failed does not help.
      let end = reason.range(of: " script: ")?.lowerBound ?? reason.endIndex
      let reason = reason[..<end].reversed().drop { ". ".contains($0) }.reversed()
      return UsageError(
        "The server of the queue \(self) refuses a command: \(String(reason)). A queue needs Redis 5 or later, or Valkey, "
          + "with memory for all results, and a user who may run scripts that change the keys \(prefix):*. In a "
          + "cluster, name the node that has the key.")
    }
  }

  /// A connection to the server, which is made again when it breaks: a command that got no reply is sent again, so
  /// commands must allow that.
  final class RedisConnection: @unchecked Sendable {
    private let address: QueueAddress
    private let lock = NSLock()
    private var connection: UnsafeMutablePointer<redisContext>?

    init(_ address: QueueAddress) { self.address = address }

    deinit { disconnect() }

    /// Why a command got no reply.
    private struct NoReply: Error { var reason: String }

    /// Sends a command and waits for its reply. Throws ``UsageError`` if the server has refused it, or has not answered
    /// for as long as the address allows.
    func send(_ command: [Data]) throws -> RedisReply {
      try lock.withLock {
        var start: Double?
        var delay = 0.1
        while true {
          do {
            return try attempt(command)
          } catch let problem as NoReply {
            disconnect()
            let now = EventLog.now
            if start == nil {
              Terminal.warn(
                "The queue \(address) does not answer: \(problem.reason). Trying again.")
            }
            start = start ?? now
            if now - start! > address.patience || Interruption.isRequested {
              throw UsageError(
                "The queue \(address) has not answered for \(address.patience.formattedSeconds): \(problem.reason). What "
                  + "this machine ran does not count. Check the server and the network, and run again."
              )
            }
            Thread.sleep(forTimeInterval: delay)
            delay = min(2 * delay, 2)
          }
        }
      }
    }

    private func disconnect() {
      if let connection { redisFree(connection) }
      connection = nil
    }

    private func attempt(_ command: [Data]) throws -> RedisReply {
      if connection == nil { try connect() }
      return try exchange(command)
    }

    private func connect() throws {
      let limit = min(10, max(1, address.patience / 4))
      let timeout = timeval(tv_sec: Int(limit), tv_usec: 0)
      guard let new = redisConnectWithTimeout(address.host, Int32(address.port), timeout) else {
        throw NoReply(reason: "no memory")
      }
      connection = new
      if new.pointee.err != 0 { throw NoReply(reason: problem(of: new)) }
      redisSetTimeout(new, timeout)
      if address.usesTLS, let reason = exemplar_begin_tls(new, address.authority, address.host) {
        let reason = String(cString: reason)
        if new.pointee.err != 0 { throw NoReply(reason: reason) }
        throw UsageError("The queue \(address) cannot be reached: \(reason).")
      }
      guard let password = address.password else { return }
      let words = ["AUTH", address.user, password].compactMap(\.self)
      _ = try exchange(words.map { Data($0.utf8) })
    }

    private func problem(of connection: UnsafeMutablePointer<redisContext>) -> String {
      let text = withUnsafeBytes(of: connection.pointee.errstr) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      // The system's words for a time that has passed.
      return text == String(cString: strerror(EAGAIN)) ? "no reply in time" : text
    }

    private func exchange(_ command: [Data]) throws -> RedisReply {
      guard let connection else { throw NoReply(reason: "no connection") }
      let words = command.map { word in
        let bytes = UnsafeMutableBufferPointer<CChar>.allocate(capacity: word.count)
        _ = word.copyBytes(to: bytes)
        return bytes
      }
      defer { for word in words { word.deallocate() } }
      var arguments = words.map { UnsafePointer($0.baseAddress) }
      let lengths = words.map(\.count)
      guard let reply = redisCommandArgv(connection, Int32(command.count), &arguments, lengths)
      else {
        throw NoReply(reason: problem(of: connection))
      }
      defer { freeReplyObject(reply) }
      return try value(of: reply.assumingMemoryBound(to: redisReply.self).pointee)
    }

    private func value(of reply: redisReply) throws -> RedisReply {
      switch reply.type {
      case REDIS_REPLY_STRING, REDIS_REPLY_STATUS:
        return .text(Data(bytes: reply.str, count: reply.len))
      case REDIS_REPLY_INTEGER: return .number(Int(reply.integer))
      case REDIS_REPLY_ARRAY:
        return .list(
          try (0..<reply.elements).map { try value(of: reply.element[$0]!.pointee) })
      case REDIS_REPLY_ERROR: throw refusal(String(cString: reply.str))
      default: return .none
      }
    }

    /// A server that is starting, or whose master changes, answers later.
    private func refusal(_ message: String) -> any Error {
      if message.contains("GONE") {
        return UsageError(
          "The queue \(address) no longer has the run: its server has lost it, or the run has expired. Run again, with "
            + "another key.")
      }
      let temporary = ["LOADING", "BUSY", "TRYAGAIN", "CLUSTERDOWN", "MASTERDOWN", "READONLY"]
      if temporary.contains(where: message.hasPrefix) { return NoReply(reason: message) }
      return address.refusal(message)
    }
  }
#endif
