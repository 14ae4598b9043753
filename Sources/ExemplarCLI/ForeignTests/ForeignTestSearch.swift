import ExemplarCore
import Foundation

/// The plain tests that a selection and a rerun leave.
struct ForeignTestSelection {
  private(set) var tests: [ForeignTest] = []
  /// The selectors that agree with a test; the others may agree with a spec.
  private(set) var matched: [String] = []
  /// Names of tests similar to the parts of the selection that nothing agrees with, and the known reasons.
  private(set) var near: [String] = []
  private(set) var explanations: [String] = []

  /// The selection of no tests.
  init() {}

  init(of tests: [ForeignTest], by selection: Selection) async {
    var wanted: Set<ExampleID>?
    if !selection.selectors.isEmpty {
      var search = await ForeignTestSearch(tests, selection.selectors)
      wanted = []
      for selector in selection.selectors {
        let found = search.tests(matching: selector)
        wanted?.formUnion(found)
        if !found.isEmpty {
          matched.append(selector)
        } else if let reason = search.explanation(of: selector) {
          explanations.append(reason)
        } else if near.count < Self.nearLimit {
          near += search.near(selector).filter { !near.contains($0) }
        }
      }
    }
    let tagged = tests.filter { test in selection.tags.allSatisfy { $0.holds(for: test.tags) } }
    if tagged.isEmpty {
      let tags = Set(tests.flatMap(\.tags)).sorted()
      near += selection.tags.flatMap(\.anyOf).filter { !tags.contains($0) }.sorted()
        .flatMap { Suggestions.near($0, in: tags).map { "the tag \u{201C}\($0)\u{201D}" } }
    }
    self.tests = tagged.filter { test in
      wanted?.contains(test.id) != false && selection.passesFilters(test)
    }
  }

  private static let nearLimit = 3
}

extension [ForeignTest] {
  /// Those among the ids that run again, or in a group among them. An argument of a test stands for the test, which is the
  /// least that its library runs.
  func rerunning(_ ids: Set<ExampleID>) -> [ForeignTest] {
    let outlines = Set(ids.compactMap(\.parent))
    return filter { test in
      outlines.contains(test.id) || !ids.isDisjoint(with: sequence(first: test.id, next: \.parent))
    }
  }
}

extension Selection {
  /// Whether the regular expressions ask for a test: by its id, or by its name as `swift test` matches it.
  fileprivate func passesFilters(_ test: ForeignTest) -> Bool {
    func matches(_ filter: IDFilter) -> Bool {
      filter.matches(test.id, orName: test.name)
    }
    return (filters.isEmpty || filters.contains(where: matches)) && !skips.contains(where: matches)
  }
}

/// Finds plain tests as specs are found, by each of the ways in which their names are written.
private struct ForeignTestSearch {
  /// The tests as specs whose nodes have names of one kind.
  private struct Spelling {
    var search: ExampleSearch
    let tests: [ExampleID: [ForeignTest]]

    /// Whether files are among the names, so that one stands for its functions alone.
    var hasFiles: Bool {
      tests.keys.contains { $0.depth > 2 && $0.components[1].hasSuffix(".swift") }
    }
  }
  private var spellings: [Spelling] = []
  /// The tests with arguments by the texts of all their names.
  private var outlines: [String: [ForeignTest]] = [:]

  init(_ tests: [ForeignTest], _ selectors: [String]) async {
    var known: Set<[ExampleID]> = []
    for spelling in ForeignTest.spellings {
      let spelled = Dictionary(
        grouping: tests.compactMap { test in spelling(test).map { (ExampleID($0), test) } }
      ) { $0.0 }.mapValues { $0.map(\.1) }
      let ids = spelled.keys.sorted { $0.text < $1.text }
      guard !ids.isEmpty, known.insert(ids).inserted else { continue }
      for (id, tests) in spelled {
        for text in [id.text, id.dotted, ExampleID(id.components.dropFirst()).text] {
          outlines[text, default: []] += tests.filter(\.hasArguments)
        }
      }
      let search = await ExampleSearch(selectors, in: Self.specs(spelled)) { path in
        FileManager.default.contents(atPath: MovedPackage.here(path)).map { data in
          data.count { $0 == 0x0A } + (data.last == 0x0A || data.isEmpty ? 0 : 1)
        }
      }
      spellings.append(Spelling(search: search, tests: spelled))
    }
  }

  /// The ids of the tests that a selector asks for: those with exactly that name in one of the spellings, or else those that
  /// a part of the name, a file or a glob matches. An argument stands for its test.
  mutating func tests(matching selector: String) -> Set<ExampleID> {
    if selector.contains(#/\.swift(:\d+)?$/#) {
      for index in spellings.indices where !spellings[index].hasFiles {
        let found = spellings[index].search.examples(matching: selector)
        if !found.isEmpty { return Self.ids(found, spellings[index]) }
      }
      return []
    }
    for spelling in spellings {
      let found = spelling.search.examples(named: selector)
      if !found.isEmpty { return Self.ids(found, spelling) }
    }
    for index in spellings.indices {
      let found = spellings[index].search.examples(matching: selector)
      if !found.isEmpty { return Self.ids(found, spellings[index]) }
    }
    var path: ExampleID? = ExampleID(text: selector)
    while let current = path {
      if let tests = outlines[current.text], !tests.isEmpty { return Set(tests.map(\.id)) }
      path = current.parent
    }
    return []
  }

