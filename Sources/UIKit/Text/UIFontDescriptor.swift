import CoreGraphics
public import Foundation

/// The properties of a font, from which changed fonts are made. Immutable.
open class UIFontDescriptor: NSObject, NSCopying, @unchecked Sendable {
    // Unchecked: every stored property is a constant of a value type.

    /// Properties of a typeface that can be combined.
    public struct SymbolicTraits: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let traitItalic = SymbolicTraits(rawValue: 1 << 0)
        public static let traitBold = SymbolicTraits(rawValue: 1 << 1)
        /// The monospaced family. Removing it gives the system font.
        public static let traitMonoSpace = SymbolicTraits(rawValue: 1 << 10)
    }

    /// The design of the system font.
    public struct SystemDesign: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let `default` = SystemDesign(rawValue: "NSCTFontUIFontDesignDefault")
        /// The desktop's serif font.
        public static let serif = SystemDesign(rawValue: "NSCTFontUIFontDesignSerif")
        public static let monospaced = SystemDesign(rawValue: "NSCTFontUIFontDesignMonospaced")
        /// Apple: the system font with round ends. Here: there is none.
        public static let rounded = SystemDesign(rawValue: "NSCTFontUIFontDesignRounded")
    }

    /// The properties of a font.
    struct Values: Hashable {
        var family: String
        var size: CGFloat
        var weight: UIFont.Weight
        var isItalic = false
        var hasMonospacedDigits = false
        var textStyle: UIFont.TextStyle?
    }

    private let marker = FoundationMarker()
    let values: Values

    init(_ values: Values) { self.values = values }

    /// - Parameter fontName: the family.
    public convenience init(name fontName: String, size: CGFloat) {
        self.init(Values(family: fontName, size: size, weight: .regular))
    }

    /// Returns the descriptor of a text style at the user's preferred text size.
    open class func preferredFontDescriptor(withTextStyle style: UIFont.TextStyle) -> UIFontDescriptor {
        UIFont.preferredFont(forTextStyle: style).fontDescriptor
    }

    open class func preferredFontDescriptor(
        withTextStyle style: UIFont.TextStyle, compatibleWith traitCollection: UITraitCollection?
    ) -> UIFontDescriptor {
        UIFont.preferredFont(forTextStyle: style, compatibleWith: traitCollection).fontDescriptor
    }

    open var pointSize: CGFloat { values.size }

    open var symbolicTraits: SymbolicTraits {
        var traits: SymbolicTraits = []
        if values.isItalic { traits.insert(.traitItalic) }
        if values.weight.rawValue >= UIFont.Weight.semibold.rawValue { traits.insert(.traitBold) }
        if values.family == UIFont.monospacedFamily { traits.insert(.traitMonoSpace) }
        return traits
    }

    /// Returns a descriptor with these traits and no others.
    open func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? {
        let (old, new) = (self.symbolicTraits, symbolicTraits)
        return changed { values in
            values.isItalic = new.contains(.traitItalic)
            if old.contains(.traitBold) != new.contains(.traitBold) {
                values.weight = new.contains(.traitBold) ? .bold : .regular
            }
            if old.contains(.traitMonoSpace) != new.contains(.traitMonoSpace) {
                values.family = new.contains(.traitMonoSpace) ? UIFont.monospacedFamily : UIFont.systemFamily
            }
        }
    }

    open func withSize(_ newPointSize: CGFloat) -> UIFontDescriptor {
        changed { values in
            values.size = newPointSize
            values.textStyle = nil
        }
    }

    open func withFamily(_ newFamily: String) -> UIFontDescriptor { changed { $0.family = newFamily } }

    /// Returns a descriptor of the system font in another design; nil for fonts of other families and for a design that does not exist.
    open func withDesign(_ design: SystemDesign) -> UIFontDescriptor? {
        let families: [SystemDesign: String] = [
            .default: UIFont.systemFamily, .serif: Self.serifFamily, .monospaced: UIFont.monospacedFamily,
        ]
        guard let family = families[design], families.values.contains(values.family) else { return nil }
        return changed { $0.family = family }
    }

    private static let serifFamily = "serif"

    private func changed(_ change: (inout Values) -> Void) -> UIFontDescriptor {
        var values = values
        change(&values)
        return UIFontDescriptor(values)
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool { (object as? UIFontDescriptor)?.values == values }
    open override var hash: Int { values.hashValue }
}
