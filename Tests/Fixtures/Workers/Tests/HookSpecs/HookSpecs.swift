import Exemplar
import Foundation

func mark(_ step: String) { print("~ \(getpid()) \(step)") }
func crash(after scope: String) {
  if ProcessInfo.processInfo.environment["CRASHES_AFTER"] == scope { abort() }
}

@Spec let started = describe("started", .hooks(of: .module)) {
  beforeAll { mark("S") }
  afterAll {
    crash(after: "S")
    if ProcessInfo.processInfo.environment["FAILS"] != nil { Issue.record("not closed") }
    mark("T")
  }
}
@Spec(.hooks(of: .runGroup(2))) struct LoggedIn {
  @BeforeAll static func logIn() {
    if ProcessInfo.processInfo.environment["CRASHES"] != nil { abort() }
    mark("login")
  }
  @AfterAll static func logOut() {
    crash(after: "LoggedIn")
    mark("logout")
  }
}

func rest(_ name: String) async throws {
  mark(name)
  try await Task.sleep(for: .milliseconds(300))
}

@Spec let first1 = describe("first 1") { it("runs") { try await rest("first") } }
@Spec let first2 = describe("first 2") { it("runs") { try await rest("first") } }
@Spec let first3 = describe("first 3") { it("runs") { try await rest("first") } }
@Spec let first4 = describe("first 4") { it("runs") { try await rest("first") } }
@Spec let second1 = describe("second 1", .runGroup(2)) { it("runs") { try await rest("second") } }
@Spec let second2 = describe("second 2", .runGroup(2)) { it("runs") { try await rest("second") } }
