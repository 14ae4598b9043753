import ExemplarCore
import Foundation

/// The two pipes between this process and a worker: one for orders, one for answers.
///
/// Both are held open here at both ends, so that neither side waits for the other, and messages
/// that are sent before the other side listens are not lost.
final class WorkerChannel: Sendable {
  let ordersPath: String
  /// The worker lives no longer than this pipe is held here.
  let answersPath: String
  private let descriptors = Locked<(orders: Int32, answers: Int32)>((-1, -1))
  /// Orders may be longer than what a pipe takes before the worker reads.
  private let sending = DispatchQueue(label: "exemplar.orders")
  private let reading = Locked<(rest: Data, sink: Sink?)>((Data(), nil))

  /// Receives each answer; `nil` for bytes that are no answer, after which nothing is read any more.
  typealias Sink = @Sendable (WorkerAnswer?) -> Void

  init(in folder: URL) throws {
    ordersPath = folder.appendingPathComponent("orders").path
    answersPath = folder.appendingPathComponent("answers").path
    let orders = try Self.pipe(ordersPath)
    let answers = try Self.pipe(answersPath)
    descriptors.withLock { $0 = (orders, answers) }
  }

  private static func pipe(_ path: String) throws -> Int32 {
    guard mkfifo(path, 0o600) == 0 else { throw UsageError("The pipe \(path) cannot be made.") }
    // Child processes must not inherit it. A pipe opened for both ends never blocks.
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { throw UsageError("The pipe \(path) cannot be opened.") }
    return descriptor
  }

  /// Sends an order to the worker. Orders that an exited worker has not read are lost.
  func send(_ order: WorkerOrder) {
    sending.async { [self] in
      var line = (try? JSONEncoder().encode(order)) ?? Data()
      line.append(0x0A)
      while !line.isEmpty {
        let count = descriptors.withLock { descriptors in
          line.withUnsafeBytes { write(descriptors.orders, $0.baseAddress!, $0.count) }
        }
        if count > 0 {
          line = Data(line.dropFirst(count))
        } else if errno == EAGAIN {
          usleep(1000)
        } else if errno != EINTR {
          return
        }
      }
    }
  }

  /// Ends the stream of orders.
  func closeOrders() { sending.async { [self] in close(\.orders) } }

  /// Reads answers on a thread of its own, until the channel is closed.
  func read(_ sink: @escaping Sink) {
    let answers = descriptors.withLock { fcntl($0.answers, F_DUPFD_CLOEXEC, 0) }
    guard answers >= 0 else { return }
    reading.withLock { $0.sink = sink }
    Thread.detachNewThread { [self] in
      defer { Foundation.close(answers) }
      while descriptors.withLock({ $0.answers >= 0 }) {
        readAll(answers)
        var state = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
        _ = poll(&state, 1, 200)
      }
    }
  }

  /// Reads the remaining answers of an exited worker. All of them have been handled when it
  /// returns.
  func readRest() {
    let answers = descriptors.withLock { fcntl($0.answers, F_DUPFD_CLOEXEC, 0) }
    guard answers >= 0 else { return }
    readAll(answers)
    Foundation.close(answers)
  }

  /// Handles the available answers.
  private func readAll(_ descriptor: Int32) {
    reading.withLock { reading in
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = Foundation.read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        if reading.sink != nil { reading.rest.append(contentsOf: buffer[..<count]) }
        while let sink = reading.sink, let first = reading.rest.first {
          let end = reading.rest.firstIndex(of: 0x0A)
          let answer = end.flatMap {
            try? JSONDecoder().decode(WorkerAnswer.self, from: Data(reading.rest[..<$0]))
          }
          // Each answer is an object. An answer that is lost would leave both processes waiting.
          if answer == nil, end != nil || first != UInt8(ascii: "{") { reading.sink = nil }
          guard let end, let answer else {
            if reading.sink == nil { sink(nil) }
            break
          }
          reading.rest = Data(reading.rest[(end + 1)...])
          sink(answer)
        }
      }
    }
  }

  /// Closes the channel of an exited worker.
  func close() {
    close(\.orders)
    close(\.answers)
  }

  private func close(_ end: WritableKeyPath<(orders: Int32, answers: Int32), Int32>) {
    descriptors.withLock { descriptors in
      if descriptors[keyPath: end] >= 0 { Foundation.close(descriptors[keyPath: end]) }
      descriptors[keyPath: end] = -1
    }
  }
}
