import Exemplar

@Spec let harbor = describe("The harbor", .hooks(of: .module)) {
  let log = Log()

  beforeAll { log.add("opens") }
  beforeEach { #expect(log.text == "opens") }
  afterAll {
    log.add("closes")
    #expect(log.text == "opens closes")
  }
}
