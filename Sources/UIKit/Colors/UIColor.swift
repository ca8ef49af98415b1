public import CoreGraphics
public import Foundation

/// A color in extended sRGB, with its opacity.
///
/// Immutable, so any thread may use it. A dynamic color has separate values for the light and the dark interface style.
open class UIColor: NSObject, @unchecked Sendable {
    // Unchecked: every stored property is a constant, and the provider is Sendable.

    private struct Components: Hashable {
        var red: CGFloat
        var green: CGFloat
        var blue: CGFloat
        var alpha: CGFloat
    }

    private let marker = FoundationMarker()
    private let components: Components
    private let provider: (@Sendable (UITraitCollection) -> UIColor)?

    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        components = Components(red: red, green: green, blue: blue, alpha: Self.unit(alpha))
        provider = nil
    }

    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// - Parameter hue: 0 to 1 around the circle, red at both ends.
    public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
        let saturation = Self.unit(saturation)
        let brightness = Self.unit(brightness)
        let turned = (hue - hue.rounded(.down)) * 6
        func channel(_ offset: CGFloat) -> CGFloat {
            let place = (offset + turned).truncatingRemainder(dividingBy: 6)
            return brightness * (1 - saturation * max(0, min(place, 4 - place, 1)))
        }
        self.init(red: channel(5), green: channel(3), blue: channel(1), alpha: alpha)
    }

    /// Creates a clear color when `cgColor` is neither grayscale nor RGB.
    public convenience init(cgColor: CGColor) {
        let parts = cgColor.components ?? []
        switch parts.count {
        case 2: self.init(white: parts[0], alpha: parts[1])
        case 4: self.init(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
        default: self.init(white: 0, alpha: 0)
        }
    }

    /// Creates a color that depends on the traits of the environment in which the color is drawn, mainly on light or
    /// dark style.
    public init(dynamicProvider: @escaping @Sendable (UITraitCollection) -> UIColor) {
        provider = dynamicProvider
        components = Components(red: 0, green: 0, blue: 0, alpha: 0)
    }

    open var cgColor: CGColor {
        let now = resolved.components
        return CGColor(red: now.red, green: now.green, blue: now.blue, alpha: now.alpha)
    }

    open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
        guard let provider else { return self }
        return provider(traitCollection).resolvedColor(with: traitCollection)
    }

    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        if let provider { return UIColor(dynamicProvider: { provider($0).withAlphaComponent(alpha) }) }
        return UIColor(red: components.red, green: components.green, blue: components.blue, alpha: alpha)
    }

    /// - Returns: true; every color here has RGB components.
    @discardableResult
    open func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let now = resolved.components
        red?.pointee = now.red
        green?.pointee = now.green
        blue?.pointee = now.blue
        alpha?.pointee = now.alpha
        return true
    }

    /// - Returns: whether the color is a gray. Nothing is written to the pointers otherwise.
    @discardableResult
    open func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
        let now = resolved.components
        guard now.red == now.green, now.green == now.blue else { return false }
        white?.pointee = now.red
        alpha?.pointee = now.alpha
        return true
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIColor else { return false }
        if provider != nil || other.provider != nil { return self === other }
        return components == other.components
    }

    open override var hash: Int { provider == nil ? components.hashValue : ObjectIdentifier(self).hashValue }

    open override var description: String {
        let now = resolved.components
        return "UIColor(red: \(now.red), green: \(now.green), blue: \(now.blue), alpha: \(now.alpha))"
    }

    private var resolved: UIColor { resolvedColor(with: .current) }

    private static func unit(_ value: CGFloat) -> CGFloat { value.isFinite ? max(0, min(1, value)) : 0 }

    // MARK: Drawing in the current context

    /// Sets the fill and stroke color of the current context.
    open func set() {
        setFill()
        setStroke()
    }
    open func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }
    open func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }
}
