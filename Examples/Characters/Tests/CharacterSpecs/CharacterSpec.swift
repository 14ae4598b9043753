import Exemplar

/// The names of characters never change, so they can be compared with those of any version of Unicode.
@Spec struct CharacterSpec {
  @Example("has the name of the standard", from: .csv("characters"))
  func isNamed(code: String, name: String) throws {
    let scalar = try #require(UInt32(code, radix: 16).flatMap(Unicode.Scalar.init))
    expect(scalar.properties.name, equals: name)
  }
}
