import Exemplar

@Spec let modules = ModuleTraits(
  .enabled(if: Redis.program != nil, "redis-server is not installed"))

/// The database of the running example, which is empty.
let cache = AsyncGiven {
  let database = try await redis().database(currentSlot())
  try database.command("FLUSHDB")
  return database
}

@Spec let prices = describe("Prices in the cache", .parallel) {
  outline(
    "are found again",
    over: ["Emma": 12, "Dune": 15, "Maus": 18, "Ulysses": 9].sorted { $0.key < $1.key },
    named: \.key
  ) {
    book in
    try await cache().command("SET", book.key, "\(book.value)")
    expect(try await cache().command("GET", book.key), equals: "\(book.value)")
    expect(try await cache().command("DBSIZE"), equals: "1")
  }

  it("expire") {
    try await cache().command("SET", "Emma", "12", "PX", "30")
    try await eventually { try await cache().command("GET", "Emma").isEmpty }
  }
}

@Spec let baskets = describe("A basket in the cache") {
  it("starts empty") { expect(try await cache().command("LLEN", "basket"), equals: "0") }

  it("keeps its books in order") {
    for book in ["Emma", "Dune"] { try await cache().command("RPUSH", "basket", book) }
    expect(try await cache().command("LRANGE", "basket", "0", "-1"), equals: "Emma\nDune")
  }

  it("is shared by all who know the server") {
    let server = try await redis().database(currentSlot())
    try await cache().command("RPUSH", "basket", "Maus")
    expect(try server.command("LPOP", "basket"), equals: "Maus")
  }
}
