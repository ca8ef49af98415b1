import CoreGraphics
public import Foundation
import WindowSystem

extension UIWindowScene {
    /// The position, size and orientation of a scene's window.
    public final class Geometry: NSObject, Sendable {
        /// The window's frame on the desktop, in points.
        public let systemFrame: CGRect
        public let interfaceOrientation: UIInterfaceOrientation

        init(systemFrame: CGRect, interfaceOrientation: UIInterfaceOrientation) {
            self.systemFrame = systemFrame
            self.interfaceOrientation = interfaceOrientation
        }
    }

    /// A request for a window geometry; an instance of one of the subclasses.
    @preconcurrency @MainActor open class GeometryPreferences: NSObject {
        override init() {
            super.init()
        }

        /// A request for a position and size of the window.
        public final class Mac: GeometryPreferences {
            /// The requested frame on the desktop, in points. `.null` keeps the current frame.
            public var systemFrame: CGRect

            public init(systemFrame: CGRect = .null) { self.systemFrame = systemFrame }
        }

        /// A request for an interface orientation. A window in another orientation is rotated by exchanging its width
        /// and height.
        public final class iOS: GeometryPreferences {
            public var interfaceOrientations: UIInterfaceOrientationMask?

            public init(interfaceOrientations: UIInterfaceOrientationMask? = nil) {
                self.interfaceOrientations = interfaceOrientations
            }
        }
    }

    /// The reason why a geometry request failed.
    public struct GeometryError: Error, CustomStringConvertible, Sendable {
        public let message: String
        public var description: String { message }
    }

    public var effectiveGeometry: Geometry {
        let place = windows.first?.platform?.position ?? .zero
        return Geometry(
            systemFrame: CGRect(origin: place, size: bounds.size), interfaceOrientation: interfaceOrientation)
    }

    /// Requests another position, size or orientation of the window. The window manager may choose a different
    /// geometry; the scene's delegate is notified of the result.
    /// - Parameter errorHandler: called on the main thread, after this call has returned, when the request fails.
    public func requestGeometryUpdate(
        _ geometryPreferences: GeometryPreferences, errorHandler: ((any Error) -> Void)? = nil
    ) {
        guard let problem = apply(geometryPreferences), let errorHandler else { return }
        HostTime.after(0) { errorHandler(GeometryError(message: problem)) }
    }

    /// - Returns: the reason why the request failed; nil on success.
    private func apply(_ preferences: GeometryPreferences) -> String? {
        guard let window = keyWindow ?? windows.first, let platform = window.platform else {
            return "The scene has no window on the screen; show one first."
        }
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
        default: return "The geometry preferences are of an unknown class; use GeometryPreferences.Mac or .iOS."
        }
        return nil
    }
}
