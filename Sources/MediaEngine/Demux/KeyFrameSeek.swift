/// The search for the key frame from which the frame at a time can be decoded.
///
/// Indexes are ordered by decode time. The leading frames of an open GOP are displayed before the key frame that precedes them in the file,
/// so the key frame that a demuxer finds can be too late. In containers without an index, the position is estimated.
enum KeyFrameSeek {
    /// The maximum distance for the backward search of a key frame.
    private static let longestWayBack: Nanoseconds = 30 * .second
    /// The maximum number of packets read to find a key frame; after that the decoder starts without one.
    private static let packetsToKey = 500

    /// Seeks to a key frame with a presentation time at or before `target`, and reads up to it.
    /// - Returns: the packets read, without the video packets before the key frame, which some decoders cannot decode.
    static func seek(
        _ reader: any MediaReader, before target: Nanoseconds, track: Int?
    ) throws(MediaError) -> [Packet] {
        var from = target
        var step: Nanoseconds = 250 * .millisecond
        while true {
            try reader.seek(to: from, track: track)
            var read: [Packet] = []
            var key: Packet?
            while key == nil, read.count < packetsToKey, let packet = try reader.read() {
                read.append(packet)
                if packet.trackIndex == track, packet.isKey { key = packet }
            }
            let isFound = key.map { $0.time <= target } ?? (target &- from > longestWayBack)
            if isFound || from <= max(0, reader.stream?.seekableRange?.lowerBound ?? 0) {
                return key == nil ? read : read.filter { $0.trackIndex != track || $0 === key }
            }
            from = max(0, from &- step)
            step = step &* 2
        }
    }
}
