import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The record of a run for later runs: a fold over its events, which `RunStore` keeps.
struct RunOutcomes: Codable {
  private static let version = 2
  private static let entrySize = 12

  private var version = Self.version
  /// When the run began, in seconds since 1970; `nil` if it emitted no event.
  private(set) var begin: Double?
  /// The code of the run; `nil` if it is not known.
  private(set) var code: String?
  /// The key and the mark of each example, as little-endian numbers of eight and four bytes.
  private var entries = Data()
  /// The state of the package after the run.
  private(set) var state: PackageState
  /// The keys of the examples that earlier runs have decided and this one has not, in eight bytes each; `nil` if no run
  /// of everything is known, so that new examples cannot be distinguished.
  private var decidedEarlier: Data?

  // Known only while the run goes on.
  private var results: RunResults
  private var keys = ExampleKeys()

  private enum CodingKeys: String, CodingKey {
    case version, begin, code, entries, state, decidedEarlier
  }

  /// - Parameters:
  ///   - state: The state of the package before the run.
  ///   - foreign: The ids of tests that run beside the specs; `nil` if none do.
  ///   - scope: Which examples the run was asked for.
  ///   - code: The code of the run, if it is known.
  init(
    since state: PackageState = PackageState(), foreign: Set<ExampleID>? = nil,
    scope: RunResults.Scope = .everything, code: String? = nil
  ) {
    (self.state, self.code) = (state, code)
    results = RunResults(since: state, foreign: foreign, scope: scope)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    begin = try container.decodeIfPresent(Double.self, forKey: .begin)
    code = try container.decodeIfPresent(String.self, forKey: .code)
    entries = try container.decode(Data.self, forKey: .entries)
    state = try container.decode(PackageState.self, forKey: .state)
    decidedEarlier = try container.decodeIfPresent(Data.self, forKey: .decidedEarlier)
    results = RunResults(since: state, foreign: nil)
  }

  // MARK: Events

  /// Records events that happened at `time`, in seconds since 1970.
  ///
  /// - Parameter isMarked: Whether the history shows them.
  mutating func record(
    _ batch: EventBatch, at time: @autoclosure () -> Double, isMarked: Bool = true
  ) {
    if begin == nil { begin = time() }
    results.record(batch)
    if !isMarked { return }
    switch batch {
    case .event(.exampleEnded(let end)):
      add(keys.key(of: end.id), RunMark(end.outcome, duration: end.duration))
    case .event: break
    case .passedRows(let rows):
      for row in rows.rows {
        add(keys.key(of: row.name, in: rows.parent), RunMark(.passed, duration: row.duration))
      }
    }
  }

  private mutating func add(_ key: UInt64, _ mark: RunMark) {
    entries.append(littleEndian: key)
    entries.append(littleEndian: mark.bits)
  }

  /// Ends the run: its results change the state that the last run of the package left.
  mutating func end(run: String, after last: RunOutcomes) {
    state = last.state
    state.apply(results, ofRun: run)
    decidedEarlier = nil
    if results.isOfEverything {
      decidedEarlier = Data()
    } else if let decided = last.decided {
      // If an example that no longer exists does so again, it is new.
      let forgotten = last.state.outstanding.subtracting(state.outstanding)
        .subtracting(results.passed).map { keys.key(of: ExampleID(text: $0)) }
      var data = Data()
      for key in decided.subtracting(marks.lazy.map(\.key)).subtracting(forgotten).sorted() {
        data.append(littleEndian: key)
      }
      decidedEarlier = data
    }
  }

  /// The keys of the examples that have ended in some run since the last one of everything began; `nil` if there was none.
  var decided: Set<UInt64>? {
    decidedEarlier.map { keys in
      let earlier = keys.withUnsafeBytes { bytes in
        stride(from: 0, to: bytes.count - 7, by: 8).map {
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self))
        }
      }
      return Set(earlier).union(marks.lazy.map(\.key))
    }
  }

  /// The ids that were outstanding before the run, and that it skipped.
  var skipped: Set<String> { results.skipped }

  // MARK: The stored record

  var marks: [(key: UInt64, mark: RunMark)] {
    entries.withUnsafeBytes { bytes in
      (0..<bytes.count / Self.entrySize).map { index in
        let offset = index * Self.entrySize
        let key = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let bits = bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self)
        return (UInt64(littleEndian: key), RunMark(bits: UInt32(littleEndian: bits)))
      }
    }
  }

  var hasMarks: Bool { !entries.isEmpty }

  var data: Data {
    get throws {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .binary
      return try encoder.encode(self)
    }
  }

  /// Reads a record. Throws ``UsageError`` with the reason if it is invalid, and ``NewerRecord``.
  init(_ data: Data) throws {
    struct Form: Decodable { var version: Int }
    let decoder = PropertyListDecoder()
    let form = try? decoder.decode(Form.self, from: data)
    if let form, form.version > Self.version { throw NewerRecord(version: form.version) }
    guard form?.version == Self.version, let known = try? decoder.decode(Self.self, from: data)
    else { throw UsageError("it is damaged") }
    self = known
  }
}

/// The record was written by a later version, and is left as it is.
struct NewerRecord: Error, CustomStringConvertible {
  let version: Int

  var description: String { "a later version of Exemplar wrote it, in form \(version)" }
}

extension Data {
  fileprivate mutating func append(littleEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
