import CFFmpeg
import CoreMedia

/// Follows one channel of captions through packets in decoding order, and returns the captions that are due.
struct ClosedCaptionFollower {
    /// Captions whose end is not known are told this much before their time, not earlier: the end may still come.
    static let openLead: Nanoseconds = 100 * .millisecond

    let track: Int
    private let isInPictures: Bool
    /// What ends before is not told.
    private let from: Nanoseconds
    private var decoder: ClosedCaptionDecoder
    private var queue = CaptionQueue()
    private var told: Set<CaptionCue> = []

    init(
        _ channel: ClosedCaptionChannel, track: Int, isInPictures: Bool, from: Nanoseconds
    ) {
        decoder = ClosedCaptionDecoder(channel)
        self.track = track
        self.isInPictures = isInPictures
        self.from = from
    }

    mutating func take(_ packet: Packet) {
        // The other variant has told of it.
        if packet.isLeadIn { return }
        guard isInPictures else {
            var triplets: [CaptionTriplet] = []
            if let data = packet.raw.pointee.data {
                let bytes = UnsafeBufferPointer(start: data, count: Int(packet.raw.pointee.size))
                CaptionUserData.append(Array(bytes.prefix(3 * CaptionUserData.maximumTriplets))[...], to: &triplets)
            }
            return decoder.take(triplets, at: packet.time)
        }
        let entry = CaptionQueue.Entry(time: packet.time, triplets: CaptionUserData.triplets(in: packet))
        for ready in queue.add(entry, decodeTime: packet.isDecodeTimeKnown ? packet.decodeTime : nil) {
            decoder.take(ready.triplets, at: ready.time)
        }
    }

    /// There are no more packets.
    mutating func finish() {
        for ready in queue.drain() { decoder.take(ready.triplets, at: ready.time) }
    }

    /// What has become known, and what shows at a time though nobody knows for how long.
    mutating func due(at media: Nanoseconds) -> [TimedText] {
        var cues = decoder.takeDone().filter { $0.end > from }
        for cue in decoder.open where cue.start <= media &+ Self.openLead && cue.end > media {
            // Each once: a caption that goes on is told again when its end is known.
            let mark = CaptionCue(block: cue.block, start: cue.start, end: cue.start)
            if told.insert(mark).inserted { cues.append(cue) }
        }
        told = told.filter { $0.start > media &- CaptionCueBuilder.longestSilence }
        return cues.map(text)
    }

    private func text(_ cue: CaptionCue) -> TimedText {
        let (text, styles) = cue.block.flattened()
        return TimedText(
            range: CMTimeRange(start: cue.start.time, end: cue.end.time), text: text, trackIndex: track,
            placement: cue.block.placement, styles: styles)
    }
}
