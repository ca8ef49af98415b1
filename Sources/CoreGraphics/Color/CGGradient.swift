public import CoreFoundationNames

/// A sequence of colours at locations from 0 to 1.
public final class CGGradient: Sendable {
    private let colors: [(location: CGFloat, color: CGColor)]

    private init?(_ colors: [CGColor], _ locations: [CGFloat]?) {
        guard !colors.isEmpty else { return nil }
        let last = CGFloat(max(colors.count - 1, 1))
        self.colors = colors.enumerated()
            .map { index, color in
                let location = locations?[index] ?? CGFloat(index) / last
                return (location.isFinite ? min(max(location, 0), 1) : 0, color)
            }
            .sorted { $0.location < $1.location }
    }

    /// - Parameters:
    ///   - space: not used: all colours are sRGB.
    ///   - colors: `CGColor` objects; others are left out, with their locations.
    ///   - locations: as many as colours; nil: evenly from 0 to 1.
    /// - Returns: nil without a colour.
    public convenience init?(colorsSpace space: CGColorSpace?, colors: CFArray, locations: UnsafePointer<CGFloat>?) {
        let places = locations.map { Array(UnsafeBufferPointer(start: $0, count: colors.count)) }
        let valid = (0..<colors.count).compactMap { index in
            (colors[index] as? CGColor).map { (color: $0, location: places?[index]) }
        }
        self.init(valid.map(\.color), places == nil ? nil : valid.compactMap(\.location))
    }

    /// - Parameters:
    ///   - components: the components of each colour in the space, followed by its alpha.
    ///   - locations: `count` numbers; nil: evenly from 0 to 1.
    /// - Returns: nil without a colour.
    public convenience init?(
        colorSpace space: CGColorSpace, colorComponents components: UnsafePointer<CGFloat>,
        locations: UnsafePointer<CGFloat>?, count: Int
    ) {
        guard count > 0 else { return nil }
        let size = space.numberOfComponents + 1
        let colors = (0..<count).compactMap { index in
            CGColor(
                colorSpace: space,
                components: Array(UnsafeBufferPointer(start: components + index * size, count: size)))
        }
        self.init(colors, locations.map { Array(UnsafeBufferPointer(start: $0, count: count)) })
    }

    /// The stops for the canvas, which continues the end colours beyond the ends.
    func stops(_ options: CGGradientDrawingOptions) -> [(location: Double, color: CGColor)] {
        var stops = colors.map { (location: Double($0.location), color: $0.color) }
        // A transparent colour at the same place ends the drawing there.
        if !options.contains(.drawsBeforeStartLocation), let first = stops.first {
            stops.insert((0, first.color), at: 0)
            stops.insert((0, first.color.copy(alpha: 0) ?? .clear), at: 0)
        }
        if !options.contains(.drawsAfterEndLocation), let last = stops.last {
            stops.append((1, last.color))
            stops.append((1, last.color.copy(alpha: 0) ?? .clear))
        }
        return stops
    }
}

/// Whether a gradient's end colours continue beyond its ends.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
    public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}
