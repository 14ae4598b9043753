import Exemplar
import ExemplarCore
import ExemplarReports
import ExemplarRows
import Testing
struct ConsoleSuitesTests {
  @Test func look() async {
    var many = ""
    for i in 1...15 { many += "<key>row \(i)</key><integer>\(i)</integer>\n" }
    let text = """
    <dict>
      <key>ECTestItems</key>
      <dict><key>Bible</key><integer>1</integer></dict>
      <key>ECTestSuites</key>
      <dict>
        <key>fiction</key>
        <dict>
          <key>ECTestItems</key>
          <dict><key>Emma</key><integer>2</integer><key>Dune</key><integer>13</integer></dict>
          <key>ECTestSuites</key>
          <dict>
            <key>gothic</key>
            <dict><key>Dracula</key><integer>3</integer></dict>
            <key>many</key><dict>\(many)</dict>
            <key>empty</key><dict/>
          </dict>
        </dict>
        <key>maps</key><dict><key>London</key><string>x</string></dict>
      </dict>
    </dict>
    """
    let spec = describe("A shop") {
      outline("sells", from: .plist(text: text, path: "/shop/books.plist")) { (row: Row) in
        let n: Int = try row.decode(as: Int.self)
        #expect(n != 13)
      }
    }
    var options = RunOptions(); options.order = .defined; options.seed = 1; options.jobs = 1
    for limit in [400, 0] {
      let reporter = ConsoleReporter(ConsoleReporter.Options(directory: "/shop", treeLimit: limit) { print($0, terminator: "") })
      _ = await Exemplar.run([spec], options) { reporter.report($0) }
    }
  }
}
