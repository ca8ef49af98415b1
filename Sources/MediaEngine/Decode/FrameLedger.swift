/// Compares the frames that a decoder returns with the packets that it was given, and finds frames that were lost or are corrupt.
///
/// Decoders conceal errors without reporting them. Stamps are the packets' own presentation time stamps.
struct FrameLedger {
    struct CorruptFrame: Equatable {
        var stamp: Int64
        /// Whether the decoder returned no frame at all.
        var isLost: Bool
    }

    private var expected: Set<Int64> = []
    /// Expected frames, with the number of later frames that were returned before them.
    private var overtaken: [Int64: Int] = [:]
    private(set) var corruptFrames: [CorruptFrame] = []
    /// Frames with earlier stamps may refer to others that the decoder was not given.
    private var firstKey: Int64?
    /// Whether missing frames mean nothing: two packets may make one frame, or the stamps are in another order than the frames.
    private var isUncounted = false
    private let maximumExpected: Int
    /// Corrupt frames that are remembered until they are taken.
    static let maximumCorrupt = 64
    /// The number of later frames after which a frame that they overtook is lost.
    static let patience = 4

    /// - Parameter depth: frames that a decoder holds back at the most, for reordering and for its threads.
    init(depth: Int) { maximumExpected = depth }

    /// Forgets the expected frames, for a flush of the decoder.
    mutating func flush() {
        expected = []
        overtaken = [:]
        firstKey = nil
        isUncounted = false
    }

    /// The encoding changes with the next packet; frames of earlier packets are still expected.
    mutating func formatChanged() { firstKey = nil }

    /// A packet was given to the decoder.
    /// - Parameter isWanted: whether its frame is to be returned: some packets are decoded for others alone, some may be left out.
    mutating func sent(_ stamp: Int64, isKey: Bool, isWanted: Bool) {
        if firstKey == nil, isKey { firstKey = stamp }
        guard isWanted, let firstKey, stamp >= firstKey else { return }
        expected.insert(stamp)
        // The decoder may return nothing any more.
        if expected.count > maximumExpected, let oldest = expected.min() {
            expected.remove(oldest)
            append(oldest, isLost: true)
        }
    }

    /// The decoder returned a frame.
    mutating func received(_ stamp: Int64, isBroken: Bool, isInterlaced: Bool) {
        let isLate = overtaken.removeValue(forKey: stamp) != nil
        isUncounted = isUncounted || isInterlaced || isLate
        if expected.remove(stamp) != nil || isLate, isBroken { append(stamp, isLost: false) }
        for (other, count) in overtaken { overtaken[other] = count + 1 }
        for other in expected where other < stamp {
            expected.remove(other)
            overtaken[other] = 1
        }
        settle { $0 >= Self.patience }
    }

    /// The decoder has returned its last frame.
    mutating func ended() {
        for other in expected { overtaken[other] = 0 }
        expected = []
        settle { _ in true }
    }

    mutating func takeCorruptFrames() -> [CorruptFrame] {
        defer { corruptFrames = [] }
        return corruptFrames
    }

    private mutating func settle(_ isLost: (Int) -> Bool) {
        guard !overtaken.isEmpty else { return }
        let lost = overtaken.filter { isLost($0.value) }.keys.sorted()
        for stamp in lost { overtaken[stamp] = nil }
        if !isUncounted { lost.forEach { append($0, isLost: true) } }
    }

    private mutating func append(_ stamp: Int64, isLost: Bool) {
        if corruptFrames.count < Self.maximumCorrupt {
            corruptFrames.append(CorruptFrame(stamp: stamp, isLost: isLost))
        }
    }
}
