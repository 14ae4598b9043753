import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// The pipes between the tool and a worker, into which other code may write too.
struct WorkerChannelTests {
  /// What the tool receives of bytes that a worker sends one after the other; `nil` stands for bytes that are no answer.
  private static func received(_ parts: [String]) throws -> [WorkerAnswer?] {
    let channel = try WorkerChannel(in: temporaryFolder())
    defer { channel.close() }
    let answers = Locked<[WorkerAnswer?]>([])
    channel.read { answer in answers.withLock { $0.append(answer) } }
    let pipe = open(channel.answersPath, O_WRONLY)
    defer { close(pipe) }
    for part in parts {
      #expect(part.withCString { write(pipe, $0, strlen($0)) } == part.utf8.count)
      channel.readRest()
    }
    return answers.withLock { $0 }
  }

  private static let ready = #"{"ready":{}}"# + "\n"

  @Test func answersArriveInParts() throws {
    let parts = [String(Self.ready.prefix(4)), Self.ready.dropFirst(4) + Self.ready]
    #expect(try Self.received(parts) == [.ready, .ready])
    #expect(try Self.received([String(Self.ready.prefix(4))]) == [])
  }

  @Test(arguments: [
    "no answer", "\n", "no answer\n", #"{"ready"}"# + "\n", #"{"planned":{}}"# + "\n", "[]",
    #"{"rea"# + "no answer\n",
  ])
  func bytesThatAreNoAnswerAreReportedOnce(bytes: String) throws {
    #expect(try Self.received([Self.ready, bytes, Self.ready, "more\n"]) == [.ready, nil])
    #expect(try Self.received([Self.ready + bytes + Self.ready]) == [.ready, nil])
  }
}
