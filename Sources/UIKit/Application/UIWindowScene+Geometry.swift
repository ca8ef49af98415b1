import CoreGraphics
public import Foundation
import WindowSystem

extension UIWindowScene {
    /// The position, size and orientation of a scene's window.
    open class Geometry: NSObject, @unchecked Sendable {
        /// The window's frame on the desktop, in points.
        open private(set) var systemFrame: CGRect
        open private(set) var interfaceOrientation: UIInterfaceOrientation
        open private(set) var minimumSize: CGSize
        open private(set) var maximumSize: CGSize
        /// The restriction that the program has requested last.
        open private(set) var resizingRestrictions: UIWindowSceneResizingRestrictions

        @MainActor init(_ scene: UIWindowScene) {
            let place = scene.windows.first?.platform?.position ?? .zero
            systemFrame = CGRect(origin: place, size: scene.bounds.size)
            interfaceOrientation = scene.interfaceOrientation
            minimumSize = scene.sizeRestrictions?.minimumSize ?? .zero
            maximumSize = scene.sizeRestrictions?.maximumSize ?? .zero
            resizingRestrictions = scene.resizingRestrictions
        }
    }

    /// A request for a window geometry; an instance of one of the subclasses.
    @preconcurrency @MainActor open class GeometryPreferences: NSObject {
        override init() {
            super.init()
        }

        /// A request for a position and size of the window.
        open class Mac: GeometryPreferences {
            /// The requested frame on the desktop, in points. `.null` keeps the current frame.
            open var systemFrame: CGRect

            public init(systemFrame: CGRect = .null) { self.systemFrame = systemFrame }
        }

        /// A request for an interface orientation. A window in another orientation is rotated by exchanging its width
        /// and height.
        open class iOS: GeometryPreferences {
            open var interfaceOrientations: UIInterfaceOrientationMask?

            public init(interfaceOrientations: UIInterfaceOrientationMask? = nil) {
                self.interfaceOrientations = interfaceOrientations
            }
        }

        /// A request for a size of the window and for the sizes that the user can choose. A property that is nil keeps
        /// the current value. While the window covers the display, the size applies after full screen.
        open class Vision: GeometryPreferences {
            open var size: CGSize?
            open var minimumSize: CGSize?
            open var maximumSize: CGSize?
            open var resizingRestrictions: UIWindowScene.ResizingRestrictions?

            public init(
                size: CGSize? = nil, minimumSize: CGSize? = nil, maximumSize: CGSize? = nil,
                resizingRestrictions: UIWindowScene.ResizingRestrictions? = nil
            ) {
                self.size = size
                self.minimumSize = minimumSize
                self.maximumSize = maximumSize
                self.resizingRestrictions = resizingRestrictions
            }
        }
    }

    /// How the user can change the size of a scene's windows.
    public enum ResizingRestrictions: Hashable, Sendable {
        /// The user cannot change the size.
        case none
        /// The user can change the size, and the current ratio of width to height stays.
        case uniform
        /// The size is limited only by `UIWindowScene.sizeRestrictions`.
        case freeform
    }

    /// The reason why a geometry request failed.
    package struct GeometryError: Error, CustomStringConvertible, Sendable {
        public let message: String
        public var description: String { message }
    }

    /// - Returns: the reason why the request failed; nil on success.
    func apply(_ preferences: GeometryPreferences) -> String? {
        guard let window = keyWindow ?? windows.first, let platform = window.platform else {
            return "The scene has no window on the screen; show one first."
        }
        if let wish = preferences as? GeometryPreferences.Vision { return apply(wish, to: window, platform) }
        guard !platform.isFullScreen else { return "The window covers the display; leave full screen first." }
        switch preferences {
        case let wish as GeometryPreferences.Mac:
            let frame = wish.systemFrame
            guard !frame.isNull else { return nil }
            guard !frame.isInfinite, !frame.isEmpty else { return "The frame \(frame) is empty or infinite." }
            if let least = sizeRestrictions?.minimumSize, frame.width < least.width || frame.height < least.height {
                return "The size is below the scene's minimum size of \(least.width) by \(least.height) points."
            }
            if platform.size != frame.size { platform.size = frame.size }
            if platform.position != frame.origin { platform.position = frame.origin }
        case let wish as GeometryPreferences.iOS:
            guard let mask = wish.interfaceOrientations else { return nil }
            let supported = mask.intersection(window.supportedOrientations)
            guard !supported.isEmpty else {
                return "The topmost view controller, or the application's delegate, supports none of the orientations."
            }
            guard
                !mask.contains(UIInterfaceOrientationMask(rawValue: 1 << UInt(interfaceOrientation.rawValue)))
            else { return nil }
            let wantsLandscape = !supported.isDisjoint(with: .landscape)
            guard wantsLandscape != (bounds.width >= bounds.height) else { return nil }
            platform.size = CGSize(width: platform.size.height, height: platform.size.width)
        default:
            return "The geometry preferences are of an unknown class; use GeometryPreferences.Mac, .iOS or .Vision."
        }
        return nil
    }

    /// - Returns: the reason why the request failed; nil on success.
    func apply(
        _ wish: GeometryPreferences.Vision, to window: UIWindow, _ platform: any PlatformWindow
    ) -> String? {
        let minimum = wish.minimumSize ?? sizeRestrictions?.minimumSize ?? .zero
        let maximum = wish.maximumSize ?? sizeRestrictions?.maximumSize ?? .zero
        guard minimum.width <= maximum.width, minimum.height <= maximum.height else {
            return "The minimum size \(minimum) is larger than the maximum size \(maximum)."
        }
        if let size = wish.size, size.width < minimum.width || size.height < minimum.height {
            return "The size is below the scene's minimum size of \(minimum.width) by \(minimum.height) points."
        }
        sizeRestrictions?.minimumSize = minimum
        sizeRestrictions?.maximumSize = maximum
        switch wish.resizingRestrictions {
        case nil: break
        case .some(.none): resizingRestrictions = .none
        case .uniform: resizingRestrictions = .uniform
        case .freeform: resizingRestrictions = .freeform
        }
        // The ratio that the user's resizing keeps is that of the requested size.
        sizeRestrictionsChanged(size: wish.size)
        if platform.isFullScreen {
            window.sizeAfterFullScreen = wish.size ?? window.sizeAfterFullScreen
        } else if let size = wish.size, platform.size != size {
            platform.size = size
        }
        return nil
    }
}

/// The resizing restriction of a scene's geometry.
public enum UIWindowSceneResizingRestrictions: Int, Sendable {
    /// The program has requested none.
    case unspecified
    case none, uniform, freeform
}
