import ExemplarCore
import ExemplarRows
import Foundation

/// The findings about one data file.
struct FileCheck {
  /// The file as it was named.
  let name: String
  /// Its whole path, as places have it.
  let path: String
  private(set) var rows = 0
  /// The errors of the file as its extension determines its format, in the order in which they were
  /// found.
  private var own: [Mistake] = []
  /// The same of its names, which an outline may take from elsewhere.
  private var ownNames: [Mistake] = []
  /// Errors that only outlines have.
  private var others: [Mistake] = []
  /// The messages of all errors so far, and of those that outlines confirmed.
  private var known: Set<String> = []
  private var confirmed: Set<String> = []
  /// Doubts of readers about the rows, without an outline and with one.
  private var ownNotes: [Mistake] = []
  private var otherNotes: [Mistake] = []
  var notes: [Mistake] { outlines.isEmpty ? ownNotes : otherNotes }
  /// The locations of the rows if the file is read according to its extension; `nil` if that
  /// determines no format.
  private var places: Set<Place>?
  /// Where outlines read rows.
  private var read: Set<Place> = []
  /// Whether outlines find rows elsewhere, and so read the file in another way.
  private var isReadOtherwise = false
  /// The outlines that read it.
  private(set) var outlines: Set<String> = []
  /// Whether outlines read it, or failed to.
  var isWanted: Bool { !outlines.isEmpty || !others.isEmpty }
  /// Whether it could be read to its end.
  private(set) var isReadable = true
  /// The reason why neither its name nor an outline can determine its format, if there is one.
  private(set) var refusal: String?

  /// The errors, in the order in which they were found.
  ///
  /// An outline determines how a file is read. Errors that occur only without an outline are left
  /// out.
  var mistakes: [Mistake] {
    if outlines.isEmpty { return own + ownNames + others }
    func isConfirmed(_ mistake: Mistake) -> Bool { confirmed.contains(mistake.message) }
    return own.filter {
      isConfirmed($0) || !isReadOtherwise && !($0.row.map(read.contains) ?? false)
    }
      + ownNames.filter(isConfirmed) + others
  }

  /// The errors, in the order of their lines. A folder keeps the order in which it was read.
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
    /// The parts that errors with the same cause have in common.
    var cause: [String] { [outline ?? "", place?.path ?? "", shape] }
    fileprivate var shape = ""
  }

  /// Reads a file by itself.
  ///
  /// - Parameter askingOutlines: Whether an outline may determine the format if the name does not.
  init(_ name: String, askingOutlines: Bool = false) async {
    self.name = name
    path = URL(fileURLWithPath: name).standardizedFileURL.path
    guard let source = RowSource.file(URL(fileURLWithPath: path)) else {
      let (problem, isFile) = Self.problem(ofName: name, at: path)
      own = [Mistake(message: problem, place: nil)]
      isReadOtherwise = isFile && askingOutlines
      if !isReadOtherwise { (refusal, isReadable) = (problem, false) }
      return
    }
    let place = Place(path: path)
    // Metadata is read too, but a row that is skipped has to be right all the same.
    let outline = source.outline(for: DeclarationSite(module: "", place: place)) { _ = $0.keys }
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
          message: issue.message, place: issue.place, row: issue.context.row?.place,
          shape: issue.shape)
        known.insert(issue.message)
        if record.id?.name == "row names" { ownNames.append(mistake) } else { own.append(mistake) }
        // An error of all rows belongs to none of them.
        if issue.context.row == nil, record.id?.name == "rows" { isReadable = false }
      case .issueRecorded(let record) where record.issue.isWarning:
        ownNotes.append(Mistake(message: record.issue.message, place: record.issue.place))
      default: break
      }
    }
    self.places = places
  }

  /// The problem with a name that does not determine a format, and whether it is that of a file.
  static func problem(ofName name: String, at path: String) -> (String, isFile: Bool) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      return ("There is no file \(name).", false)
    }
    if isFolder.boolValue {
      return (
        "\(name) is a folder. Name the files in it; a folder of rows ends with .testsuite.", false
      )
    }
    let endings = RowSource.fileExtensions.map { ".\($0)" }.joined(separator: ", ")
    return (
      "\(name) is not of a format that holds rows. Its extension must be one of \(endings).", true
    )
  }

  private static func events(of specs: [Spec]) async -> [Event] {
    let events = Locked([Event]())
    let plan = Plan(specs, PlanOptions(seed: 1, order: .defined))
    _ = await Run(plan)({ event in events.withLock { $0.append(event) } })
    return events.withLock { $0 }
  }

  /// Notes that an outline read a row, and what was wrong with it, if the row is of this file.
  mutating func record(_ row: RowReference, readBy outline: ExampleID, _ issue: Issue? = nil) {
    guard refusal == nil, let place = row.place,
      place.path == path || place.path.hasPrefix(path + "/")
    else { return }
    outlines.insert(outline.heading)
    read.insert(place)
    if places?.contains(place) != true {
      isReadOtherwise = true
      if places == nil, issue == nil { rows += 1 }
    }
    if let issue { add(issue, of: outline) }
  }

  /// Notes that an outline could read no row, if that is about this file.
  mutating func record(_ issue: Issue, thatKeepsRowsFrom outline: ExampleID) {
    if refusal == nil, issue.concerns(path) { add(issue, of: outline) }
  }

  /// Notes that an outline skipped elements that are not rows: if it reads this file, these are not
  /// mistakes.
  mutating func recordSkips(of outline: ExampleID) {
    if outlines.contains(outline.heading) { isReadOtherwise = true }
  }

  private mutating func add(_ issue: Issue, of outline: ExampleID) {
    // Errors of the file itself have been reported.
    guard known.insert(issue.message).inserted else {
      confirmed.insert(issue.message)
      return
    }
    let mistake = Mistake(
      message: issue.message, place: issue.place, outline: outline.heading, shape: issue.shape)
    if issue.isFailure { others.append(mistake) } else { otherNotes.append(mistake) }
  }
}

extension Issue {
  /// The message without numbers, and without the name and the texts of its row.
  fileprivate var shape: String {
    let row = context.row
    let values = (row?.columns ?? []).map { $0.value.trimmingCharacters(in: ["\""]) }
    return (values + [row?.name ?? ""]).reduce(message) { text, value in
      text.replacing("\u{201C}\(value)\u{201D}", with: "\u{201C}…\u{201D}")
    }.replacing(/[0-9]+/, with: "#")
  }
}
