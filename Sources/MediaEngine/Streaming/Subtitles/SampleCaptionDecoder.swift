import CoreMedia

/// Decodes the samples of tracks with WebVTT (`wvtt`) or TTML (`stpp`) in MP4 files (ISO 14496-30).
final class SampleCaptionDecoder: CaptionDecoder {
    private let format: FragmentedText.Format
    private let trackIndex: Int
    /// The captions that lasted until the end of the last sample, and may continue in the next one.
    private var open: [TimedText] = []

    /// A sample above this size is ignored.
    private static let maximumBytes = 4 << 20

    /// Nil for a track of another kind.
    init?(_ track: TrackInfo) {
        guard let format = track.sampleFormat else { return nil }
        self.format = format
        trackIndex = track.index
    }

    func flush() { open = [] }

    func decode(_ packet: Packet) -> [TimedText] {
        guard packet.byteCount <= Self.maximumBytes else { return [] }
        let duration = packet.duration > 0 ? packet.duration : Self.usualDuration
        let text = try? FragmentedText(sample: packet.bytes, format, start: packet.time, duration: duration)
        let captions = (text?.cues ?? []).filter { !$0.text.isEmpty && $0.start < $0.end }.map { cue in
            var caption = cue.timedText(trackIndex)
            // A caption is repeated in each sample that begins while it is displayed.
            if let before = open.first(where: { $0.range.end == caption.range.start && $0.looks(like: caption) }) {
                caption.range = CMTimeRange(start: before.range.start, end: caption.range.end)
            }
            return caption
        }
        open = captions
        return captions
    }
}

extension TimedText {
    /// Whether this is the same caption at another time.
    fileprivate func looks(like other: TimedText) -> Bool {
        var same = other
        same.range = range
        return same == self
    }
}

extension TrackInfo {
    /// The format of the samples of a caption track in MP4; nil for other tracks.
    fileprivate var sampleFormat: FragmentedText.Format? {
        guard kind == .subtitle else { return nil }
        let code = (0..<4).map { UInt8(truncatingIfNeeded: fourCharCode >> (8 * UInt32($0))) }
        return FragmentedText.Format(rawValue: String(decoding: code, as: UTF8.self))
    }
}
