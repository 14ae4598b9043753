import Exemplar

private let server = RunningServer.shared

/// The server runs as long as the specs of this module do.
@Spec let theServer = describe("The server", .hooks(of: .module)) {
  beforeAll { try await server.start() }
  afterAll { await server.stop() }
}

@Spec let catalogSpec = describe("The catalog", .uses("server", .write), .timeLimit(.seconds(30))) {
  it("lists a book some time after it was accepted") {
    try await expect(server.send("POST", "books", "Emma").status, equals: 202)
    checkpoint("accepted")
    try await eventually(within: .seconds(10)) { try await server.catalog().contains("Emma") }
  }

  outline("keeps the title of") { (title: String) in
    try await expect(server.send("POST", "books", title).status, equals: 202)
    try await eventually(within: .seconds(10)) { try await server.catalog().contains(title) }
  } rows: {
    row("a title with a space", "Moby Dick")
    row("a title with an accent", "Les Misérables")
  }
}

@Spec let addressesSpec = describe("An address") {
  outline("is refused") { (method: String, path: String) in
    try await expect(server.send(method, path).status, equals: 404)
  } rows: {
    row("without books", "GET", "films")
    row("without a title", "POST", "books")
    row("with another method", "PUT", "books")
  }
}
