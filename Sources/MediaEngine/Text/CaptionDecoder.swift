import CFFmpeg
import CoreMedia
import Foundation

/// Decodes the packets of a text caption track to captions with styles and positions. Used by one thread at a time.
final class CaptionDecoder {
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private let trackIndex: Int
    private var script = SubStationScript()

    /// The duration of a caption whose container does not state it.
    static let usualDuration: Nanoseconds = 4 * .second
    /// The maximum length of a caption; longer ones are ignored.
    static let maximumBytes = 16_384

    /// Nil if the track is not text (bitmap subtitles) or has no decoder.
    init?(demuxer: any MediaReader, track: TrackInfo) {
        trackIndex = track.index
        guard let format = demuxer.format(of: track.index),
            let description = avcodec_descriptor_get(format.codec),
            description.pointee.props & AV_CODEC_PROP_TEXT_SUB != 0,
            let codec = avcodec_find_decoder(format.codec), let opened = avcodec_alloc_context3(codec)
        else { return nil }
        context = opened
        avcodec_parameters_to_context(opened, format.parameters)
        opened.pointee.pkt_timebase = format.timeBase
        guard avcodec_open2(opened, codec, nil) >= 0 else {
            avcodec_free_context(&context)
            return nil
        }
        if let header = opened.pointee.subtitle_header, opened.pointee.subtitle_header_size > 0 {
            let bytes = UnsafeBufferPointer(start: header, count: Int(opened.pointee.subtitle_header_size))
            script = SubStationScript(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
        }
    }

    deinit { avcodec_free_context(&context) }

    /// Decodes a packet; nil for a packet without text (a pause between captions).
    func decode(_ packet: Packet) -> TimedText? {
        var subtitle = AVSubtitle()
        var isThere: Int32 = 0
        guard avcodec_decode_subtitle2(context, &subtitle, &isThere, packet.raw) >= 0, isThere != 0 else { return nil }
        defer { avsubtitle_free(&subtitle) }
        var caption = TimedText(range: .zero, text: "", trackIndex: trackIndex)
        for index in 0..<Int(subtitle.num_rects) {
            guard let rect = subtitle.rects[index] else { continue }
            if let ass = rect.pointee.ass {
                add(SubStationEvent(String(cString: ass), script: script), to: &caption)
            } else if let text = rect.pointee.text {
                let plain = String(cString: text).trimmingCharacters(in: .whitespacesAndNewlines)
                caption.text += (caption.text.isEmpty ? "" : "\n") + plain
            }
        }
        guard !caption.text.isEmpty, caption.text.utf8.count <= Self.maximumBytes else { return nil }
        let duration = packet.duration > 0 ? packet.duration : Self.usualDuration
        caption.range = CMTimeRange(start: packet.time.time, duration: duration.time)
        return caption
    }

    /// Adds an event below the text of those before.
    private func add(_ event: SubStationEvent, to caption: inout TimedText) {
        guard !event.text.isEmpty else { return }
        if caption.text.isEmpty { caption.placement = event.placement } else { caption.text += "\n" }
        let start = caption.text.utf16.count
        caption.text += event.text
        caption.styles += event.styles.map { styled in
            StyledRange(
                range: styled.range.lowerBound + start..<styled.range.upperBound + start, style: styled.style)
        }
    }
}
