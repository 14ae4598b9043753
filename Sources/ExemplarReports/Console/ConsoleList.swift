import ExemplarCore

/// The lines of a list. Many that come at once are printed together: to write each takes longer than to make it.
struct ConsoleList {
  private(set) var count = 0
  private var pending = ""
  /// When the first pending line arrived.
  private var begin = 0.0
  /// The last parent and the last file, which the next line has too as a rule, as they are shown.
  private var parent: (id: ExampleID, text: String)?
  private var file: (path: String, text: String)?

  /// How many bytes wait, and how many seconds, until something else comes.
  private static let (size, patience) = (1 << 14, 0.05)

  /// Adds an example. Returns the text to print now.
  ///
  /// - Parameters:
  ///   - directory: The folder that paths are relative to.
  ///   - now: In seconds since an arbitrary moment.
  mutating func receive(
    _ listed: ExampleListed, _ style: Style, relativeTo directory: String, now: Double
  ) -> String {
    count += 1
    if pending.isEmpty { begin = now }
    pending += text(of: listed.id) + "  "
    pending += style.dim(text(of: listed.row?.place ?? listed.place, directory))
    if let reason = listed.skipReason { pending += style.yellow("  (\(reason.onOneLine))") }
    pending += "\n"
    return pending.utf8.count < Self.size && now - begin < Self.patience ? "" : popPending()
  }

  mutating func popPending() -> String {
    defer { pending = "" }
    return pending
  }

  private mutating func text(of id: ExampleID) -> String {
    guard let parent = id.parent else { return id.text }
    let known: String
    if let last = self.parent, last.id == parent {
      known = last.text
    } else {
      known = parent.text
      self.parent = (parent, known)
    }
    return known + "/" + ExampleID.escape(id.name)
  }

  private mutating func text(of place: Place, _ directory: String) -> String {
    var place = place
    if let file, file.path == place.path {
      place.path = file.text
    } else {
      let path = place.path
      place = place.relative(to: directory)
      file = (path, place.path)
    }
    return place.description
  }
}
