/// Something was attached to an example.
public struct AttachmentRecorded: Sendable, Hashable, Codable {
  /// The id of the example or the group.
  public var id: ExampleID
  /// The name of the attachment.
  public var name: String
  /// How many bytes it has.
  public var size: Int
  /// The file that it was written to, if it was.
  public var path: String?
  /// The content, if it is short text.
  public var text: String?

  /// Makes the event.
  public init(id: ExampleID, name: String, size: Int, path: String? = nil, text: String? = nil) {
    self.id = id
    self.name = name
    self.size = size
    self.path = path
    self.text = text
  }
}
