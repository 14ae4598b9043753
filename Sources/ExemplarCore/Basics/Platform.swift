#if os(iOS) && canImport(ObjectiveC)
  import ObjectiveC
#endif

/// A platform examples can run on.
public struct Platform: Sendable, Hashable {
  /// The name as the author writes it, `linux`.
  public var name: String

  /// Makes a platform from its name.
  package init(_ name: String) {
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
  /// An iOS app on a Mac, built with Mac Catalyst.
  public static let macCatalyst = Platform("macCatalyst")
  /// visionOS.
  public static let visionOS = Platform("visionOS")
  /// Android.
  public static let android = Platform("android")
  /// WebAssembly with the WASI interface.
  public static let wasi = Platform("wasi")

  /// All platforms with a name here.
  package static let known = [
    linux, macOS, windows, iOS, iPhone, iPad, macCatalyst, tvOS, watchOS, visionOS, android, wasi,
  ]

  /// The platform with a name here, in upper or lower case.
  package init?(named name: String) {
    guard let known = Self.known.first(where: { $0.name.lowercased() == name.lowercased() }) else {
      return nil
    }
    self = known
  }

  /// The platform that this process runs on: the most specific one.
  ///
  /// On iOS, the kind of device decides, simulated or not. It is ``iOS`` if the process does not load
  /// UIKit, which alone knows the kind.
  public static let current: Platform = {
    #if targetEnvironment(macCatalyst)
      .macCatalyst
    #elseif os(Linux)
      .linux
    #elseif os(macOS)
      .macOS
    #elseif os(Windows)
      .windows
    #elseif os(iOS)
      currentIdiom().flatMap(Platform.init(idiom:)) ?? .iOS
    #elseif os(tvOS)
      .tvOS
    #elseif os(watchOS)
      .watchOS
    #elseif os(visionOS)
      .visionOS
    #elseif os(Android)
      .android
    #elseif os(WASI)
      .wasi
    #else
      Platform("unknown")
    #endif
  }()

  /// The device that a value of `UIUserInterfaceIdiom` stands for, if it is one of iOS.
  package init?(idiom: Int) {
    switch idiom {
    case 0: self = .iPhone
    case 1: self = .iPad
    default: return nil
    }
  }

  /// Whether something meant for this platform runs on `other`: all kinds of iOS device are iOS, and
  /// so is Mac Catalyst, as in conditions of compilation.
  package func includes(_ other: Platform) -> Bool {
    self == other || (self == .iOS && [.iPhone, .iPad, .macCatalyst].contains(other))
  }
}

#if os(iOS) && canImport(ObjectiveC)
  /// The value of `UIDevice.current.userInterfaceIdiom`. Found at run time, so that no program links UIKit because
  /// of it; `nil` without UIKit.
  private func currentIdiom() -> Int? {
    guard let type = objc_lookUpClass("UIDevice"), let meta = object_getClass(type),
      let currentDevice = class_getMethodImplementation(meta, sel_registerName("currentDevice")),
      let idiom = class_getMethodImplementation(type, sel_registerName("userInterfaceIdiom"))
    else { return nil }
    typealias Device = @convention(c) (AnyObject, ObjectiveC.Selector) -> AnyObject?
    typealias Idiom = @convention(c) (AnyObject, ObjectiveC.Selector) -> Int
    let device = unsafeBitCast(currentDevice, to: Device.self)(
      type, sel_registerName("currentDevice"))
    return device.map {
      unsafeBitCast(idiom, to: Idiom.self)($0, sel_registerName("userInterfaceIdiom"))
    }
  }
#endif
