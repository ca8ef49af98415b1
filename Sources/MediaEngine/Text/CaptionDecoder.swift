import CFFmpeg
import CoreMedia
import Foundation

/// Decodes the packets of a text caption track to plain captions. Used by one thread at a time.
final class CaptionDecoder {
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private let trackIndex: Int

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
    }

    deinit { avcodec_free_context(&context) }

    /// Decodes a packet; nil for a packet without text (a pause between captions).
    func decode(_ packet: Packet) -> TimedText? {
        var subtitle = AVSubtitle()
        var isThere: Int32 = 0
        guard avcodec_decode_subtitle2(context, &subtitle, &isThere, packet.raw) >= 0, isThere != 0 else { return nil }
        defer { avsubtitle_free(&subtitle) }
        var lines: [String] = []
        for index in 0..<Int(subtitle.num_rects) {
            guard let rect = subtitle.rects[index] else { continue }
            if let ass = rect.pointee.ass {
                lines.append(Self.plainText(ofEvent: String(cString: ass)))
            } else if let text = rect.pointee.text {
                lines.append(String(cString: text))
            }
        }
        let text = lines.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty, text.utf8.count <= Self.maximumBytes else { return nil }
        let duration = packet.duration > 0 ? packet.duration : Self.usualDuration
        return TimedText(
            range: CMTimeRange(start: packet.time.time, duration: duration.time), text: text, trackIndex: trackIndex)
    }

    /// Returns the text of an ASS event in FFmpeg's format: after eight fields, with override tags in braces, and `\N` for a line break.
    static func plainText(ofEvent event: String) -> String {
        let fields = event.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
        let body = fields.count == 9 ? String(fields[8]) : event
        var text = ""
        var isInTag = false
        var characters = body.makeIterator()
        while let character = characters.next() {
            switch character {
            case "{": isInTag = true
            case "}" where isInTag: isInTag = false
            case "\\" where !isInTag:
                switch characters.next() {
                case "N", "n": text += "\n"
                case "h": text += " "
                case let other?: text.append(other)
                case nil: break
                }
            default: if !isInTag { text.append(character) }
            }
        }
        return text
    }
}
