/// A platform examples can run on.
public struct Platform: Sendable, Hashable {
  /// The name as the author writes it, `linux`.
  public var name: String

  public init(_ name: String) {
    self.name = name
  }

  public static let linux = Platform("linux")
  public static let macOS = Platform("macOS")
  public static let windows = Platform("windows")
  public static let iOS = Platform("iOS")
  public static let iPhone = Platform("iPhone")
  public static let iPad = Platform("iPad")
  public static let tvOS = Platform("tvOS")
  public static let watchOS = Platform("watchOS")
  public static let visionOS = Platform("visionOS")

  /// The platform this code was built for. iPhone and iPad are told apart by the host.
  public static var current: Platform {
    #if os(Linux)
      .linux
    #elseif os(macOS)
      .macOS
    #elseif os(Windows)
      .windows
    #elseif os(iOS)
      .iOS
    #elseif os(tvOS)
      .tvOS
    #elseif os(watchOS)
      .watchOS
    #elseif os(visionOS)
      .visionOS
    #else
      Platform("unknown")
    #endif
  }

  /// Whether something meant for this platform runs on `other`: both kinds of iOS device are iOS.
  public func includes(_ other: Platform) -> Bool {
    self == other || (self == .iOS && [.iPhone, .iPad].contains(other))
  }
}
