import Foundation
import Testing

extension PackageTests {
  /// Issues of swift-issue-reporting, which on Linux are only printed where its support library is missing.
  @Test func differencesOfCustomDumpFailTheirRow() async throws {
    let fixture = try Fixture.temporary(
      named: "Prices", files: ["PricesSpecs.swift": Self.specs], program: Self.program)
    let manifest = URL(fileURLWithPath: fixture.path + "/Package.swift")
    let text = try String(contentsOf: manifest, encoding: .utf8)
      .replacing("dependencies: [.package(", with: "dependencies: [\(Self.packages), .package(")
      .replacing(
        "[.product(name: \"Exemplar\"", with: "[\(Self.products), .product(name: \"Exemplar\"")
    try text.write(to: manifest, atomically: true, encoding: .utf8)

    try await fixture.test().expect(
      1, counts: "4 examples: 2 passed, 2 failed, 1 known issue ", prints: "−   price: 8\n",
      "+   price: 9\n", "PricesSpecs.swift:8", "no books")

    let program = Fixture.program("PricesProgram")
    try await Tool.run(program, [], in: Tool.repository).expect(
      1, counts: "2 examples: 1 passed, 1 failed ")

    try FileManager.default.removeItem(at: Fixture.program("libIssueReportingTestSupport.so"))
    let deaf = try await Tool.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["-u", "LD_LIBRARY_PATH", program.path, "A shelf"], in: Tool.repository
    )
    #expect(deaf.status != 0)
    #expect(deaf.everything.contains("IssueReportingTestSupport"))
  }

  private static let packages = """
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.0"), \
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.0")
    """
  private static let products = """
    .product(name: "CustomDump", package: "swift-custom-dump"), \
    .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay")
    """
  private static let specs = """
    import CustomDump
    import Exemplar
    import IssueReporting

    struct Book: Equatable { var title: String; var price: Int }
    @Spec let prices = describe("Prices") {
      outline("agree") { (a: Int, b: Int) in
        expectNoDifference(Book(title: "A", price: a), Book(title: "A", price: b))
      } rows: {
        row("Emma", 8, 9)
        row("Dune", 12, 12)
      }
      it("reports") { reportIssue("no books") }
      it("expects") { withExpectedIssue { reportIssue("no books") } }
    }
    """
  private static let program = """
    import CustomDump
    import Exemplar

    @Spec let shelf = describe("A shelf") {
      it("differs") { expectNoDifference([1, 2], [1, 3]) }
      it("agrees") { expectNoDifference([1, 2], [1, 2]) }
    }
    @main struct Program: ExemplarMain {}
    """
}
