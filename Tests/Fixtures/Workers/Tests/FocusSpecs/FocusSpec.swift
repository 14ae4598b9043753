import Exemplar
import Testing

@Spec let till = describe("The till") {
  fit("opens") {}
  it("closes") {}
}
