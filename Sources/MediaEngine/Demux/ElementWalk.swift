import VideoFrames

/// Parses the elements of a Matroska file from the bytes that libavformat reads, for video geometry that libavformat does not report:
/// PixelCrop (RFC 9559, section 5.1.4.1.28).
struct ElementWalk {
    private struct Track {
        /// By element ID; known elements only.
        var values: [UInt64: UInt64] = [:]
    }

    private var tracks: [Track] = []
    private var next: UInt64? = 0
    private var head: [UInt8] = []

    /// The maximum length of an element header followed by an integer value.
    private static let mostHead = 4 + 8 + 8
    private static let mostTracks = Demuxer.maximumStreams

    private static let entry: UInt64 = 0xAE
    /// Segment, Tracks, TrackEntry, Video.
    private static let parents: Set<UInt64> = [0x1853_8067, 0x1654_AE6B, entry, 0xE0]
    private static let cluster: UInt64 = 0x1F43_B675
    private static let number: UInt64 = 0xD7
    private static let (shownWidth, shownHeight): (UInt64, UInt64) = (0x54B0, 0x54BA)
    private static let (bottom, top, left, right): (UInt64, UInt64, UInt64, UInt64) = (0x54AA, 0x54BB, 0x54CC, 0x54DD)
    private static let numbers: Set<UInt64> = [number, shownWidth, shownHeight, bottom, top, left, right]

    /// Parses bytes that were read. Must be called with all reads, in order.
    mutating func look(at bytes: UnsafeRawBufferPointer, offset: UInt64) {
        let end = offset &+ UInt64(bytes.count)
        while let next {
            let wanted = next &+ UInt64(head.count)
            guard wanted >= offset, wanted < end else { return }
            let from = Int(wanted - offset)
            head += bytes[from..<min(bytes.count, from + Self.mostHead - head.count)]
            guard take(at: next, isWhole: head.count == Self.mostHead) else { return }
        }
    }

    /// - Returns: false if more bytes are needed.
    private mutating func take(at start: UInt64, isWhole: Bool) -> Bool {
        guard let first = head.first else { return false }
        let nameBytes = first.leadingZeroBitCount + 1
        guard nameBytes <= 4 else { return stop() }
        guard head.count > nameBytes else { return false }
        let sizeBytes = head[nameBytes].leadingZeroBitCount + 1
        guard sizeBytes <= 8 else { return stop() }
        let headBytes = nameBytes + sizeBytes
        guard head.count >= headBytes else { return false }
        let name = Self.number(head[..<nameBytes])
        let marked = Self.number(head[nameBytes..<headBytes])
        let size = marked & ((1 << (7 * UInt64(sizeBytes))) - 1)
        let inside = start &+ UInt64(headBytes)

        if Self.parents.contains(name) {
            if name == Self.entry, tracks.count < Self.mostTracks { tracks.append(Track()) }
            head.removeAll(keepingCapacity: true)
            next = inside
            return true
        }
        // Tracks that are listed after the first cluster are ignored.
        if name == Self.cluster { return stop() }
        if Self.numbers.contains(name), size <= 8, let last = tracks.indices.last {
            let end = headBytes + Int(size)
            guard head.count >= end else { return isWhole ? stop() : false }
            tracks[last].values[name] = Self.number(head[headBytes..<end])
        }
        let (end, isTooFar) = inside.addingReportingOverflow(size)
        head.removeAll(keepingCapacity: true)
        next = isTooFar ? nil : end
        return true
    }

    private mutating func stop() -> Bool {
        next = nil
        return true
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

    /// - Parameters:
    ///   - trackNumber: the container's track number.
    ///   - width: the width of the decoded frame, in pixels.
    func geometry(trackNumber: Int32, width: Int, height: Int) -> ContainerGeometry? {
        guard let track = tracks.first(where: { $0.values[Self.number] == UInt64(clamping: trackNumber) }) else {
            return nil
        }
        func side(_ name: UInt64) -> Int { Int(clamping: track.values[name] ?? 0) }
        guard
            let crop = CropInsets(
                left: side(Self.left), top: side(Self.top), right: side(Self.right), bottom: side(Self.bottom),
                width: width, height: height)
        else { return nil }
        // The display size applies after cropping; without one, pixels are square. libavformat uses the full frame instead.
        let seen = (width: width - crop.left - crop.right, height: height - crop.top - crop.bottom)
        var ratio = 1.0
        if let across = track.values[Self.shownWidth], let down = track.values[Self.shownHeight], across > 0, down > 0 {
            ratio = Double(across) / Double(down) * Double(seen.height) / Double(seen.width)
        }
        return ContainerGeometry(crop: crop, sampleAspectRatio: ratio)
    }
}
