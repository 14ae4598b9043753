import Abacus
import Exemplar

/// Each folder in `Programs.testsuite` is a row: the files in it are its values.
@Spec struct ProgramSpec {
  @Example("prints", from: .testSuite("Programs"))
  func prints(program: String, output: String?, error: String?) {
    let printed = Result { () throws(AbacusError) in try Abacus.run(program) }
    switch printed {
    case .success(let text): expect(text, equals: output ?? "")
    case .failure(let problem): expect("\(problem)\n", equals: error ?? "")
    }
  }
}
