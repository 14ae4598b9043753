import ExemplarCore
import Foundation

// Plain tests: the tests of a package, of Swift Testing and of XCTest, that are not examples. They
// run in processes of their own and are reported as events.

/// A test of the package that is not an example.
struct ForeignTest: Hashable {
  /// The libraries of tests.
  enum Library: String, CaseIterable {
    case swiftTesting = "Swift Testing"
    case xctest = "XCTest"
  }
  let library: Library
  /// Its name in its library.
  let name: String
  /// Its id in reports: its module, its suites, and its name.
  var id: ExampleID
  /// The location of its declaration; unknown for XCTest.
  var place: Place
  /// The facts about it while it runs.
  var context: ExampleContext { ExampleContext(at: place == .unknown ? nil : place) }
  /// Which of the programs holds it.
  var program = 0
  /// Whether it runs once for each of several arguments, each an example of its own.
  var hasArguments = false
}

extension [ForeignTest] {
  /// The tests with ids that no other has: functions that differ in the types of their parameters alone have one
  /// name.
  var withUniqueIDs: [ForeignTest] {
    var numbers: [ExampleID: Int] = [:]
    return map { test in
      var test = test
      let number = numbers[test.id, default: 0] + 1
      numbers[test.id] = number
      if number > 1, let parent = test.id.parent {
        test.id = parent.appending("\(test.id.name) (\(number))")
      }
      return test
    }
  }

  /// The tests that a selection and a rerun leave. Selecting one argument of a test selects all of
  /// its arguments.
  ///
  /// - Parameter rerun: The only ids that run again; `nil` for all.
  func selected(by selection: Selection, rerun: Set<ExampleID>? = nil) -> [ForeignTest] {
    var selection = selection
    if !selection.selectors.isEmpty {
      selection.selectors = matched(selection.selectors).map { test(around: $0)?.id.text ?? $0 }
      if selection.selectors.isEmpty { return [] }
    }
    let rerun = rerun.map { ids in Set(ids.map { test(around: $0.text)?.id ?? $0 }) }
    let options = PlanOptions(seed: 0, order: .defined, selection: selection, rerun: rerun)
    let planned = Set(Plan(specs, options).examples.map(\.info.id))
    return filter { planned.contains($0.id) }
  }

  /// Those selectors that agree with a test; the others may agree with a spec.
  func matched(_ selectors: [String]) -> [String] {
    let specs = specs
    return selectors.filter { selector in
      let selection = Selection(selectors: [test(around: selector)?.id.text ?? selector])
      let options = PlanOptions(seed: 0, order: .defined, selection: selection)
      return !Plan(specs, options).examples.isEmpty
    }
  }

  /// The test of which a path, with or without the module, names an argument.
  private func test(around path: String) -> ForeignTest? {
    first { test in
      guard test.hasArguments else { return false }
      let inModule = ExampleID(test.id.components.dropFirst()).text
      return path.hasPrefix(test.id.text + "/") || path.hasPrefix(inModule + "/")
    }
  }

  /// The tests as specs, so that they are selected as examples are.
  private var specs: [Spec] {
    let roots = Dictionary(grouping: self) { ExampleID($0.id.components.prefix(2)) }
    return roots.sorted { $0.key.text < $1.key.text }.map { root, tests in
      Spec(module: root.components[0], root: Self.node(named: root.name, tests, depth: 2))
    }
  }

  /// The group of tests whose ids have their first names in common.
  private static func node(named name: String, _ tests: [ForeignTest], depth: Int) -> SpecNode {
    var names: [String] = []
    var byName: [String: [ForeignTest]] = [:]
    for test in tests {
      let name = test.id.components[depth]
      if byName[name] == nil { names.append(name) }
      byName[name, default: []].append(test)
    }
    let children = names.map { name -> SpecNode in
      let tests = byName[name]!
      guard tests.count == 1, tests[0].id.depth == depth + 1 else {
        return node(named: name, tests, depth: depth + 1)
      }
      return SpecNode(name, at: tests[0].place, content: .example({}))
    }
    return SpecNode(name, at: tests[0].place, content: .group(children))
  }
}
