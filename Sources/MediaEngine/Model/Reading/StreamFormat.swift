import CFFmpeg

/// The codec parameters of a track, and the conversion of its timestamps to session time. Immutable.
///
/// Each packet references its own format: in a stream with several encodings the format changes between two packets.
final class StreamFormat: @unchecked Sendable {
    // Sendable because the parameters are a copy that is written in `init` and only read afterwards.
    let parameters: UnsafeMutablePointer<AVCodecParameters>
    let timeBase: AVRational
    /// The stream's timestamp at session time 0.
    let startTime: Nanoseconds
    /// The place of the media on the timeline of a composition; nil: session times are media times.
    let segment: SegmentTiming?
    /// The session time at which the last sample of an audio track ends; later ones are padding. Nil where it is unknown.
    let endTime: Nanoseconds?

    /// Returns nil if there is not enough memory.
    init?(
        copying source: UnsafePointer<AVCodecParameters>, timeBase: AVRational, startTime: Nanoseconds,
        segment: SegmentTiming? = nil,
        endTime: Nanoseconds? = nil
    ) {
        guard let copy = avcodec_parameters_alloc() else { return nil }
        guard avcodec_parameters_copy(copy, source) >= 0 else {
            var failed: UnsafeMutablePointer<AVCodecParameters>? = copy
            avcodec_parameters_free(&failed)
            return nil
        }
        parameters = copy
        self.timeBase = timeBase
        self.startTime = startTime
        self.segment = segment
        self.endTime = endTime
    }

    deinit {
        var freed: UnsafeMutablePointer<AVCodecParameters>? = parameters
        avcodec_parameters_free(&freed)
    }

    var codec: AVCodecID { parameters.pointee.codec_id }

    /// Returns the session time of a timestamp; nil for an unset timestamp.
    func sessionTime(ticks: Int64) -> Nanoseconds? {
        let media = Nanoseconds(ticks: ticks, base: timeBase).map { $0 &- startTime }
        guard let segment else { return media }
        return media.map(segment.time)
    }

    /// Whether a decoder that was opened for `other` also decodes this format.
    func decodes(like other: StreamFormat) -> Bool {
        if self === other { return true }
        let (mine, its) = (parameters.pointee, other.parameters.pointee)
        guard mine.codec_id == its.codec_id, mine.width == its.width, mine.height == its.height,
            mine.sample_rate == its.sample_rate, mine.ch_layout.nb_channels == its.ch_layout.nb_channels,
            mine.profile == its.profile, mine.extradata_size == its.extradata_size
        else { return false }
        guard let left = mine.extradata, let right = its.extradata else { return mine.extradata == its.extradata }
        return memcmp(left, right, Int(mine.extradata_size)) == 0
    }
}
