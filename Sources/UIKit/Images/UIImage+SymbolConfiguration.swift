import CoreGraphics
public import Foundation

extension UIImage {
    /// The stroke weight of a symbol.
    public enum SymbolWeight: Int, Sendable {
        case unspecified = 0
        case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black

        /// The weight of text of equal strokes.
        public func fontWeight() -> UIFont.Weight {
            switch self {
            case .ultraLight: .ultraLight
            case .thin: .thin
            case .light: .light
            case .unspecified, .regular: .regular
            case .medium: .medium
            case .semibold: .semibold
            case .bold: .bold
            case .heavy: .heavy
            case .black: .black
            }
        }

        /// The width of strokes relative to those of the regular weight.
        var strokeFactor: Double {
            switch self {
            case .ultraLight: 0.4
            case .thin: 0.55
            case .light: 0.75
            case .unspecified, .regular: 1
            case .medium: 1.15
            case .semibold: 1.3
            case .bold: 1.45
            case .heavy: 1.65
            case .black: 1.85
            }
        }
    }

    /// The size of a symbol relative to its point size.
    public enum SymbolScale: Int, Sendable {
        case `default` = -1
        case unspecified = 0
        case small, medium, large

        var factor: CGFloat {
            switch self {
            case .small: 0.78
            case .default, .unspecified, .medium: 1
            case .large: 1.28
            }
        }
    }

    /// The size and stroke weight of a symbol. What is not specified is taken from another configuration, or is the default.
    open class SymbolConfiguration: Configuration, @unchecked Sendable {
        // Unchecked: the stored properties are constants.
        private let pointSize: CGFloat?
        private let weight: SymbolWeight
        private let scale: SymbolScale

        private init(
            pointSize: CGFloat?, weight: SymbolWeight, symbolScale: SymbolScale, traits: UITraitCollection? = nil
        ) {
            self.pointSize = pointSize.flatMap { $0.isFinite && $0 > 0 ? min($0, 2000) : nil }
            self.weight = weight
            scale = symbolScale
            super.init(traits: traits)
        }

        /// A configuration that specifies nothing.
        open class var unspecified: SymbolConfiguration {
            SymbolConfiguration(pointSize: nil, weight: .unspecified, symbolScale: .unspecified)
        }

        public convenience init(pointSize: CGFloat) {
            self.init(pointSize: pointSize, weight: .unspecified, symbolScale: .unspecified)
        }
        public convenience init(weight: SymbolWeight) {
            self.init(pointSize: nil, weight: weight, symbolScale: .unspecified)
        }
        public convenience init(scale: SymbolScale) {
            self.init(pointSize: nil, weight: .unspecified, symbolScale: scale)
        }
        public convenience init(pointSize: CGFloat, weight: SymbolWeight) {
            self.init(pointSize: pointSize, weight: weight, symbolScale: .unspecified)
        }
        public convenience init(pointSize: CGFloat, weight: SymbolWeight, scale: SymbolScale) {
            self.init(pointSize: pointSize, weight: weight, symbolScale: scale)
        }
        /// The size of a text style at the time of this call.
        public convenience init(textStyle: UIFont.TextStyle) {
            self.init(font: .preferredFont(forTextStyle: textStyle))
        }
        public convenience init(textStyle: UIFont.TextStyle, scale: SymbolScale) {
            self.init(font: .preferredFont(forTextStyle: textStyle), scale: scale)
        }
        /// The size and weight of a font.
        public convenience init(font: UIFont) { self.init(font: font, scale: .unspecified) }
        public convenience init(font: UIFont, scale: SymbolScale) {
            let all = (SymbolWeight.ultraLight.rawValue...SymbolWeight.black.rawValue)
                .compactMap { SymbolWeight(rawValue: $0) }
            let weight = all.last { $0.fontWeight().rawValue <= font.weight.rawValue } ?? .ultraLight
            self.init(pointSize: font.pointSize, weight: weight, symbolScale: scale)
        }

        /// Returns this configuration with what another one specifies.
        open override func applying(_ otherConfiguration: Configuration?) -> Self {
            let other = otherConfiguration as? SymbolConfiguration ?? .unspecified
            let merged = SymbolConfiguration(
                pointSize: other.pointSize ?? pointSize, weight: other.weight == .unspecified ? weight : other.weight,
                symbolScale: other.scale == .unspecified ? scale : other.scale,
                traits: otherConfiguration?.traitCollection ?? traitCollection)
            // A subclass that is applied keeps its own values.
            return merged as? Self ?? self
        }

        open override func isEqual(_ object: Any?) -> Bool {
            guard let other = object as? SymbolConfiguration, super.isEqual(other) else { return false }
            return pointSize == other.pointSize && weight == other.weight && scale == other.scale
        }

        open override var hash: Int { [weight.rawValue, scale.rawValue].hashValue }

        /// The side length of a symbol in points.
        var side: CGFloat { (pointSize ?? UIImage.defaultSymbolSize) * scale.factor }
        var strokeFactor: Double { weight.strokeFactor }
    }
}
