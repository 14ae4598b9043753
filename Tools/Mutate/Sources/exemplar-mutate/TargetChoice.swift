import Mutation

/// The targets of a package whose code is mutated: those that tests run.
struct TargetChoice {
  private let targets: [Package.Target]
  /// Why others are left out.
  let notes: [String]

  init(_ all: [Package.Target]) throws {
    let tests = all.filter(\.isTest)
    guard !tests.isEmpty else { throw Problem("The package has no test target.") }
    let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    var reached: Set<String> = []
    var names = tests.flatMap(\.dependencies)
    while let name = names.popLast() {
      if reached.insert(name).inserted { names += byName[name]?.dependencies ?? [] }
    }
    let code = all.filter(\.isSwift)
    targets = code.filter { reached.contains($0.name) }
    guard !targets.isEmpty else {
      throw Problem("No test target depends on a library or an executable in Swift.")
    }
    notes = code.filter { !reached.contains($0.name) }.map {
      "\($0.name) has no mutants, since no test target depends on it."
    }
  }

  var files: [String] { targets.flatMap(\.files).sorted() }

  /// The texts of all files of the targets. One file of each mutated module also contains what mutants need.
  ///
  /// - Parameter texts: The files of the package.
  func texts(of plan: MutationPlan, beside texts: [String: String]) -> [String: String] {
    var texts = texts
    var isMutated: Set<String> = []
    for (index, file) in plan.files.enumerated() {
      let text = plan.text(ofFile: index)
      texts[file.path] = text
      if text != file.text { isMutated.insert(file.path) }
    }
    for target in targets {
      let own = target.files.filter(isMutated.contains)
      // The code of a main file runs from the top.
      if let file = own.first(where: { !$0.hasSuffix("main.swift") }) ?? own.first {
        texts[file, default: ""] += "\n\(MutantRuntime.text)"
      }
    }
    return texts
  }
}
