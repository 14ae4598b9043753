/// A line that included shared examples, for readers of a failure in them.
public struct InclusionFrame: Sendable, Hashable {
  /// The name of the shared examples.
  public var name: String
  /// The line that included them.
  public var place: Place

  /// Creates a frame for shared examples of this name, included at this location.
  package init(_ name: String, at place: Place) {
    self.name = name
    self.place = place
  }
}
