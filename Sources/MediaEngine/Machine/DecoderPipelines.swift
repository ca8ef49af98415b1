/// One video decoder and its position in the track.
///
/// A seek to a distant time parks the pipeline instead of discarding its position. A later seek to a time after that position continues
/// from there, which avoids decoding a long GOP from its key frame.
struct DecoderPipeline<VideoFrame: TimedFrame>: Sendable {
    let id: Int
    /// Incremented each time the decoder restarts: frames of an older epoch are discarded.
    let epoch: Int
    /// The number of its next packet while it is parked; while it is active, the cache's cursor applies.
    var cursor = 0
    /// The last frame returned by the decoder since it restarted, displayed or not.
    var lastDecoded: VideoFrame?
    /// The latest presentation time of a packet that the decoder was allowed to skip.
    var lastSkipped: Nanoseconds = -.never
    /// Whether the decoder must be flushed before its next packet.
    var mustFlush = true
    /// Whether the end of the packets was signalled to the decoder; only a flush makes it usable again.
    var isDraining = false
    var lastUse = 0

    init(id: Int, epoch: Int) {
        self.id = id
        self.epoch = epoch
    }

    /// Whether a seek can continue from its position.
    var hasPosition: Bool { lastDecoded != nil && !isDraining && !mustFlush }

    /// Whether the decoder can continue to the frame at `cover` from its position, and has not skipped that frame.
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

    /// The pipelines whose decoders remain open.
    var ids: Set<Int> { Set(parked.map(\.id) + [active.id]) }

    /// Returns the parked pipeline with the latest position after packet `key` from which a frame can be reached.
    func parked(reaching cover: Nanoseconds, target: Nanoseconds, after key: Int, in numbers: ClosedRange<Int>) -> Int?
    {
        parked.indices.filter {
            parked[$0].cursor > key && numbers.contains(parked[$0].cursor)
                && parked[$0].reaches(cover, target: target)
        }.max { parked[$0].cursor < parked[$1].cursor }
    }

    /// Parks the active pipeline, whose next packet is `cursor`, and activates another one, which restarts.
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
        // A pipeline without a useful position still has an open decoder.
        parked.append(leaving.hasPosition ? leaving : make(leaving.id))
    }

    private mutating func leave(at cursor: Int) -> DecoderPipeline<VideoFrame> {
        var leaving = active
        leaving.cursor = cursor
        useCount += 1
        leaving.lastUse = useCount
        return leaving
    }

    /// Restarts the active decoder: frames that it returns for older packets are discarded.
    mutating func startOver() { active = make(active.id) }

    /// Discards the positions of the parked pipelines, because the buffered packets were replaced.
    mutating func dropParkedPositions() { parked = parked.map { make($0.id) } }

    /// Restarts with a new decoder, for another track.
    mutating func replaceAll() {
        parked.removeAll()
        pipelineCount += 1
        active = make(pipelineCount)
    }

    /// Records a frame from a pipeline that has been parked meanwhile.
    mutating func parkedPipelineDecoded(_ frame: VideoFrame) {
        if let at = parked.firstIndex(where: { $0.epoch == frame.epoch }) { parked[at].lastDecoded = frame }
    }

    private mutating func make(_ id: Int) -> DecoderPipeline<VideoFrame> {
        epochCount += 1
        return DecoderPipeline(id: id, epoch: epochCount)
    }
}