  private static func ids(_ found: [ExampleID], _ spelling: Spelling) -> Set<ExampleID> {
    // A test without suites is in a group of its name.
    let tests = found.flatMap {
      spelling.tests[$0] ?? $0.parent.flatMap { spelling.tests[$0] } ?? []
    }
    return Set(tests.map(\.id))
  }

  func near(_ selector: String) -> [String] { spellings.first?.search.near(selector) ?? [] }

  func explanation(of selector: String) -> String? {
    spellings.first?.search.explanation(of: selector)
  }

  /// The specs with a node for each name.
  private static func specs(_ tests: [ExampleID: [ForeignTest]]) -> [Spec] {
    // A name that another one continues would be a group and a test at once.
    let groups = Set(
      tests.keys.compactMap(\.parent).flatMap { sequence(first: $0, next: \.parent) })
    let all = tests.filter { !groups.contains($0.key) }.map { Entry(id: $0.key, tests: $0.value) }
    return grouped(all, depth: 1).map { entries in
      Spec(module: entries[0].id.components[0], root: node(entries, depth: 1))
    }
  }

  private struct Entry {
    let id: ExampleID
    let tests: [ForeignTest]
    var place: Place { tests[0].place }
  }

  /// The tests whose ids agree up to a depth, in the order of their declarations.
  private static func grouped(_ entries: [Entry], depth: Int) -> [[Entry]] {
    Dictionary(grouping: entries) { $0.id.components.prefix(depth + 1) }.values
      .map { $0.sorted { ($0.place, $0.id.text) < ($1.place, $1.id.text) } }
      .sorted { ($0[0].place, $0[0].id.text) < ($1[0].place, $1[0].id.text) }
  }

  /// The node for the tests whose ids agree up to a depth.
  private static func node(_ entries: [Entry], depth: Int) -> SpecNode {
    let (id, test) = (entries[0].id, entries[0].tests[0])
    let name = id.components[depth]
    if id.depth == depth + 1 { return SpecNode(name, at: test.place, content: .example({})) }
    let children = grouped(entries, depth: depth + 1).map { node($0, depth: depth + 1) }
    // The suites of a test are at its last names but one.
    let suite = test.suites.count - (id.depth - 1 - depth)
    let place = test.suites.indices.contains(suite) ? test.suites[suite] : nil
    return SpecNode(name, at: place ?? .unknown, content: .group(children))
  }
}

extension ForeignTest {
  /// The ways in which people write the path to a test; `nil` where it has no other name of that kind.
  fileprivate static var spellings: [(ForeignTest) -> [String]?] {
    [
      { $0.id.components },
      // As in code, without the parentheses and the backticks.
      { test in
        test.library == .swiftTesting ? test.id.components.map(\.withoutSyntax) : nil
      },
      // Functions outside of types belong to no file.
      { $0.isGlobal ? [$0.id.components[0], $0.id.name] : $0.id.components },
      { $0.isGlobal ? [$0.id.components[0], $0.id.name.withoutSyntax] : nil },
      { $0.titled(suites: true, test: true) },
      { $0.titled(suites: false, test: true) },
      { $0.titled(suites: true, test: false) },
    ]
  }

  /// The names with the titles of some in their place; `nil` if there are none.
  private func titled(suites: Bool, test: Bool) -> [String]? {
    var names = id.components.map(\.withoutSyntax)
    var hasTitle = false
    for (index, title) in zip(names.indices.suffix(titles.count), titles) {
      guard let title, index == names.count - 1 ? test : suites else { continue }
      (names[index], hasTitle) = (title, true)
    }
    return hasTitle ? names : nil
  }

  /// Whether it is a function of Swift Testing outside of types, whose file is in its id.
  private var isGlobal: Bool {
    library == .swiftTesting && id.depth == 3 && id.components[1] == place.fileName
  }
}

extension String {
  /// The name without backticks, parentheses and labels of parameters.
  fileprivate var withoutSyntax: String {
    // Overloads are numbered. Few names have a number, and the expression is parsed each time.
    var name = contains(") (") ? replacing(#/\) \(\d+\)$/#, with: ")") : self
    if name.hasSuffix(")"), let start = name.lastIndex(of: "(") { name = String(name[..<start]) }
    let isRaw = name.count > 2 && name.hasPrefix("`") && name.hasSuffix("`")
    return isRaw ? String(name.dropFirst().dropLast()) : name
  }
}
