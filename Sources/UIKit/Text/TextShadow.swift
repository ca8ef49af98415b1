import CoreGraphics

/// The values of a text's shadow.
struct TextShadow: Equatable {
    var offset: CGSize
    var blur: CGFloat
    var color: UIColor

    /// Nil where the shadow has no color.
    init?(_ shadow: NSShadow) {
        guard let color = shadow.shadowColor as? UIColor else { return nil }
        offset = shadow.shadowOffset
        blur = shadow.shadowBlurRadius
        self.color = color
    }
}
