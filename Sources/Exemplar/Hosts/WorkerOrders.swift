import ExemplarCore
import Foundation

/// The orders of a worker, which arrive through a pipe, and its answers, which leave through
/// another.
///
/// The pipe is read on a thread of its own: an order to stop must be received while an example
/// blocks all tasks.
final class WorkerOrders: Sendable {
  private let (orders, received) = AsyncStream<WorkerOrder>.makeStream()
  private let run = Locked<Run?>(nil)
  private let answers: WorkerLife.Pipe
  /// Long lines are written in parts.
  private let writing = Locked(())

  /// Reads orders from the pipe at `path`, and answers through the pipe at `answers`. `nil` if
  /// there is none.
  init?(path: String, answers: String) {
    #if os(Windows)
      return nil
    #else
      // The sender may have exited, and no other process would open the other end.
      let orders = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      guard orders >= 0 else { return nil }
      _ = fcntl(orders, F_SETFL, 0)
      guard let answers = WorkerLife.Pipe(answers) else {
        close(orders)
        return nil
      }
      self.answers = answers
      Thread.detachNewThread { [self] in
        read(orders)
        close(orders)
      }
    #endif
  }

  /// The next order, when it comes; `nil` when there are no more.
  func next() async -> WorkerOrder? {
    var orders = orders.makeAsyncIterator()
    return await orders.next()
  }

  /// The run in progress, which receives urgent orders.
  func whileRunning(_ run: Run?) { self.run.withLock { $0 = run } }

  func answer(_ answer: WorkerAnswer) {
    var line = (try? JSONEncoder().encode(answer)) ?? Data()
    line.append(0x0A)
    writing.withLock { _ in answers.write(line) }
  }

  /// Lets processes that examples start inherit the slot of this worker. It rarely changes: other threads may read the
  /// environment.
  func passOn(slot: Int) {
    #if !os(Windows)
      let (name, value) = (EnvironmentOption.slot.rawValue, "\(slot)")
      if getenv(name).map({ String(cString: $0) }) != value { setenv(name, value, 1) }
    #endif
  }

  /// Reports author's code that hangs outside of examples.
  @Sendable func reportHang(_ message: String, in outline: ExampleID?) {
    answer(.hangs(message, outline))
  }

  private func handle(_ order: WorkerOrder) {
    switch order {
    case .stop: run.withLock { $0 }?.progress.stop()
    case .fixture(let request, let answer): RunFixtures.current.receive(answer, to: request)
    case .forget(let name): RunFixtures.current.forget(name)
    case .plan, .list, .begin, .run, .end, .serve, .replay: received.yield(order)
    }
  }

  #if !os(Windows)
    private func read(_ descriptor: Int32) {
      var rest = Data()
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = Foundation.read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN {
          // An example may have changed the mode of descriptors that it does not know.
          usleep(1000)
          continue
        }
        guard count > 0 else { break }
        rest.append(contentsOf: buffer[..<count])
        while let end = rest.firstIndex(of: 0x0A) {
          let line = rest[..<end]
          rest = rest[(end + 1)...]
          guard let order = try? JSONDecoder().decode(WorkerOrder.self, from: Data(line)) else {
            // The tool would wait for an answer.
            ExitGuard.end(
              because:
                "An order of the tool cannot be read. Use the version of Exemplar whose tool runs the specs, and "
                + "write only into descriptors that the code has opened itself.", finishing: false)
          }
          handle(order)
        }
        rest = Data(rest)
      }
      received.finish()
    }
  #endif
}
