/// A platform examples can run on.
public struct Platform: Sendable, Hashable {
  /// The name as the author writes it, `linux`.
  public var name: String

  /// Makes a platform from its name.
  public init(_ name: String) {
    self.name = name
  }

  /// Linux.
  public static let linux = Platform("linux")
  /// macOS.
  public static let macOS = Platform("macOS")
  /// Windows.
  public static let windows = Platform("windows")
  /// iOS, on any device.
  public static let iOS = Platform("iOS")
  /// iOS on an iPhone.
  public static let iPhone = Platform("iPhone")
  /// iOS on an iPad.
  public static let iPad = Platform("iPad")
  /// tvOS.
  public static let tvOS = Platform("tvOS")
  /// watchOS.
  public static let watchOS = Platform("watchOS")
  /// visionOS.
  public static let visionOS = Platform("visionOS")

  /// All platforms with a name here.
  package static let known = [
    linux, macOS, windows, iOS, iPhone, iPad, tvOS, watchOS, visionOS,
  ]

  /// The platform this code was built for. The host distinguishes iPhone and iPad.
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
  package func includes(_ other: Platform) -> Bool {
    self == other || (self == .iOS && [.iPhone, .iPad].contains(other))
  }
}
