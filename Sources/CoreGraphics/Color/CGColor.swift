/// An immutable colour: components from 0 to 1, not premultiplied, and an alpha value.
public final class CGColor: Hashable, Sendable, CustomStringConvertible {
    public static let black = CGColor(gray: 0, alpha: 1)
    public static let white = CGColor(gray: 1, alpha: 1)
    public static let clear = CGColor(gray: 0, alpha: 0)

    private let space: CGColorSpace
    private let values: [CGFloat]

    private init(space: CGColorSpace, values: [CGFloat]) {
        self.space = space
        self.values = values
    }

    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(space: .deviceRGB, values: [red, green, blue, alpha])
    }

    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(red: red, green: green, blue: blue, alpha: alpha)
    }

    public convenience init(gray: CGFloat, alpha: CGFloat) {
        self.init(space: .deviceGray, values: [gray, alpha])
    }

    /// - Parameter components: the components of the colour space, followed by alpha.
    /// - Returns: nil where there are too few.
    public convenience init?(colorSpace space: CGColorSpace, components: [CGFloat]) {
        let count = space.numberOfComponents + 1
        guard components.count >= count else { return nil }
        self.init(space: space, values: Array(components.prefix(count)))
    }

    public var colorSpace: CGColorSpace? { space }
    public var components: [CGFloat]? { values }
    public var numberOfComponents: Int { values.count }
    public var alpha: CGFloat { values[values.count - 1] }

    public func copy(alpha: CGFloat) -> CGColor? {
        CGColor(space: space, values: values.dropLast() + [alpha])
    }

    /// Red, green, blue and alpha, each clamped to 0...1; grey has three equal components.
    package var rgba: (red: Double, green: Double, blue: Double, alpha: Double) {
        func clamp(_ value: CGFloat) -> Double { value.isNaN ? 0 : Double(min(max(value, 0), 1)) }
        if values.count < 4 {
            let gray = clamp(values[0])
            return (gray, gray, gray, clamp(alpha))
        }
        return (clamp(values[0]), clamp(values[1]), clamp(values[2]), clamp(values[3]))
    }

    /// Two colours are equal where they have the same space, components and alpha.
    public static func == (a: CGColor, b: CGColor) -> Bool { a.space == b.space && a.values == b.values }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(values)
    }

    public var description: String {
        let (red, green, blue, alpha) = rgba
        return "CGColor(red: \(red), green: \(green), blue: \(blue), alpha: \(alpha))"
    }
}
