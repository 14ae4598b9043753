import Exemplar
import Foundation
import Testing

@_silgen_name("fork") func forked() -> Int32

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
  it("talks") { Issue.record(Comment(rawValue: String(repeating: "x", count: 8 << 20))) }
}
