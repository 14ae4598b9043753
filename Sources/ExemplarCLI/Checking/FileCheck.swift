import ExemplarCore
import ExemplarRows
import Foundation

/// What was found out about one data file.
struct FileCheck {
  /// The file as it was named.
  let name: String
  /// Its whole path, as places have it.
  let path: String
  private(set) var rows = 0
  /// What is wrong with the file as it is read by its ending, in the order in which it was found.
  private var own: [Mistake] = []
  /// The same of its names, which an outline may take from elsewhere.
  private var ownNames: [Mistake] = []
  /// What is wrong for outlines only.
  private var others: [Mistake] = []
  /// What outlines found as well.
  private var confirmed: Set<String> = []
  /// Where rows are as the file is read by its ending; `nil` if that tells no format.
  private var places: Set<Place>?
  /// Where outlines read rows.
  private var read: Set<Place> = []
  /// Whether outlines find rows elsewhere, and so read the file in another way.
  private var isReadOtherwise = false
  /// The outlines that read it.
  private(set) var outlines: Set<String> = []
  /// Whether outlines read it, or were to and could not.
  var isWanted: Bool { !outlines.isEmpty || !others.isEmpty }
  /// Whether it could be read to its end.
  private(set) var isReadable = true

  /// What is wrong, in the order in which it was found.
  ///
  /// An outline says how a file is to be read. What is wrong only as long as nobody says it, is not.
  var mistakes: [Mistake] {
    if outlines.isEmpty { return own + ownNames + others }
    func isConfirmed(_ mistake: Mistake) -> Bool { confirmed.contains(mistake.message) }
    return own.filter {
      isConfirmed($0) || !isReadOtherwise && !($0.row.map(read.contains) ?? false)
    }
      + ownNames.filter(isConfirmed) + others
  }

  /// What is wrong, in the order in which it stands in the file. A folder is left as it was read.
  var mistakesByPlace: [Mistake] {
    guard mistakes.allSatisfy({ $0.place?.path ?? path == path }) else { return mistakes }
    func key(_ mistake: Mistake) -> (Int, Int, String) {
      (mistake.place?.line ?? 0, mistake.place?.column ?? 0, mistake.outline ?? "")
    }
    return mistakes.sorted { key($0) < key($1) }
  }

  /// Something wrong, and for which outline if only that makes it wrong.
  struct Mistake: Hashable {
    var message: String
    var place: Place?
    /// Where the row begins that is wrong.
    var row: Place?
    var outline: String?
  }

  /// Reads a file by itself. Prints why and throws the status if its format is not known, unless outlines
  /// are asked that may know it.
  init(_ name: String, askingOutlines: Bool = false) async throws {
    self.name = name
    path = URL(fileURLWithPath: name).standardizedFileURL.path
    guard let source = RowSource.file(URL(fileURLWithPath: path)) else {
      var isFolder: ObjCBool = false
      if askingOutlines, FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
        !isFolder.boolValue
      {
        own = [Mistake(message: Self.problem(ofName: name, at: path), place: nil)]
        isReadOtherwise = true
        return
      }
      Terminal.write("error: \(Self.problem(ofName: name, at: path))\n", toError: true)
      throw ExitStatus.couldNotStart
    }
    let place = Place(path: path)
    // Metadata is read too, but a row that is skipped has to be right all the same.
    let outline = source.outline(for: DeclarationSite(module: "", place: place)) { _ in }
    let spec = Spec(
      module: "", root: SpecNode(name, at: place, content: .outline(outline.withoutRowTraits)))
    var places: Set<Place> = []
    for event in await FileCheck.events(of: [spec]) {
      switch event {
      case .exampleStarted(let start) where start.context.row != nil:
        rows += 1
        if let place = start.context.row?.place { places.insert(place) }
      case .issueRecorded(let record) where record.issue.isFailure:
        let issue = record.issue
        let mistake = Mistake(
          message: issue.message, place: issue.place, row: issue.context.row?.place)
        if record.id?.name == "row names" { ownNames.append(mistake) } else { own.append(mistake) }
        // What is wrong with all of the rows belongs to none of them.
        if issue.context.row == nil, record.id?.name == "rows" { isReadable = false }
      default: break
      }
    }
    self.places = places
  }

  /// What to say of a name that tells no format.
  private static func problem(ofName name: String, at path: String) -> String {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      return "\(name) is a folder. Name the files in it; a folder of rows ends with .testsuite."
    }
    let endings = RowSource.fileExtensions.map { ".\($0)" }.joined(separator: ", ")
    return "\(name) is not of a format that holds rows. Its ending must be one of \(endings)."
  }

  private static func events(of specs: [Spec]) async -> [Event] {
    let events = Locked([Event]())
    let plan = Plan(specs, PlanOptions(seed: 1, order: .defined))
    _ = await Run(plan)({ event in events.withLock { $0.append(event) } })
    return events.withLock { $0 }
  }

  /// Notes that an outline read a row, and what was wrong with it, if the row is of this file.
  mutating func note(_ row: RowReference, readBy outline: ExampleID, _ issue: Issue? = nil) {
    guard let place = row.place, place.path == path || place.path.hasPrefix(path + "/") else {
      return
    }
    outlines.insert(outline.heading)
    read.insert(place)
    if places?.contains(place) != true {
      isReadOtherwise = true
      if places == nil, issue == nil { rows += 1 }
    }
    if let issue { add(issue, of: outline) }
  }

  /// Notes that an outline could read no row, if that is about this file.
  mutating func note(_ issue: Issue, thatKeepsRowsFrom outline: ExampleID) {
    if issue.concerns(path) { add(issue, of: outline) }
  }

  private mutating func add(_ issue: Issue, of outline: ExampleID) {
    // What is wrong with the file itself is known.
    if (own + ownNames + others).contains(where: { $0.message == issue.message }) {
      confirmed.insert(issue.message)
      return
    }
    others.append(
      Mistake(message: issue.message, place: issue.place, outline: outline.heading))
  }
}
