import CoreGraphics
import Drawing
public import Foundation

/// A typeface at a size. The system font is Inter, or the desktop's sans-serif font where Inter is not installed.
///
/// Immutable; any thread may use it. The font is loaded when text is first measured or drawn.
open class UIFont: NSObject, @unchecked Sendable {
    // Unchecked: every stored property is a constant of a value type.

    /// The stroke weight from -1 to 1; 0 is regular.
    public struct Weight: RawRepresentable, _UIKitNumericRawRepresentable, Hashable, Sendable {
        public var rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        public init(_ rawValue: CGFloat) { self.rawValue = rawValue }

        public static let ultraLight = Weight(-0.8)
        public static let thin = Weight(-0.6)
        public static let light = Weight(-0.4)
        public static let regular = Weight(0)
        public static let medium = Weight(0.23)
        public static let semibold = Weight(0.3)
        public static let bold = Weight(0.4)
        public static let heavy = Weight(0.56)
        public static let black = Weight(0.62)

        /// The weight on the OpenType and CSS scale of 100 to 900.
        package var openType: Int {
            switch rawValue {
            case ..<(-0.7): 100
            case ..<(-0.5): 200
            case ..<(-0.2): 300
            case ..<0.115: 400
            case ..<0.265: 500
            case ..<0.35: 600
            case ..<0.48: 700
            case ..<0.59: 800
            default: 900
            }
        }
    }

    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
        public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
        public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
        public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
        public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
        public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
        public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
        public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
        public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
        public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
        public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")
    }

    static let systemFamily = "Inter"
    static let monospacedFamily = "monospace"

    private let marker = FoundationMarker()
    /// The family name for fontconfig. Several names, separated by commas, are tried in order.
    open private(set) var familyName: String
    open private(set) var pointSize: CGFloat
    let weight: Weight
    let isItalic: Bool
    let hasMonospacedDigits: Bool
    /// The text style, for fonts that follow the user's preferred text size; nil for others.
    let textStyle: TextStyle?

    package init(
        family: String, size: CGFloat, weight: Weight, isItalic: Bool = false, hasMonospacedDigits: Bool = false,
        textStyle: TextStyle? = nil
    ) {
        self.textStyle = textStyle
        familyName = family
        pointSize = size.isFinite && size > 0 ? min(size, 1000) : UIFont.systemFontSize
        self.weight = weight
        self.isItalic = isItalic
        self.hasMonospacedDigits = hasMonospacedDigits
    }

    /// Creates a font by family name. Never returns nil: for an unknown name, fontconfig selects the nearest typeface.
    public convenience init?(name fontName: String, size fontSize: CGFloat) {
        self.init(family: fontName, size: fontSize, weight: .regular)
    }

    /// Creates a font by its properties.
    /// - Parameter pointSize: 0 for the size of the descriptor.
    public convenience init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
        let values = descriptor.values
        self.init(
            family: values.family, size: pointSize > 0 ? pointSize : values.size, weight: values.weight,
            isItalic: values.isItalic, hasMonospacedDigits: values.hasMonospacedDigits,
            textStyle: pointSize > 0 && pointSize != values.size ? nil : values.textStyle)
    }

    /// The properties of the font, from which changed fonts are made.
    open var fontDescriptor: UIFontDescriptor {
        UIFontDescriptor(
            UIFontDescriptor.Values(
                family: familyName, size: pointSize, weight: weight, isItalic: isItalic,
                hasMonospacedDigits: hasMonospacedDigits, textStyle: textStyle))
    }

    open class var systemFontSize: CGFloat { 14 }
    open class var smallSystemFontSize: CGFloat { 12 }
    open class var labelFontSize: CGFloat { 17 }
    open class var buttonFontSize: CGFloat { 18 }

    open class func systemFont(ofSize fontSize: CGFloat) -> UIFont {
        UIFont(family: systemFamily, size: fontSize, weight: .regular)
    }

    open class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(family: systemFamily, size: fontSize, weight: weight)
    }

    open class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
        UIFont(family: systemFamily, size: fontSize, weight: .bold)
    }

    open class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
        UIFont(family: systemFamily, size: fontSize, weight: .regular, isItalic: true)
    }

    /// Returns the system font with digits of equal width, so that a running time display does not shift.
    open class func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(family: systemFamily, size: fontSize, weight: weight, hasMonospacedDigits: true)
    }

    open class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(family: monospacedFamily, size: fontSize, weight: weight, hasMonospacedDigits: true)
    }

    open class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
        preferredFont(forTextStyle: style, compatibleWith: nil)
    }

    /// Returns the font of a text style at the user's preferred text size.
    open class func preferredFont(
        forTextStyle style: TextStyle, compatibleWith traitCollection: UITraitCollection?
    ) -> UIFont {
        let size: CGFloat =
            switch style {
            case .largeTitle: 34
            case .title1: 28
            case .title2: 22
            case .title3: 20
            case .callout: 16
            case .subheadline: 15
            case .footnote: 13
            case .caption1: 12
            case .caption2: 11
            default: 17
            }
        return UIFont(
            family: systemFamily, size: UIFontMetrics.default.scaledValue(for: size, compatibleWith: traitCollection),
            weight: style == .headline ? .semibold : .regular, textStyle: style)
    }

    /// The height above the baseline in points. Loads the font.
    open var ascender: CGFloat { TextRenderer.style(of: self).metrics.ascent }
    /// The depth below the baseline in points, as a negative number.
    open var descender: CGFloat { -TextRenderer.style(of: self).metrics.descent }
    open var lineHeight: CGFloat { TextRenderer.style(of: self).metrics.lineHeight }
    /// The font's space between two lines in points.
    open var leading: CGFloat { TextRenderer.style(of: self).metrics.leading }

    open func withSize(_ fontSize: CGFloat) -> UIFont {
        UIFont(
            family: familyName, size: fontSize, weight: weight, isItalic: isItalic,
            hasMonospacedDigits: hasMonospacedDigits)
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIFont else { return false }
        return familyName == other.familyName && pointSize == other.pointSize && weight == other.weight
            && isItalic == other.isItalic && hasMonospacedDigits == other.hasMonospacedDigits
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(familyName)
        hasher.combine(pointSize)
        hasher.combine(weight)
        return hasher.finalize()
    }
}
