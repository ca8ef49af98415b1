import CFFmpeg
import CoreMedia

/// Decodes one caption channel from packets in decode order, and returns the captions that are due.
struct ClosedCaptionFollower {
    /// Captions with an unknown end are sent this long before their start and not earlier, because the end may still become known.
    static let openLead: Nanoseconds = 100 * .millisecond

    let track: Int
    private let isInVideo: Bool
    /// Captions that end before this time are not sent.
    private let from: Nanoseconds
    private var decoder: ClosedCaptionDecoder
    private var queue = CaptionQueue()
    private var reported: Set<CaptionCue> = []

    init(
        _ channel: ClosedCaptionChannel, track: Int, isInVideo: Bool, from: Nanoseconds
    ) {
        decoder = ClosedCaptionDecoder(channel)
        self.track = track
        self.isInVideo = isInVideo
        self.from = from
    }

    mutating func take(_ packet: Packet) {
        // The captions were already sent with the packet of the previous variant.
        if packet.isLeadIn { return }
        guard isInVideo else {
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

    /// Decodes the rest after the last packet.
    mutating func finish() {
        for ready in queue.drain() { decoder.take(ready.triplets, at: ready.time) }
    }

    /// Returns the captions whose end is known, and those displayed at a time whose end is not.
    mutating func due(at media: Nanoseconds) -> [TimedText] {
        var cues = decoder.takeDone().filter { $0.end > from }
        for cue in decoder.open where cue.start <= media &+ Self.openLead && cue.end > media {
            // Send each open caption once; it is sent again when its end is known.
            let mark = CaptionCue(block: cue.block, start: cue.start, end: cue.start)
            if reported.insert(mark).inserted { cues.append(cue) }
        }
        reported = reported.filter { $0.start > media &- CaptionCueBuilder.longestSilence }
        return cues.map(text)
    }

    private func text(_ cue: CaptionCue) -> TimedText {
        let flat = cue.block.flattened()
        return TimedText(
            range: CMTimeRange(start: cue.start.time, end: cue.end.time), text: flat.text, trackIndex: track,
            placement: cue.block.placement, styles: flat.styles)
    }
}
