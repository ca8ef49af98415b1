/// One video decoder and its position in the track.
///
/// A seek far away parks the pipeline instead of dropping its position: a later seek that ends after that position continues from there,
/// which saves decoding a long group of pictures from its key frame.
struct DecoderPipeline<VideoFrame: TimedFrame>: Sendable {
    let id: Int
    /// A new one each time that the decoder starts over: frames of an older epoch are void.
    let epoch: Int
    /// The number of its next packet while it is parked; the cache's cursor counts while it is active.
    var cursor = 0
    /// The newest frame that it has returned since it started over, displayed or not.
    var lastDecoded: VideoFrame?
    /// The latest time of a packet that it was allowed to skip.
    var lastSkipped: Nanoseconds = -.never
    /// Whether the decoder must be flushed before its next packet.
    var mustFlush = true
    /// Whether it was told that there are no more packets; only a flush makes it usable again.
    var isDraining = false
    var lastUse = 0

    init(id: Int, epoch: Int) {
        self.id = id
        self.epoch = epoch
    }

    /// Whether a seek can continue from its position.
    var hasPosition: Bool { lastDecoded != nil && !isDraining && !mustFlush }

    /// Whether it can continue to the frame at `cover` from its position, without having skipped that frame.
    func reaches(_ cover: Nanoseconds, target: Nanoseconds) -> Bool {
        guard let lastDecoded, hasPosition else { return false }
        return lastDecoded.time <= target && (cover == lastDecoded.time || cover > lastSkipped)
    }
}

/// The active decoder pipeline of a track and the parked ones.
struct DecoderPipelines<VideoFrame: TimedFrame>: Sendable {
    var active = DecoderPipeline<VideoFrame>(id: 0, epoch: 0)
    private(set) var parked: [DecoderPipeline<VideoFrame>] = []
    private var pipelineCount = 0
    private var epochCount = 0
    private var useCount = 0

    /// The pipelines whose decoders are kept open.
    var ids: Set<Int> { Set(parked.map(\.id) + [active.id]) }

    /// The parked pipeline that reaches a frame from the latest position after packet `key`.
    func parked(reaching cover: Nanoseconds, target: Nanoseconds, after key: Int, in numbers: ClosedRange<Int>) -> Int?
    {
        parked.indices.filter {
            parked[$0].cursor > key && numbers.contains(parked[$0].cursor)
                && parked[$0].reaches(cover, target: target)
        }.max { parked[$0].cursor < parked[$1].cursor }
    }

    /// Parks the active pipeline, whose next packet is `cursor`, and activates another one, which starts over.
    mutating func park(at cursor: Int, space: Int) {
        guard space > 0, active.hasPosition else { return startOver() }
        let leaving = leave(at: cursor)
        if parked.count < space {
            pipelineCount += 1
            active = make(pipelineCount)
        } else if let oldest = parked.indices.min(by: { parked[$0].lastUse < parked[$1].lastUse }) {
            active = make(parked.remove(at: oldest).id)
        }
        parked.append(leaving)
    }

    /// Activates a parked pipeline and parks the active one, whose next packet is `cursor`.
    mutating func activate(parked position: Int, leavingAt cursor: Int) {
        let leaving = leave(at: cursor)
        active = parked.remove(at: position)
        // A pipeline without a useful position is still an open decoder.
        parked.append(leaving.hasPosition ? leaving : make(leaving.id))
    }

    private mutating func leave(at cursor: Int) -> DecoderPipeline<VideoFrame> {
        var leaving = active
        leaving.cursor = cursor
        useCount += 1
        leaving.lastUse = useCount
        return leaving
    }

    /// Makes the active decoder start over: frames under way are void.
    mutating func startOver() { active = make(active.id) }

    /// Drops the positions of the parked pipelines, because the packets are others now.
    mutating func dropParkedPositions() { parked = parked.map { make($0.id) } }

    /// Starts over with a new decoder, for another track.
    mutating func replaceAll() {
        parked.removeAll()
        pipelineCount += 1
        active = make(pipelineCount)
    }

    /// A frame came out of a pipeline that has been parked meanwhile.
    mutating func parkedPipelineDecoded(_ frame: VideoFrame) {
        if let at = parked.firstIndex(where: { $0.epoch == frame.epoch }) { parked[at].lastDecoded = frame }
    }

    private mutating func make(_ id: Int) -> DecoderPipeline<VideoFrame> {
        epochCount += 1
        return DecoderPipeline(id: id, epoch: epochCount)
    }
}
