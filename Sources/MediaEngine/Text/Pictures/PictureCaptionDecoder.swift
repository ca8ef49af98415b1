import CFFmpeg
import CoreGraphics
import CoreMedia

/// Decodes a track whose captions are pictures: PGS, VobSub, DVB.
///
/// The pictures of a packet replace those before. How long the last ones are displayed is often known only from the next packet: they are
/// returned at first with the latest possible end, and then once more with the known one.
final class PictureCaptionDecoder: CaptionDecoder {
    /// The longest time that pictures are displayed.
    static let longestDuration = PlaybackLimits.pictureCaptionReach
    /// The maximum number of pictures of a packet; further ones are ignored.
    static let maximumPictures = 64
    /// The maximum width and height of the pictures and of the video that their positions refer to.
    static let maximumSide = 8_192
    /// The maximum number of pixels of a packet's pictures; further pictures are ignored.
    static let maximumPixels = 16 << 20

    private let codec: SubtitleCodec
    private let trackIndex: Int
    /// The size that positions refer to where the captions do not state it.
    private let usualCanvas: (width: Int, height: Int)
    /// Whether pictures that are not forced are dropped. They still end the pictures before them.
    var isForcedOnly = false
    /// The displayed pictures.
    private var shown: TimedText?

    init(_ codec: SubtitleCodec, track: TrackInfo, video: VideoTrackInfo?) {
        self.codec = codec
        trackIndex = track.index
        if codec.codec == AV_CODEC_ID_DVB_SUBTITLE {
            // ETSI EN 300 743: without a display definition, displays have 720 by 576 pixels.
            usualCanvas = (720, 576)
        } else {
            usualCanvas = (video?.width ?? 720, video?.height ?? 576)
        }
    }

    func flush() {
        codec.flush()
        shown = nil
    }

    func decode(_ packet: Packet) -> [TimedText] { codec.decode(packet) { captions($0, of: packet) } ?? [] }

    private func captions(_ subtitle: AVSubtitle, of packet: Packet) -> [TimedText] {
        var captions: [TimedText] = []
        let start = packet.time &+ Nanoseconds(subtitle.start_display_time) * .millisecond
        if var former = shown, former.range.start < start.time {
            if start.time < former.range.end {
                former.range = CMTimeRange(start: former.range.start, end: start.time)
                captions.append(former)
            }
            shown = nil
        }
        let pictures = pictures(subtitle)
        guard !pictures.isEmpty else { return captions }
        var caption = TimedText(range: .zero, text: "", trackIndex: trackIndex)
        caption.graphics = .pictures(pictures)
        let duration = min(Self.duration(subtitle, packet) ?? Self.longestDuration, Self.longestDuration)
        caption.range = CMTimeRange(start: start.time, duration: duration.time)
        shown = caption
        captions.append(caption)
        return captions
    }

    /// Returns how long the pictures of a packet are displayed at most; nil if neither they nor the container state it.
    private static func duration(_ subtitle: AVSubtitle, _ packet: Packet) -> Nanoseconds? {
        let (start, end) = (subtitle.start_display_time, subtitle.end_display_time)
        if end > start, end != UInt32.max { return Nanoseconds(end - start) * .millisecond }
        return packet.duration > 0 ? packet.duration : nil
    }

    private func pictures(_ subtitle: AVSubtitle) -> [CaptionPicture] {
        let canvas = codec.canvas ?? usualCanvas
        guard canvas.width <= Self.maximumSide, canvas.height <= Self.maximumSide else { return [] }
        var pictures: [CaptionPicture] = []
        var pixels = 0
        for index in 0..<min(Int(subtitle.num_rects), Self.maximumPictures) {
            guard let rect = subtitle.rects[index]?.pointee, rect.type == SUBTITLE_BITMAP, rect.w > 0, rect.h > 0,
                rect.w <= Self.maximumSide, rect.h <= Self.maximumSide
            else { continue }
            pixels += Int(rect.w) * Int(rect.h)
            guard pixels <= Self.maximumPixels else { break }
            if isForcedOnly, rect.flags & AV_SUBTITLE_FLAG_FORCED == 0 { continue }
            if let picture = PalettePicture(rect)?.caption(in: canvas) { pictures.append(picture) }
        }
        return pictures
    }
}
