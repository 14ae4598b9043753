import ExemplarCore
import Foundation

/// How long the specs of a package took, as far as they have run: the longest begin first.
struct SpecDurations {
  private let file: URL
  private(set) var seconds: [ExampleID: Double]

  /// Those that are remembered in a build folder.
  init(in buildFolder: URL) {
    file = buildFolder.appendingPathComponent("exemplar/durations.json")
    let data = FileManager.default.contents(atPath: file.path) ?? Data()
    let texts = (try? JSONDecoder().decode([String: Double].self, from: data)) ?? [:]
    seconds = Dictionary(texts.map { (ExampleID(text: $0), $1) }) { $1 }
  }

  /// Remembers how long specs took in a run. Where that cannot be, the next run knows less.
  func note(_ latest: [ExampleID: Double]) {
    if latest.isEmpty { return }
    let all = seconds.merging(latest) { $1 }.map { ($0.text, $1) }
    try? JSONEncoder().encode(Dictionary(all) { $1 }).write(to: file, options: .atomic)
  }
}
