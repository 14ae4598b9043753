import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// The slots of running examples. (Semantics, section 2.)
///
/// Other tests of this process have slots too, so only a number that two examples have at the same time is wrong.
@Suite struct SlotTests {
  @Test func `the lowest free number is taken, of those that belong to this process`() {
    let slots = Slots()
    let first = slots.take()
    let second = slots.take()
    expect([first.number, second.number], equals: [0, 1])
    slots.free(first)
    expect(slots.take().number, equals: 0)
    expect(slots.take().number, equals: 2)
    let shared = Slots()
    shared.share(first: 2, step: 3)
    let numbers = (0..<3).map { _ in shared.take().number }
    expect(numbers, equals: [2, 5, 8])
  }

  @Test("hooks, bodies, rows, cleanups and attempts of an example have its slot")
  func oneExample() async {
    let seen = Locked([String: Set<Int>]())
    let attempts = Counter()
    @Sendable func see(_ info: ExampleInfo) {
      seen.withLock { _ = $0[info.name, default: []].insert(info.slot) }
    }
    @Sendable func see(_ name: String) {
      seen.withLock { _ = $0[name, default: []].insert(currentSlot()) }
    }
    let trace = await traced(
      describe("A shelf") {
        beforeEach { info in
          see(info)
          cleanup { see(info.name) }
        }
        afterEach { info in see(info) }
        it("holds books") { see("holds books") }
        it("is flaky", .retry(2)) {
          see("is flaky")
          if attempts.next() < 3 { throw PowerCut() }
        }
        outline("takes", over: [1, 2]) { see("#\($0)") }
      })
    #expect(trace.summary.isSuccess)
    expect(attempts.value, equals: 3)
    let slots = seen.withLock { $0 }
    expect(slots.keys.sorted(), equals: ["#1", "#2", "holds books", "is flaky"])
    #expect(slots.values.allSatisfy { $0.count == 1 }, "\(slots)")
  }

  /// The examples that run now, by their slots.
  private final class Register: Sendable {
    private let running = Locked([Int: String]())
    let largest = Locked(0)

    func run(_ name: String, _ slot: Int, _ body: () async throws -> Void) async throws {
      let other = running.withLock { $0.updateValue(name, forKey: slot) }
      #expect(other == nil, "\(other ?? "") has slot \(slot) of \(name)")
      largest.withLock { $0 = max($0, slot) }
      try await body()
      running.withLock { $0[slot] = nil }
    }
  }

  @Test(
    "no two examples have a slot at the same time: of specs, of one spec, of retries, or of two runs"
  )
  func together() async {
    let register = Register()
    @Sendable func specs(_ run: String) -> [SpecNode] {
      let attempts = Locked(Set<String>())
      return (1...3).map { number in
        describe("\(run) \(number)", .parallel) {
          for example in 1...20 {
            it("\(example)", .retry(1)) {
              let name = "\(run) \(number) \(example)"
              try await register.run(name, currentSlot()) { await Task.yield() }
              let isFirst = attempts.withLock { $0.insert(name).inserted }
              if isFirst, example.isMultiple(of: 3) { throw PowerCut() }
            }
          }
        }
      }
    }
    let options = RunOptions.plain { $0.jobs = 4 }
    async let first = Exemplar.run(specs("first"), options)
    async let second = Exemplar.run(specs("second"), options)
    let outer = await traced("A run in an example", options: options) {
      it("runs") {
        try await register.run("outer", currentSlot()) {
          let inner = await Exemplar.run(specs("inner"), options)
          #expect(inner.isSuccess && inner.flaky == 18)
        }
      }
    }
    let results = await [first, second, outer.summary]
    expect(results.map(\.isSuccess), equals: [true, true, true])
    // Many more than that ran one after another.
    #expect(register.largest.withLock { $0 } < 120)
  }

  @Test("hooks around all examples of a group have a slot that no other running code has")
  func groups() async {
    let register = Register()
    let trace = await traced("A shop", .parallel, options: .plain { $0.jobs = 4 }) {
      for number in 1...6 {
        context("\(number)") {
          beforeAll { info in
            expect(info.slot, equals: currentSlot())
            try await register.run(info.name, info.slot) { await Task.yield() }
          }
          it("runs") {
            try await register.run("example \(number)", currentSlot()) { await Task.yield() }
          }
          afterAll { info in
            try await register.run(info.name, info.slot) { await Task.yield() }
          }
        }
      }
    }
    #expect(trace.summary.isSuccess)
  }

  @Test("outside an example there is no slot, and the slot of an ended one may be another's")
  func outside() async {
    withKnownIssue {
      expect(currentSlot(), equals: 0)
    } matching: {
      $0.comments.first?.rawValue.hasPrefix("currentSlot() was called outside an example") == true
    }
    let gate = Gate()
    let late = Locked<Task<Void, Never>?>(nil)
    let trace = await traced("A shelf") {
      it("leaves a task") {
        let task = Task {
          await gate.wait()
          _ = currentSlot()
        }
        late.withLock { $0 = task }
      }
      it("waits for it") {
        await gate.open()
        await late.withLock { $0 }?.value
      }
    }
    #expect(!trace.summary.isSuccess && trace.summary.failed == 0)
    expect(trace.issues.count, equals: 1)
    #expect(
      trace.issues[0].message.hasPrefix("currentSlot() was called when the example had ended"))
    expect(trace.issues[0].place?.path, equals: #filePath)
  }
}
