import CoreGraphics
import UIKit

/// A shadow of a caption's text from its text attributes. Lengths are relative to the usual font size.
struct CaptionTextShadow: Equatable {
    var offset: CGSize
    var blur: CGFloat
    var color: UIColor

    init?(_ numbers: [Double]) {
        guard numbers.count == 7, numbers.allSatisfy(\.isFinite) else { return nil }
        offset = CGSize(width: numbers[0] / 100, height: numbers[1] / 100)
        blur = numbers[2] / 100
        color = UIColor(red: numbers[4], green: numbers[5], blue: numbers[6], alpha: numbers[3])
    }

    /// The distance to which the shadow is visible.
    var reach: CGFloat { max(abs(offset.width), abs(offset.height)) + blur }

    /// The shadow as an attribute of text, for a font size.
    func attribute(_ size: CGFloat) -> NSShadow {
        let shadow = NSShadow()
        shadow.shadowOffset = CGSize(width: offset.width * size, height: offset.height * size)
        shadow.shadowBlurRadius = blur * size
        shadow.shadowColor = color
        return shadow
    }
}

/// A rectangle around a caption's text from its text attributes.
struct CaptionTextOutline: Equatable {
    /// Relative to the usual font size.
    var width: CGFloat
    var color: UIColor

    init?(_ numbers: [Double]) {
        guard numbers.count == 5, numbers.allSatisfy(\.isFinite), numbers[0] > 0 else { return nil }
        width = numbers[0] / 100
        color = UIColor(red: numbers[2], green: numbers[3], blue: numbers[4], alpha: numbers[1])
    }
}
