import AppIdentity
import CoreGraphics
public import Foundation
package import WindowSystem

/// A coordinate system, with conversion of points and rectangles to and from other coordinate systems.
@preconcurrency @MainActor public protocol UICoordinateSpace: NSObjectProtocol {
    var bounds: CGRect { get }
    func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint
    func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint
    func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect
    func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect
}

extension UICoordinateSpace {
    /// The view whose coordinates this space uses. Scenes and screens use the coordinates of their window.
    private func view(beside other: any UICoordinateSpace) -> UIView? {
        self as? UIView ?? (self as? UIWindowScene)?.windows.first ?? (other as? UIView)?.window
    }

    public func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint {
        guard let from = view(beside: coordinateSpace), let to = coordinateSpace.view(beside: self) else {
            return point
        }
        return to.layer.convert(point, from: from.layer)
    }
    public func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint {
        coordinateSpace.convert(point, to: self)
    }
    public func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect {
        guard let from = view(beside: coordinateSpace), let to = coordinateSpace.view(beside: self) else { return rect }
        return to.layer.convert(rect, from: from.layer)
    }
    public func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect {
        coordinateSpace.convert(rect, to: self)
    }
}

/// A display.
///
/// Apple: `bounds` is the bounds of the display. Here: the `bounds` of the main screen are the default size of a new window, as for an iPad app
/// on the Mac: 1280 x 720 points on the desktop. Reading them does not open the display. Other screens have the bounds of their displays.
@preconcurrency @MainActor open class UIScreen: NSObject, UICoordinateSpace {
    public static let main = UIScreen(display: nil)
    public static let didConnectNotification = Notification.Name("UIScreenDidConnectNotification")
    public static let didDisconnectNotification = Notification.Name("UIScreenDidDisconnectNotification")
    /// The size of a window that is created without a frame, in points.
    package static let standardSize = CGSize(width: 1280, height: 720)

    /// The main screen, then the other displays that show a part of the desktop of their own. Before a window was shown, only the main screen.
    open class var screens: [UIScreen] {
        ScreenList.shared.follow()
        return [main] + ScreenList.shared.external
    }

    /// The display of an external screen; nil for the main screen.
    package internal(set) var display: DisplayInfo?

    init(display: DisplayInfo?) {
        self.display = display
        super.init()
    }
    /// Pixels per point. Until the first window is shown, the value that the environment determines, or 1.
    open var scale: CGFloat { shownScale ?? (UIApplication.isHeadless ? 1 : DisplayServer.shared.scale) }
    private var shownScale: CGFloat?
    open var nativeScale: CGFloat { scale }
    open var bounds: CGRect { CGRect(origin: .zero, size: display?.frame.size ?? Self.standardSize) }
    open var nativeBounds: CGRect {
        CGRect(x: 0, y: 0, width: bounds.width * scale, height: bounds.height * scale)
    }
    open var coordinateSpace: any UICoordinateSpace { self }
    open var mirrored: UIScreen? { nil }
    open var isCaptured: Bool { false }
    /// The refresh rate of the display; 60 until a display has been opened.
    open var maximumFramesPerSecond: Int {
        Int(((display ?? DisplayServer.shared.displays.first)?.refreshRate ?? 60).rounded())
    }

    func update(scale: CGFloat) { shownScale = scale }
}

/// The machine. Its idiom is `.mac` unless `setIdiom` selects another, such as `.tv`.
@preconcurrency @MainActor open class UIDevice: NSObject {
    public static let current = UIDevice()
    open private(set) var userInterfaceIdiom = UIUserInterfaceIdiom.mac
    open var orientation: UIDeviceOrientation { .unknown }
    open var model: String { "Linux" }
    open var localizedModel: String { model }
    open var name: String { ProcessInfo.processInfo.hostName }
    open var systemName: String { "Linux" }
    open var systemVersion: String { ProcessInfo.processInfo.operatingSystemVersionString }
    open var isMultitaskingSupported: Bool { true }

    /// Identifies the device to one app. The same at each launch, as long as the app's data folder is kept; where that cannot be written, only
    /// for the life of the process.
    ///
    /// Apple: the same for all apps of a vendor. Here: an app's own.
    open var identifierForVendor: UUID? { vendorIdentifier }
    private lazy var vendorIdentifier = Self.storedIdentifier(in: try? AppIdentity.current.dataDirectory())

    /// Reads the identifier, or creates and stores it.
    static func storedIdentifier(in folder: URL?) -> UUID {
        let file = folder?.appendingPathComponent("identifierForVendor")
        if let file, let text = try? String(contentsOf: file, encoding: .utf8),
            let known = UUID(uuidString: text.trimmingCharacters(in: .whitespacesAndNewlines))
        {
            return known
        }
        let made = UUID()
        if let file { try? Data("\(made.uuidString)\n".utf8).write(to: file, options: .atomic) }
        return made
    }

    // MARK: Orientation

    /// Apple: posted when the device is turned. Here: never posted, because a desktop or a television has no orientation.
    public static let orientationDidChangeNotification = Notification.Name("UIDeviceOrientationDidChangeNotification")

    private var orientationRequests = 0
    /// Whether there were more calls of `beginGeneratingDeviceOrientationNotifications()` than of its counterpart.
    open var isGeneratingDeviceOrientationNotifications: Bool { orientationRequests > 0 }
    open func beginGeneratingDeviceOrientationNotifications() { orientationRequests += 1 }
    open func endGeneratingDeviceOrientationNotifications() { orientationRequests = max(0, orientationRequests - 1) }

    /// Sets the idiom of the process. Call it before the first window is created.
    package func setIdiom(_ idiom: UIUserInterfaceIdiom) {
        userInterfaceIdiom = idiom
        UITraitCollection.current = UITraitCollection.current.merging(UITraitCollection(userInterfaceIdiom: idiom))
    }
}
