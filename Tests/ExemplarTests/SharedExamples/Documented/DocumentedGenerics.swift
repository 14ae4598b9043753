import Exemplar
import Testing

func aRoundTrip<Value: Equatable & SendableMetatype>(
  _ name: String, of _: Value.Type = Value.self
) -> SharedExamples<(value: Value, there: (Value) -> String, back: (String) -> Value?)> {
  SharedExamples("a round trip \(name)") { trip in
    it("comes back") {
      let (value, there, back) = trip()
      #expect(back(there(value)) == value)
    }
  }
}

@Spec let trips = describe("Prices") {
  itBehavesLike(aRoundTrip("through text")) { (12, { "\($0)" }, { Int($0) }) }
}
