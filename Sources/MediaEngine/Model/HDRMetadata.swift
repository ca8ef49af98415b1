/// The static metadata of HDR video: the mastering display (SMPTE ST 2086) and the light level of the content (CTA-861.3).
public struct HDRMetadata: Sendable, Hashable, Codable {
    /// The chromaticity coordinates x and y of a color.
    public struct Chromaticity: Sendable, Hashable, Codable {
        public var x: Double
        public var y: Double

        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// Red, green, blue and the white point of the mastering display; nil if they are not declared.
    public var primaries: [Chromaticity]?
    /// The luminance of the mastering display in cd/m²; nil if it is not declared.
    public var minimumLuminance: Double?
    public var maximumLuminance: Double?
    /// MaxCLL in cd/m², the brightest pixel of the video; nil if it is not declared.
    public var maximumContentLightLevel: Int?
    /// MaxFALL in cd/m², the average of the brightest frame; nil if it is not declared.
    public var maximumFrameAverageLightLevel: Int?

    public init() {}

    /// The usual name of the mastering display's primaries and white point; nil for others.
    public var primariesName: String? {
        guard let primaries, primaries.count == 4 else { return nil }
        return Self.knownPrimaries.first { known in
            zip(known.coordinates, primaries).allSatisfy { abs($0.0 - $1.x) < 0.002 && abs($0.1 - $1.y) < 0.002 }
        }?.name
    }

    private static let d65 = (0.3127, 0.329)
    private static let knownPrimaries: [(name: String, coordinates: [(Double, Double)])] = [
        ("Display P3", [(0.68, 0.32), (0.265, 0.69), (0.15, 0.06), d65]),
        ("BT.2020", [(0.708, 0.292), (0.17, 0.797), (0.131, 0.046), d65]),
        ("BT.709", [(0.64, 0.33), (0.3, 0.6), (0.15, 0.06), d65]),
    ]
}
