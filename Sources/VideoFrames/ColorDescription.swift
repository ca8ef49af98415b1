/// How pixel values map to colors. The numbers are the code points of ITU-T H.273.
public struct ColorDescription: Sendable, Hashable {
    public struct Matrix: RawRepresentable, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let bt709 = Matrix(rawValue: 1)
        public static let unspecified = Matrix(rawValue: 2)
        public static let fcc = Matrix(rawValue: 4)
        public static let bt470BG = Matrix(rawValue: 5)
        public static let smpte170M = Matrix(rawValue: 6)
        public static let smpte240M = Matrix(rawValue: 7)
        public static let bt2020 = Matrix(rawValue: 9)
        public static let bt2020ConstantLuminance = Matrix(rawValue: 10)
    }

    public struct Transfer: RawRepresentable, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let unspecified = Transfer(rawValue: 2)
        public static let pq = Transfer(rawValue: 16)
        public static let hlg = Transfer(rawValue: 18)
    }

    public struct Primaries: RawRepresentable, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let unspecified = Primaries(rawValue: 2)
        public static let bt2020 = Primaries(rawValue: 9)
    }

    public var matrix = Matrix.unspecified
    public var transfer = Transfer.unspecified
    public var primaries = Primaries.unspecified
    /// Whether components use all values rather than the range of broadcast video.
    public var isFullRange = false
    /// The peak luminance of the mastering display, in cd/m²; nil if the media does not declare it.
    public var masteringPeak: Double?

    public init() {}
}
