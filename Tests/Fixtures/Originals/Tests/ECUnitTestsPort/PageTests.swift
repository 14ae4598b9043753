import Exemplar

@Spec
final class PageTests {
  struct Settings: Decodable {
    var tag: String
  }

  func parameterisedTestRenders(input: String, output: String, settings: Settings) {
    let lines = input.split(separator: "\n").map { "<\(settings.tag)>\($0)</\(settings.tag)>\n" }
    #expect(lines.joined() == output)
  }

  func parameterisedTestHasAFolder() throws {
    let item = try Row.current
    #expect(item.url?.lastPathComponent == item.name)
    #expect(try item.decode("input", as: String.self).hasSuffix("\n"))
  }
}
