/// Compares the frames that a decoder returns with the packets that were sent, and finds lost and corrupt frames.
///
/// Decoders conceal errors without reporting them. Stamps are the packets' presentation timestamps.
struct FrameLedger {
    struct CorruptFrame: Equatable {
        var stamp: Int64
        /// Whether the decoder returned no frame at all.
        var isLost: Bool
    }

    private var expected: Set<Int64> = []
    /// Expected frames that were passed over, with the number of later frames that were returned before them.
    private var overtaken: [Int64: Int] = [:]
    private(set) var corruptFrames: [CorruptFrame] = []
    /// The timestamp of the first key frame. Frames with earlier timestamps may reference frames that were not sent.
    private var firstKey: Int64?
    /// Whether missing frames are ignored, because two packets may form one frame, or timestamps are not in frame order.
    private var isUncounted = false
    private let maximumExpected: Int
    /// The maximum number of corrupt frames stored until they are taken.
    static let maximumCorrupt = 64
    /// The number of later frames after which a missing frame counts as lost.
    static let reorderingLimit = 4

    /// - Parameter depth: the maximum number of frames that a decoder holds back, for reordering and threading.
    init(depth: Int) { maximumExpected = depth }

    /// Clears the expected frames when the decoder is flushed.
    mutating func flush() {
        expected = []
        overtaken = [:]
        firstKey = nil
        isUncounted = false
    }

    /// Called when the format changes with the next packet; frames of earlier packets are still expected.
    mutating func formatChanged() { firstKey = nil }

    /// Records a packet that was sent to the decoder.
    /// - Parameter isWanted: whether its frame must be returned; some packets are only decoded for reference, some may be skipped.
    mutating func sent(_ stamp: Int64, isKey: Bool, isWanted: Bool) {
        if firstKey == nil, isKey { firstKey = stamp }
        guard isWanted, let firstKey, stamp >= firstKey else { return }
        expected.insert(stamp)
        // The decoder may have stopped returning frames.
        if expected.count > maximumExpected, let oldest = expected.min() {
            expected.remove(oldest)
            append(oldest, isLost: true)
        }
    }

    /// Records a frame that the decoder returned.
    mutating func received(_ stamp: Int64, isBroken: Bool, isInterlaced: Bool) {
        let isLate = overtaken.removeValue(forKey: stamp) != nil
        isUncounted = isUncounted || isInterlaced || isLate
        if expected.remove(stamp) != nil || isLate, isBroken { append(stamp, isLost: false) }
        for (other, count) in overtaken { overtaken[other] = count + 1 }
        for other in expected where other < stamp {
            expected.remove(other)
            overtaken[other] = 1
        }
        settle { $0 >= Self.reorderingLimit }
    }

    /// Called when the decoder has returned its last frame.
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
