import Exemplar
import Foundation
import Testing

@Spec let leaves = describe("Leaves") { it("exits") { exit(0) } }
@Spec let later = describe("Later") {
  it("crashes at the end") { atexit { fatalError("too late") } }
}
@Spec let fails = describe("Fails") { it("fails") { #expect(Bool(false)) } }
@Spec let fine = describe("Fine") { it("passes") {} }
@Spec let prints = describe("Prints") {
  it("much") { print(String(repeating: "x", count: 3_000_000)) }
}
