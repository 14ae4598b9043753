/// Something was attached to an example.
public struct AttachmentRecorded: Sendable, Hashable {
  /// The id of the example or the group.
  public var id: ExampleID
  /// The name of the attachment.
  public var name: String
  /// How many bytes it has.
  public var size: Int
  /// The file that it was written to, if it was.
  public var path: String?
  /// The content, if it is short text; of output that is long, the beginning and the end.
  public var text: String?

  /// The name under which is attached what an example that did not pass printed, in a process of its own.
  package static let outputName = "standard output and error"

  /// The number of bytes of printed output that are kept: at its beginning and at its end.
  package static let outputLimits = (head: 1 << 13, tail: 1 << 14)

  /// Whether something is left out in the middle of the text.
  package var isCut: Bool { isOutput && size > Self.outputLimits.head + Self.outputLimits.tail }

  /// Whether it is what was printed.
  package var isOutput: Bool { name == Self.outputName && path == nil && text != nil }

  /// Makes the event.
  package init(id: ExampleID, name: String, size: Int, path: String? = nil, text: String? = nil) {
    self.id = id
    self.name = name
    self.size = size
    self.path = path
    self.text = text
  }
}
