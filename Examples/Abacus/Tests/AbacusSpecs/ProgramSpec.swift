import Abacus
import Exemplar

/// Each folder in `Programs.testsuite` is a row: the files in it are its values.
@Spec struct ProgramSpec {
  @Example("prints", from: .testSuite("Programs"))
  func prints(program: String, output: String?, error: String?) throws {
    do {
      expect(try Abacus.run(program), equals: output ?? "")
    } catch let mistake as AbacusError {
      expect("\(mistake)\n", equals: error ?? "")
    }
  }
}
