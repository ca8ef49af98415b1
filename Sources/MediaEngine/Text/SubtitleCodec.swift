import CFFmpeg

/// FFmpeg's decoder of a subtitle track. Used by one thread at a time.
final class SubtitleCodec {
    private var context: UnsafeMutablePointer<AVCodecContext>?
    let codec: AVCodecID
    /// Whether the decoded subtitles are pictures; if not, they are text.
    let makesPictures: Bool

    /// Nil if there is no decoder for the track.
    init?(demuxer: any MediaReader, track: TrackInfo) {
        guard let format = demuxer.format(of: track.index), let description = avcodec_descriptor_get(format.codec),
            description.pointee.props & (AV_CODEC_PROP_TEXT_SUB | AV_CODEC_PROP_BITMAP_SUB) != 0,
            let found = avcodec_find_decoder(format.codec), let opened = avcodec_alloc_context3(found)
        else { return nil }
        codec = format.codec
        makesPictures = description.pointee.props & AV_CODEC_PROP_BITMAP_SUB != 0
        context = opened
        avcodec_parameters_to_context(opened, format.parameters)
        opened.pointee.pkt_timebase = format.timeBase
        guard avcodec_open2(opened, found, nil) >= 0 else {
            avcodec_free_context(&context)
            return nil
        }
    }

    deinit { avcodec_free_context(&context) }

    /// The script header of text subtitles: that of the file, or one that the decoder has written.
    var scriptHeader: String? {
        guard let context, let header = context.pointee.subtitle_header, context.pointee.subtitle_header_size > 0
        else { return nil }
        let count = min(Int(context.pointee.subtitle_header_size), ScriptDocument.maximumHeaderBytes)
        return String(decoding: UnsafeBufferPointer(start: header, count: count).prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The size that the positions of pictures refer to; nil if unknown.
    var canvas: (width: Int, height: Int)? {
        guard let context, context.pointee.width > 0, context.pointee.height > 0 else { return nil }
        return (Int(context.pointee.width), Int(context.pointee.height))
    }

    /// Calls `body` with the subtitle of a packet, valid during the call.
    /// - Returns: nil for a packet without one.
    func decode<Result>(_ packet: Packet, _ body: (AVSubtitle) -> Result?) -> Result? {
        var subtitle = AVSubtitle()
        var isThere: Int32 = 0
        guard avcodec_decode_subtitle2(context, &subtitle, &isThere, packet.raw) >= 0, isThere != 0 else { return nil }
        defer { avsubtitle_free(&subtitle) }
        return body(subtitle)
    }

    /// Forgets the packets before a jump of the position.
    func flush() { if let context { avcodec_flush_buffers(context) } }
}
