#if Queue
  import ExemplarCore
  import Foundation

  /// A queue on a server of Redis or Valkey.
  final class RedisQueue: TestQueue {
    private let address: QueueAddress
    private let connection: RedisConnection
    /// The connection for signs of life, which do not wait for a long answer on the other one.
    private let heartbeat: RedisConnection
    private let machine = UUID().uuidString
    /// The token of the run: a server that has another one, or none, has lost the run.
    private let token = Locked("")

    init(_ address: QueueAddress) {
      self.address = address
      connection = RedisConnection(address)
      heartbeat = RedisConnection(address)
    }

    /// The least expected duration of a batch, in microseconds: each starts processes.
    private static let leastWeight = 1_000_000
    private static let mostUnits = 10_000

    /// The name of a key. All keys of a run are in one slot of a cluster.
    private func key(_ name: String) -> String { "\(address.prefix):{\(address.key)}:\(name)" }

    private func run(
      _ script: String, _ keys: [String] = RedisScripts.keys, on connection: RedisConnection? = nil,
      _ arguments: [Data]
    ) throws -> RedisReply {
      let keys = keys.map { Data(key($0).utf8) }
      let head = ["EVAL", script, "\(keys.count)"].map { Data($0.utf8) }
      return try (connection ?? self.connection).send(head + keys + arguments)
    }

    private func milliseconds(_ seconds: Double) -> String { "\(Int(seconds * 1_000))" }

    /// Runs a script that belongs to the machine.
    private func call(
      _ script: String, _ lease: String = "", on connection: RedisConnection? = nil,
      _ more: [Data] = []
    ) throws -> RedisReply {
      let common = [
        token.withLock { $0 }, machine, lease, milliseconds(address.lease),
        milliseconds(address.expiry),
      ]
      return try run(script, on: connection, common.map { Data($0.utf8) } + more)
    }

    func join(_ facts: RunFacts, _ units: () -> [QueuedUnit]) throws -> RunFacts {
      let name = ["HMGET", key("run"), "token", "facts"]
      var found = try connection.send(name.map { Data($0.utf8) }).list
      if found.first?.text == nil { found = try create(facts, units()) }
      guard let token = found.first?.text, let known = RunFacts(found.last?.text) else {
        throw UsageError(
          "The queue \(address) belongs to another version of Exemplar. Run all machines with the same version."
        )
      }
      self.token.withLock { $0 = token }
      return known
    }

    private func create(_ facts: RunFacts, _ units: [QueuedUnit]) throws -> [RedisReply] {
      let token = UUID().uuidString
      let list = "new:\(token)"
      let expiry = milliseconds(address.expiry)
      for start in stride(from: 0, to: units.count, by: 1_000) {
        let texts = units[start..<min(start + 1_000, units.count)].map {
          "\($0.number):\($0.weight):\($0.losses)"
        }
        _ = try run(
          RedisScripts.append, [list], (["\(start)", expiry] + texts).map { Data($0.utf8) })
      }
      let sum = units.reduce(0) { $0 + $1.weight }
      return try run(
        RedisScripts.create, RedisScripts.keys + [list],
        [token, facts.text, "\(units.count)", "\(sum)", expiry].map { Data($0.utf8) }
      ).list
    }

    func reserve(_ lease: String) throws -> Reservation {
      let limits = [address.machines, Self.leastWeight, Self.mostUnits]
      let reply = try call(RedisScripts.reserve, lease, limits.map { Data("\($0)".utf8) }).list
      let second = reply.dropFirst().first
      switch reply.first?.text {
      case "batch":
        return .batch(numbers(second?.text), left: reply.last?.number ?? 0)
      case "wait":
        return .wait((second?.text.flatMap { Double($0) } ?? 0) / 1_000)
      case "report": return .report
      case "verdict": return .verdict(second?.data ?? Data())
      default: throw address.refusal("its reply is unknown")
      }
    }

    /// The numbers of units in the text of a batch.
    private func numbers(_ text: String?) -> [Int] {
      (text ?? "").split(separator: " ").compactMap { Int($0.prefix { $0 != ":" }) }
    }

    func extend(_ lease: String) throws -> Bool {
      try call(RedisScripts.extend, lease, on: heartbeat).number == 1
    }

    func acknowledge(_ lease: String, _ result: Data) throws -> Bool {
      try call(RedisScripts.acknowledge, lease, [result]).number == 1
    }

    func release(_ lease: String, isLoss: Bool) throws {
      _ = try call(RedisScripts.release, lease, [Data((isLoss ? "1" : "0").utf8)])
    }

    func results() throws -> QueueResults {
      let reply = try call(RedisScripts.results).list
      guard reply.count == 2 else { throw address.refusal("its reply is unknown") }
      var results = QueueResults(lost: reply[1].list.compactMap { $0.text.flatMap { Int($0) } })
      let done = reply[0].list.compactMap(\.text)
      for index in stride(from: 0, to: done.count - 1, by: 2) {
        let command = ["HGET", key("logs"), done[index]].map { Data($0.utf8) }
        guard let log = try connection.send(command).data else { continue }
        results.batches.append((numbers(done[index + 1]), log))
      }
      return results
    }
  }
#endif
