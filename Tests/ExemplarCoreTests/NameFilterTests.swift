import Testing

@testable import ExemplarCore

struct NameFilterTests {
  private func name(_ index: Int) -> ExampleID { ExampleID(["shelf \(index % 7)", "\(index)"]) }

  @Test func knowsEachNameThatWasThereAndHardlyAnyOther() {
    var filter = NameFilter((0..<1_000).map(name))
    let again = (0..<1_000).count { filter.insert(name($0)) }
    #expect(again == 1_000)
    let taken = (1_000..<100_000).count { filter.insert(name($0)) }
    #expect(taken < 3)
    #expect((0..<100_000).allSatisfy { filter.mayContain(name($0)) })
    #expect((100_000..<200_000).count { filter.mayContain(name($0)) } < 3)
  }
}
