import ExemplarCore
import Foundation
import Testing

@testable import ExemplarCLI

/// The queue between the threads that read from processes and the loop that handles what they read.
struct PoolQueueTests {
  /// A flood occupies no more memory than a few events, and arrives in order.
  @Test(.timeLimit(.minutes(5))) func aSenderWaitsUntilThereIsRoom() {
    let queue = PoolQueue()
    Thread.detachNewThread { for number in 1...1000 { queue.add(.growthAllowed, of: number) } }
    var numbers: [Int] = []
    while numbers.count < 1000 {
      let entries = queue.next()
      #expect((1...16).contains(entries.count))
      numbers += entries.map(\.worker)
    }
    #expect(numbers == Array(1...1000))
  }

  @Test func eventsThatNoWorkerMultipliesDoNotWait() {
    let queue = PoolQueue()
    for number in 1...100 { queue.addNow(.growthAllowed, of: number) }
    #expect(queue.next().map(\.worker) == Array(1...100))
  }

  /// A process that has been forgotten may still be read.
  @Test(.timeLimit(.minutes(5))) func noSenderWaitsForAClosedQueue() async {
    let queue = PoolQueue()
    async let sent = onOwnThread { () -> Bool in
      for number in 1...100 { queue.add(.growthAllowed, of: number) }
      return true
    }
    queue.close()
    #expect(await sent)
  }
}
