import Exemplar
import Foundation
import Testing

@_silgen_name("fork") func forked() -> Int32

/// Text that is no message, in descriptors of other owners.
func writeIntoEachDescriptor() {
  let text = [UInt8](repeating: 0xEE, count: 300)
  for descriptor: Int32 in 3..<256 {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = text.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }
}

@Spec let masks = describe("A mask", .ordered) {
  it("is set") { umask(0o777) }
  it("does not concern attachments") { attach("later", named: "l.txt") }
  it("leaves the umask of examples alone") {
    let mask = umask(0o022)
    #expect(mask == 0o777)
  }
}
@Spec let exhausted = describe("Without descriptors", .ordered, .isolated) {
  it("uses them up") { while open("/dev/null", O_RDONLY) >= 0 {} }
  it("names the cause") { attach("later", named: "l.txt") }
}

@Spec let attacks = describe("Attacks", .ordered) {
  it("passes") {}
  it("waits") {
    let mark = ProcessInfo.processInfo.environment["MARK"] ?? ""
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/bin/sleep")
    child.arguments = ["6000"]
    try child.run()
    try "\(child.processIdentifier)\n".write(
      toFile: mark + ".child", atomically: true, encoding: .utf8)
    try "\(getpid())\n".write(toFile: mark, atomically: true, encoding: .utf8)
    while true { sleep(1) }
  }
  it("closes everything") { for descriptor in Int32(0)..<1024 { close(descriptor) } }
  it("closes everything, and waits") {
    for descriptor in Int32(0)..<1024 { close(descriptor) }
    while true { sleep(1) }
  }
  it("forks") {
    let child = forked()
    var status: Int32 = 0
    if child > 0 { waitpid(child, &status, 0) }
    #expect(Bool(false), "once")
  }
  it("writes into each descriptor") { writeIntoEachDescriptor() }
  it("writes into each descriptor, and waits") {
    writeIntoEachDescriptor()
    while true { sleep(1) }
  }
  it("writes among its orders") {
    let folder = "/proc/self/fd/"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let file = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + name)
      guard file?.hasSuffix("/orders") == true else { continue }
      let orders = open(folder + name, O_WRONLY)
      _ = "no order\n".withCString { write(orders, $0, strlen($0)) }
      close(orders)
    }
    while true { sleep(1) }
  }
  it("leaves processes") {
    let mark = ProcessInfo.processInfo.environment["MARK"] ?? ""
    var children: [String] = []
    for isStopped in [false, true] {
      let child = Process()
      child.executableURL = URL(fileURLWithPath: "/bin/sleep")
      child.arguments = ["6000"]
      try child.run()
      children.append("\(child.processIdentifier)")
      if isStopped { kill(child.processIdentifier, SIGSTOP) }
    }
    try (children.joined(separator: " ") + "\n").write(
      toFile: mark, atomically: true, encoding: .utf8)
  }
  it("talks") { Issue.record(Comment(rawValue: String(repeating: "x", count: 8 << 20))) }
}
