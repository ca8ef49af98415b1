import CoreGraphics
import QuartzCore

/// The shadow of a row that the viewer drags.
@MainActor enum RowShadow {
    static func set(_ isOn: Bool, on layer: CALayer) {
        layer.shadowColor = UIColor.black.cgColor
        layer.shadowRadius = 8
        layer.shadowOffset = CGSize(width: 0, height: 3)
        layer.shadowOpacity = isOn ? 0.35 : 0
    }
}
