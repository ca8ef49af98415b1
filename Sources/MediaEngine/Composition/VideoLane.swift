import CFFmpeg

/// The packets of the video track of a composition, segment by segment, with times on the composition's timeline. Used by the reader
/// thread.
final class VideoLane {
    private enum Place {
        /// A segment of media; the packets that were read to find its first key frame come first.
        case media(Demuxer, track: Int, StreamFormat, SegmentTiming, first: [Packet])
        /// An empty segment: black frames, the next one at this time.
        case black(next: Nanoseconds)
        case ended
    }

    let index: Int
    let sources = CompositionSources()
    private let track: CompositionPlan.Track
    private let black: BlackFrame
    private var segment = 0
    private var place: Place?
    /// Whether the next packet is the first one after a seek.
    private var isFirst = true
    /// The number of packets after the end of the segment in decode order.
    private var beyond = 0
    private var peeked: Packet?

    /// The number of frames that may precede others in decode order and follow them in presentation order.
    private static let deepestReordering = 16
    /// The interval of the frames of an empty range.
    private static let blackInterval: Nanoseconds = .second

    init(_ track: CompositionPlan.Track, index: Int, black: BlackFrame) {
        self.track = track
        self.index = index
        self.black = black
    }

    func seek(to time: Nanoseconds) throws(MediaError) {
        peeked = nil
        guard let number = track.segment(at: max(0, time)) else { return place = .ended }
        try enter(number, at: max(0, time))
        isFirst = true
    }

    /// Returns the next packet without taking it; nil at the end.
    func peek() throws(MediaError) -> Packet? {
        if peeked == nil { peeked = try next() }
        return peeked
    }

    func take() { peeked = nil }

    /// Positions the lane inside a segment, at the key frame before a time.
    private func enter(_ number: Int, at time: Nanoseconds) throws(MediaError) {
        segment = number
        beyond = 0
        let part = track.segments[number]
        guard let source = part.source else {
            let steps = max(0, time &- part.target.lowerBound) / Self.blackInterval
            place = .black(next: part.target.lowerBound &+ steps &* Self.blackInterval)
            return
        }
        let timing = SegmentTiming(source: part.sourceRange, target: part.target)
        let demuxer = try sources.demuxer(of: source)
        guard let own = demuxer.format(of: source.trackIndex),
            let format = StreamFormat(
                copying: own.parameters, timeBase: own.timeBase, startTime: own.startTime, segment: timing)
        else {
            throw MediaError(
                .outOfMemory, "There is not enough memory to read the composition.", url: source.locator.url)
        }
        let first = try KeyFrameSeek.seek(demuxer, before: timing.media(at: time), track: source.trackIndex)
        place = .media(demuxer, track: source.trackIndex, format, timing, first: first)
    }

    private func next() throws(MediaError) -> Packet? {
        while true {
            switch place {
            case nil: try seek(to: 0)
            case .ended: return nil
            case .black(let time):
                let end = track.segments[segment].target.upperBound
                guard time < end else {
                    try enterNext()
                    continue
                }
                let duration = min(Self.blackInterval, end &- time)
                place = .black(next: time &+ duration)
                return try black.packet(track: index, time: time, duration: duration)
            case .media(let demuxer, let source, let format, let timing, var first):
                var packet: Packet?
                if first.isEmpty {
                    packet = try demuxer.read()
                } else {
                    packet = first.removeFirst()
                    place = .media(demuxer, track: source, format, timing, first: first)
                }
                guard let packet, !isOver(packet, timing) else {
                    try enterNext()
                    continue
                }
                guard packet.trackIndex == source else { continue }
                return try placed(packet, format, timing)
            }
        }
    }

    private func enterNext() throws(MediaError) {
        guard segment + 1 < track.segments.count else { return place = .ended }
        try enter(segment + 1, at: track.segments[segment + 1].target.lowerBound)
    }

    /// Whether no frame of the segment follows in decode order.
    private func isOver(_ packet: Packet, _ timing: SegmentTiming) -> Bool {
        guard packet.time >= timing.source.upperBound else { return false }
        if packet.isDecodeTimeKnown { return packet.decodeTime >= timing.source.upperBound }
        beyond += 1
        return packet.isKey || beyond > Self.deepestReordering
    }

    /// Returns the packet with its times in the composition.
    private func placed(_ packet: Packet, _ format: StreamFormat, _ timing: SegmentTiming) throws(MediaError) -> Packet
    {
        guard let copy = av_packet_clone(packet.raw) as UnsafeMutablePointer<AVPacket>? else {
            throw MediaError(.outOfMemory, "There is not enough memory to continue reading.")
        }
        let time = timing.time(of: packet.time)
        let duration = timing.length(of: packet.duration)
        let isBefore = time &+ duration <= timing.target.lowerBound
        defer { isFirst = false }
        return Packet(
            taking: copy, trackIndex: index, format: format, time: time,
            decodeTime: timing.time(of: packet.decodeTime), isDecodeTimeKnown: packet.isDecodeTimeKnown,
            duration: duration, isLeadIn: isBefore && !isFirst)
    }
}
