/// A sequence parameter set of H.264 (section 7.3.2.1.1), with its display parameters (VUI, section E.1.1).
package struct H264Sequence {
    /// The display parameters: aspect ratio, colors, frame rate and reordering.
    struct Display {
        /// The width of a pixel to its height.
        var sampleAspectRatio: (width: Int, height: Int)?
        var isFullRange = false
        /// Code points of ISO 23091-2; 2: unspecified.
        var primaries: UInt32 = 2
        var transfer: UInt32 = 2
        var matrix: UInt32 = 2
        var framesPerSecond: (numerator: Int, denominator: Int)?
        /// The maximum number of frames that are decoded before and displayed after another one.
        var reorderedPictures: Int?
    }

    let profile: UInt32
    /// The constraint flags, in bit order.
    let constraints: UInt32
    let level: UInt32
    private(set) var chromaFormat: UInt32 = 1
    private(set) var bitsPerComponent: UInt32 = 8
    /// Whether all frames are progressive.
    let hasFramesOnly: Bool
    /// The size of frames after cropping; nil if the set is truncated.
    package private(set) var size: (width: Int, height: Int)?
    /// Nil if the set has none, or is truncated.
    private(set) var display: Display?

    /// Profiles whose sets contain the chroma format, and possibly scaling lists.
    private static let richProfiles: Set<UInt32> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]
    private static let mostReferences: UInt32 = 255
    private static let longestSide: UInt32 = 1 << 10
    private static let mostBuffers: UInt32 = 31
    private static let reorderLimit: UInt32 = 16
    private static let sampleAspectRatios: [(width: Int, height: Int)] = [
        (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33), (18, 11), (15, 11),
        (64, 33), (160, 99), (4, 3), (3, 2), (2, 1),
    ]

    /// - Parameter unit: the NAL unit without its header byte.
    package init?(_ unit: some Sequence<UInt8>) {
        var bits = BitReader(Array(unit))
        guard let profile = bits.read(8), let constraints = bits.read(8), let level = bits.read(8),
            bits.readNumber() != nil
        else { return nil }
        (self.profile, self.constraints, self.level) = (profile, constraints, level)
        if Self.richProfiles.contains(profile) {
            guard let chroma = bits.readNumber(), chroma <= 3 else { return nil }
            if chroma == 3, bits.read(1) == nil { return nil }
            guard let depth = bits.readNumber(), bits.readNumber() != nil, bits.read(1) != nil,
                let hasLists = bits.read(1)
            else { return nil }
            (chromaFormat, bitsPerComponent) = (chroma, 8 &+ depth)
            if hasLists == 1 {
                for list in 0..<(chroma == 3 ? 12 : 8)
                where Self.skipList(&bits, count: list < 6 ? 16 : 64) == .broken { return nil }
            }
        }
        guard bits.readNumber() != nil, let order = bits.readNumber() else { return nil }
        if order == 0 {
            guard bits.readNumber() != nil else { return nil }
        } else if order == 1 {
            guard bits.read(1) != nil, bits.readNumber() != nil, bits.readNumber() != nil,
                let count = bits.readNumber(), count <= Self.mostReferences
            else { return nil }
            for _ in 0..<count where bits.readNumber() == nil { return nil }
        }
        // Number of references, gaps, width and height; then frame_mbs_only_flag.
        guard bits.readNumber() != nil, bits.read(1) != nil, let columns = bits.readNumber(),
            let rows = bits.readNumber(), let framesOnly = bits.read(1)
        else { return nil }
        hasFramesOnly = framesOnly == 1
        readSize(columns, rows, &bits)
        if size != nil, bits.read(1) == 1 { display = Self.display(&bits) }
    }

    private mutating func readSize(_ columns: UInt32, _ rows: UInt32, _ bits: inout BitReader) {
        if !hasFramesOnly, bits.read(1) == nil { return }
        guard columns < Self.longestSide, rows < Self.longestSide, bits.read(1) != nil, let isCropped = bits.read(1)
        else { return }
        var (width, height) = (16 * Int(columns + 1), 16 * Int(rows + 1) * (hasFramesOnly ? 1 : 2))
        if isCropped == 1 {
            guard let left = bits.readNumber(), let right = bits.readNumber(), let top = bits.readNumber(),
                let bottom = bits.readNumber()
            else { return }
            let unit = (chromaFormat == 1 || chromaFormat == 2 ? 2 : 1, chromaFormat == 1 ? 2 : 1)
            width -= (Int(left) + Int(right)) * unit.0
            height -= (Int(top) + Int(bottom)) * unit.1 * (hasFramesOnly ? 1 : 2)
        }
        if width > 0, height > 0 { size = (width, height) }
    }

    private static func display(_ bits: inout BitReader) -> Display? {
        var display = Display()
        guard let hasRatio = bits.read(1) else { return nil }
        if hasRatio == 1 {
            guard let index = bits.read(8) else { return nil }
            if index == 255 {
                guard let width = bits.read(16), let height = bits.read(16) else { return nil }
                if width > 0, height > 0 { display.sampleAspectRatio = (Int(width), Int(height)) }
            } else if index > 0, Int(index) <= sampleAspectRatios.count {
                display.sampleAspectRatio = sampleAspectRatios[Int(index) - 1]
            }
        }
        guard let hasOverscan = bits.read(1), hasOverscan == 0 || bits.read(1) != nil, let hasSignal = bits.read(1)
        else { return nil }
        if hasSignal == 1 {
            guard bits.read(3) != nil, let range = bits.read(1), let hasColors = bits.read(1) else { return nil }
            display.isFullRange = range == 1
            if hasColors == 1 {
                guard let primaries = bits.read(8), let transfer = bits.read(8), let matrix = bits.read(8) else {
                    return nil
                }
                (display.primaries, display.transfer, display.matrix) = (primaries, transfer, matrix)
            }
        }
        guard let hasPlaces = bits.read(1), hasPlaces == 0 || bits.readNumber() != nil && bits.readNumber() != nil,
            let hasRate = bits.read(1)
        else { return nil }
        if hasRate == 1 {
            guard let units = bits.read(32), let scale = bits.read(32), bits.read(1) != nil else { return nil }
            // Units are those of fields.
            if units > 0, scale > 0 { display.framesPerSecond = (Int(scale), 2 * Int(units)) }
        }
        var hasBuffers = false
        for _ in 0..<2 {
            guard let isThere = bits.read(1) else { return nil }
            if isThere == 1, skipBuffers(&bits) == .broken { return nil }
            hasBuffers = hasBuffers || isThere == 1
        }
        if hasBuffers, bits.read(1) == nil { return nil }
        guard bits.read(1) != nil, let isRestricted = bits.read(1) else { return nil }
        if isRestricted == 1 {
            guard bits.read(1) != nil, bits.readNumber() != nil, bits.readNumber() != nil, bits.readNumber() != nil,
                bits.readNumber() != nil, let reordered = bits.readNumber(), reordered <= reorderLimit
            else { return nil }
            display.reorderedPictures = Int(reordered)
        }
        return display
    }

    private enum Skipped { case whole, broken }

    /// Skips the parameters of the hypothetical reference decoder (section E.1.2).
    private static func skipBuffers(_ bits: inout BitReader) -> Skipped {
        guard let count = bits.readNumber(), count <= mostBuffers, bits.read(8) != nil else { return .broken }
        for _ in 0...count {
            guard bits.readNumber() != nil, bits.readNumber() != nil, bits.read(1) != nil else { return .broken }
        }
        return bits.read(20) == nil ? .broken : .whole
    }

    private static func skipList(_ bits: inout BitReader, count: Int) -> Skipped {
        guard let isThere = bits.read(1) else { return .broken }
        guard isThere == 1 else { return .whole }
        var (last, next) = (8, 8)
        for _ in 0..<count {
            if next != 0 {
                guard let code = bits.readNumber() else { return .broken }
                // Codes alternate between positive and negative deltas.
                let step = code & 1 == 1 ? Int(code / 2) + 1 : -Int(code / 2)
                next = (last + step) & 0xFF
            }
            if next != 0 { last = next }
        }
        return .whole
    }
}
