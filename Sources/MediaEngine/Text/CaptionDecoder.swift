import CFFmpeg
import CoreMedia
import Foundation

/// Packets of one text caption track in, plain captions out. Used by one thread at a time.
final class CaptionDecoder {
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private let trackIndex: Int

    /// How long a caption shows whose container does not say.
    static let usualDuration: Nanoseconds = 4 * .second
    /// A caption longer than this is cut.
    static let maximumBytes = 16_384

    /// nil where the track is no text (pictures of captions) or has no decoder.
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

    /// A packet without text (a pause between captions) gives nil.
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

    /// The text of an ASS event as FFmpeg writes it: eight fields before it, override tags in braces, `\N` for a new line.
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
