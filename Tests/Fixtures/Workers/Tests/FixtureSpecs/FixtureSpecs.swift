import Exemplar
import Foundation
import Testing

let log = (ProcessInfo.processInfo.environment["MARKS"] ?? "/tmp") + "/log"
func note(_ line: String) {
  let file = open(log, O_CREAT | O_APPEND | O_WRONLY, 0o600)
  _ = (line + "\n").withCString { write(file, $0, strlen($0)) }
  close(file)
}

struct PortInUse: Error {}

struct Server: Codable, Sendable {
  var process: Int32
  var child: Int32
}
@Spec let server = RunFixture("server") { () async throws -> Server in
  note("start \(getpid())")
  let child = Process()
  child.executableURL = URL(fileURLWithPath: "/bin/sleep")
  child.arguments = ["600"]
  try child.run()
  try await Task.sleep(for: .milliseconds(300))
  note("child \(child.processIdentifier)")
  return Server(process: getpid(), child: child.processIdentifier)
} shutDown: { server in
  // Children of Foundation inherit blocked signals from their threads.
  kill(server.child, SIGKILL)
  try await Task.sleep(for: .milliseconds(300))
  note("end \(getpid())")
}
@Spec let nested = RunFixture("nested") {
  try await server().process
} shutDown: { _ in
  note("end of nested")
}

func use(_ name: String) -> SpecNode {
  describe("uses \(name)") {
    for number in 1...4 {
      it("\(number)") {
        let server = try await server()
        #expect(kill(server.child, 0) == 0)
        print("~ \(getpid()) uses \(server.process)")
        try await Task.sleep(for: .milliseconds(100))
      }
    }
  }
}
@Spec let use1 = use("1")
@Spec let use2 = use("2")
@Spec let use3 = use("3")
@Spec let use4 = use("4")
@Spec let useNested = describe("nests") {
  it("asks") { expect(try await nested(), equals: try await server().process) }
}
@Spec let crashing = describe("crashes and uses") {
  it("a crashes") {
    _ = try await server()
    abort()
  }
  it("b goes on") {
    let server = try await server()
    #expect(kill(server.child, 0) == 0)
  }
}
@Spec let staying = describe("stays") {
  it("stays") {
    _ = try await server()
    note("running")
    try await Task.sleep(for: .seconds(600))
  }
}

@Spec let refused = RunFixture("refused") { () async throws -> Int in
  note("refused")
  print("no port is free")
  throw PortInUse()
}
func useRefused(_ name: String) -> SpecNode {
  describe("is refused \(name)") {
    for number in 1...2 {
      it("\(number)") {
        try await Task.sleep(for: .milliseconds(100))
        _ = try await refused()
      }
    }
  }
}
@Spec let refused1 = useRefused("1")
@Spec let refused2 = useRefused("2")
@Spec let refused3 = useRefused("3")

@Spec let slow = RunFixture("slow", timeLimit: .seconds(1)) { () async throws -> Int in
  print("waits for the network")
  try await Task.sleep(for: .seconds(600))
  return 1
}
@Spec let deaf = RunFixture("deaf", timeLimit: .seconds(1)) { () async throws -> Int in
  print("waits for nothing")
  while getpid() > 0 { usleep(100_000) }
  return 1
}
@Spec let useSlow = describe("is slow") {
  it("asks") { _ = try await slow() }
  it("asks the deaf one") { _ = try await deaf() }
}

@Spec let mortal = RunFixture("mortal") { () async throws -> Int32 in
  print("lives")
  return getpid()
}
@Spec let useMortal = describe("is mortal", .ordered) {
  it("kills it") {
    let process = try await mortal()
    kill(process, SIGKILL)
    try await eventually(within: .seconds(30)) { kill(process, 0) != 0 }
    try await Task.sleep(for: .seconds(1))
  }
  it("asks again") { _ = try await mortal() }
}
@Spec let fatal = RunFixture("fatal") { () async throws -> Int in
  print("is about to crash")
  abort()
}
@Spec let useFatal = describe("is fatal") { it("asks") { _ = try await fatal() } }

@Spec let badEnd = RunFixture("bad end") {
  1
} shutDown: { _ in
  throw PortInUse()
}
@Spec let useBadEnd = describe("ends badly") { it("asks") { _ = try await badEnd() } }

@Spec let lateEnd = RunFixture("late end", timeLimit: .seconds(1)) {
  1
} shutDown: { _ in
  sleep(100)
}
@Spec let useLateEnd = describe("ends late") { it("asks") { _ = try await lateEnd() } }

/// Ends its process by a system call while it is shut down.
@Spec let silentEnd = RunFixture("silent end") {
  1
} shutDown: { _ in
  Issue.record("it was not shut down")
  endProcess()
}
@Spec let useSilentEnd = describe("ends silently") { it("asks") { _ = try await silentEnd() } }
/// The same, while it starts.
@Spec let silentStart = RunFixture("silent start") { () async throws -> Int in
  Issue.record("no port is free")
  endProcess()
  return 1
}
@Spec let useSilentStart = describe("starts silently") {
  it("asks") { _ = try await silentStart() }
}
func endProcess() {
  // glibc has no name for exit_group.
  #if os(Linux)
    _ = systemCall(arch == "x86_64" ? 231 : 94, 0)
  #endif
}
#if arch(x86_64)
  let arch = "x86_64"
#else
  let arch = "arm64"
#endif
@_silgen_name("syscall") func systemCall(_ number: Int, _ argument: Int) -> Int

@Spec let garbled = RunFixture("garbled") { () async throws -> Int in
  let text = [UInt8](repeating: 0xEE, count: 300)
  for descriptor: Int32 in 3..<256 {
    _ = text.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }
  return 1
}
@Spec let useGarbled = describe("is garbled") { it("asks") { _ = try await garbled() } }

let unregistered = RunFixture("unregistered") { 1 }
@Spec let useUnregistered = describe("has no record") {
  it("asks") { _ = try await unregistered() }
}
