import ExemplarCore
import Foundation

/// The rows of a source as values, for tests that are not run by Exemplar:
///
/// ```swift
/// @Test(arguments: try Rows<Division>(.json("divisions"))) func divides(_ division: Division) { … }
/// ```
///
/// All rows are read and decoded when the collection is created. If any of them fails, it throws
/// ``RowErrors``, with the location and the error of each.
public struct Rows<Value: Decodable & Sendable>: RandomAccessCollection, Sendable {
  /// The rows with their names and places.
  ///
  /// As arguments of a test, they have ids that stay the same when rows are added or removed, also
  /// where `Value` cannot be encoded.
  public let named: [NamedRow<Value>]

  /// Reads the rows of a source.
  ///
  /// A file given by its name is searched for in the resources of the module, then beside the
  /// source file.
  ///
  /// Throws ``RowErrors``, also for sources without rows and for sources that suspend.
  public init(
    _ source: RowSource, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) throws {
    let site = DeclarationSite(fileID: fileID, place: Place(path: filePath, line: line))
    var reading = RowCollector<Value>(site, source)
    do {
      let rows = try source.opening(site)()
      while let row = try rows.nextNow() { reading.add(row) }
    } catch is RowIsPending {
      reading.end(
        with: UsageError(
          "The rows of \(source.name.quoted) have to be waited for. Write "
            + "\u{201C}try await Rows(waitingFor: …)\u{201D}.", at: site.place))
    } catch {
      reading.end(with: error)
    }
    named = try reading.result()
  }

  /// Reads the rows of a source that has to wait for them.
  public init(
    waitingFor source: RowSource, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws {
    let site = DeclarationSite(fileID: fileID, place: Place(path: filePath, line: line))
    var reading = RowCollector<Value>(site, source)
    do {
      let rows = try await source.rows(for: site)
      while let row = try await rows.next() { reading.add(row) }
    } catch {
      reading.end(with: error)
    }
    named = try reading.result()
  }

  public var startIndex: Int { named.startIndex }
  public var endIndex: Int { named.endIndex }
  public subscript(position: Int) -> Value { named[position].value }
}

/// A row as a value, with its name and its place.
@dynamicMemberLookup
public struct NamedRow<Value: Sendable>: Sendable, Identifiable {
  /// The name, after those of the data suites around the row; or its position, `#3`.
  public let name: String
  /// The decoded row.
  public let value: Value
  /// The location of the row.
  public let place: Place

  /// The name, which is unique in its source.
  public var id: String { name }

  /// A property of the decoded row.
  public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member {
    value[keyPath: member]
  }
}

/// The errors in the rows of a source.
public struct RowErrors: Error, Sendable, CustomStringConvertible {
  /// The errors, in the order of the rows.
  public let errors: [UsageError]

  /// How many are listed; of the others, only the number is given.
  private static let listed = 20

  /// Each error on a line: where it is, and what is wrong.
  public var description: String {
    var lines = errors.prefix(Self.listed).map { error in
      (error.place.map { "\($0): " } ?? "") + error.message
    }
    if errors.count > Self.listed { lines.append("… and \(errors.count - Self.listed) more.") }
    return lines.joined(separator: "\n")
  }
}

/// Decodes rows, and gathers what is wrong with them.
private struct RowCollector<Value: Decodable & Sendable> {
  private let site: DeclarationSite
  private var rows: [NamedRow<Value>] = []
  private var mistakes: [UsageError] = []
  private let takesMetadata: Bool
  private var names = UniqueNames<Place>()
  private var positions: [[RowSuite]: Int] = [:]

  init(_ site: DeclarationSite, _ source: RowSource) {
    self.site = site
    takesMetadata = source.takesMetadata
  }

  mutating func add(_ row: RowResult) {
    switch row {
    case .failure(let invalid):
      positions[invalid.suites, default: 0] += 1
      mistakes.append(invalid.mistake)
    case .success(let row):
      positions[row.ownSuites, default: 0] += 1
      let own = row.name ?? "#\(positions[row.ownSuites] ?? 0)"
      let written = (row.ownSuites.map(\.name) + [own]).joined(separator: "/")
      let (name, earlier) = names.claim(written, at: row.place)
      if let earlier, !row.content.mayRepeat {
        mistakes.append(
          UsageError(
            "Two rows are named \(written.quoted): the other one is at \(earlier).", at: row.place))
      }
      do {
        let (value, whole) = try row.decodeNoting(Value.self)
        if takesMetadata, let mistake = RowMetadata.withoutEffect(in: row, read: whole.keys) {
          mistakes.append(mistake)
        }
        rows.append(NamedRow(name: name, value: value, place: row.place))
      } catch {
        end(with: error)
      }
    }
  }

  mutating func end(with error: any Error) {
    mistakes.append(
      UsageError(wrapping: error, as: "The rows could not be read", at: site.place))
  }

  /// The mistake that no row has a column, if that is what is wrong with all of them.
  private var missingColumn: UsageError? {
    guard rows.isEmpty, mistakes.count > 1, let missing = mistakes.first?.missing,
      mistakes.allSatisfy({ $0.missing?.name == missing.name })
    else { return nil }
    return UsageError(
      "None of \(mistakes.count) rows has \(missing.name.quoted), which \(Value.self) asks for. "
        + missing.alternatives, at: site.place)
  }

  func result() throws -> [NamedRow<Value>] {
    if let columns = missingColumn { throw RowErrors(errors: [columns]) }
    if !mistakes.isEmpty { throw RowErrors(errors: mistakes) }
    if rows.isEmpty {
      throw RowErrors(errors: [
        UsageError("The row source has no rows, so nothing would be checked.", at: site.place)
      ])
    }
    return rows
  }
}

extension RowMetadata {
  /// The error of a row with metadata that only an outline honors, or with unknown metadata.
  fileprivate static func withoutEffect(in row: Row, read: Set<Spelling>) -> UsageError? {
    let metadata = RowMetadata(of: row, data: read)
    if let mistake = metadata.mistake { return mistake }
    guard !metadata.traits.isEmpty,
      let key = keys.first(where: { !read.contains($0) && row.value(under: $0) != nil }),
      let value = row.value(under: key)
    else { return nil }
    return UsageError(
      "\u{201C}\(key)\u{201D} of \(row.title) has no effect here, only in an outline. "
        + "Leave it out, filter the rows, or use .withoutMetadata on the source.",
      at: row.place(of: value, under: key))
  }
}
