public import Foundation

/// A shadow of text: the value of the attribute `.shadow`.
open class NSShadow: NSObject, NSCopying {
    private let marker = FoundationMarker()
    /// The distance of the shadow from the text in points, downwards for positive heights.
    open var shadowOffset = CGSize.zero
    /// 0 for a sharp edge. Larger values blur the shadow.
    open var shadowBlurRadius: CGFloat = 0
    /// A `UIColor`; nil for no shadow. At first black with an alpha of a third.
    open var shadowColor: Any? = UIColor.black.withAlphaComponent(1.0 / 3)

    public override init() {
        super.init()
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSShadow()
        copy.shadowOffset = shadowOffset
        copy.shadowBlurRadius = shadowBlurRadius
        copy.shadowColor = shadowColor
        return copy
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSShadow else { return false }
        return shadowOffset == other.shadowOffset && shadowBlurRadius == other.shadowBlurRadius
            && shadowColor as? UIColor == other.shadowColor as? UIColor
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(shadowOffset.width)
        hasher.combine(shadowOffset.height)
        hasher.combine(shadowBlurRadius)
        return hasher.finalize()
    }
}
