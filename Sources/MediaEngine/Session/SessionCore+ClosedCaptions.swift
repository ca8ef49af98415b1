import CoreMedia

/// Captions that pictures carry, read from the packets that are held; `gate` is held.
extension SessionCore {
    /// Pictures are searched so far ahead of the play head, so that the ends of captions are known when they begin.
    private static let closedCaptionLead: Nanoseconds = 20 * .second
    /// How far before a place captions may have begun that show there.
    private static let closedCaptionReach: Nanoseconds = 12 * .second
    /// Packets ahead of the present that are searched at once.
    private static let packetsAtOnce = 600

    /// Begins anew, with what is held before the time: it may still show.
    func followClosedCaptions(_ channel: ClosedCaptionChannel, of track: Int, from time: Nanoseconds) {
        guard let video = videoTrack?.index else { return }
        // A track of captions alone has packets of its own.
        let source = demuxer?.format(of: track) == nil ? video : track
        let held = cache[source]
        let first = held.keyPacket(atOrBefore: max(0, time &- Self.closedCaptionReach)) ?? held.base
        closedCaptions = ClosedCaptionFollower(
            channel, track: track, source: source, cursor: first, isInPictures: source == video, from: time)
    }

    func tellClosedCaptions(before media: Nanoseconds) {
        guard var follower = closedCaptions else { return }
        let held = cache[follower.source]
        follower.cursor = max(follower.cursor, held.base)
        var count = 0
        while count < Self.packetsAtOnce, let packet = held.packet(follower.cursor),
            packet.decodeTime <= media &+ Self.closedCaptionLead
        {
            follower.take(packet)
            // Up to the present at once: what has ended by then would seem to go on.
            if packet.decodeTime > media { count += 1 }
        }
        if cache.isAtEnd, follower.cursor >= held.end { follower.finish() }
        for text in follower.due(at: media) { send(.timedText(text)) }
        closedCaptions = follower
    }
}
