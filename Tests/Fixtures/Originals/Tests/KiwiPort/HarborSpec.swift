import Exemplar

actor Harbor {
  static let main = Harbor()

  private(set) var isOpen = false

  func open() { isOpen = true }
  func close() { isOpen = false }
}

@Spec let harbor = describe("The harbor", .hooks(of: .module)) {
  beforeAll { await Harbor.main.open() }
  beforeEach { #expect(await Harbor.main.isOpen) }
  afterAll { await Harbor.main.close() }
}
