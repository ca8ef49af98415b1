import CFFmpeg
import CoreMedia
import Foundation

/// Decodes the packets of a caption track. Used by one thread at a time.
protocol CaptionDecoder: AnyObject {
    /// Returns the captions of a packet, and those before it whose end has become known.
    func decode(_ packet: Packet) -> [TimedText]

    /// Forgets the packets before a jump of the position.
    func flush()
}

extension CaptionDecoder {
    /// The duration of a caption whose container does not state it.
    static var usualDuration: Nanoseconds { 4 * .second }
}

/// Decodes a text caption track to captions with styles and positions. Lines of scripts in SubStation Alpha are also drawn as such where
/// libass is installed.
final class TextCaptionDecoder: CaptionDecoder {
    private let codec: SubtitleCodec
    private let trackIndex: Int
    private let script: SubStationScript
    /// nil: lines are displayed as text.
    private let document: ScriptDocument?

    /// The maximum length of a caption's text; longer ones are ignored.
    static let maximumBytes = 16_384

    init(_ codec: SubtitleCodec, track: TrackInfo, fonts: [FontFile]) {
        self.codec = codec
        trackIndex = track.index
        let header = codec.scriptHeader ?? ""
        script = SubStationScript(header)
        // The decoders of other text formats write scripts, too, which follow the viewer's preferences.
        let isScript = codec.codec == AV_CODEC_ID_ASS && ScriptRenderer.isAvailable
        document = isScript ? ScriptDocument(header: header, fonts: fonts) : nil
    }

    func flush() {}

    func decode(_ packet: Packet) -> [TimedText] { codec.decode(packet) { caption($0, of: packet) }.map { [$0] } ?? [] }

    private func caption(_ subtitle: AVSubtitle, of packet: Packet) -> TimedText? {
        var caption = TimedText(range: .zero, text: "", trackIndex: trackIndex)
        for index in 0..<Int(subtitle.num_rects) {
            guard let rect = subtitle.rects[index] else { continue }
            if let ass = rect.pointee.ass {
                let line = String(cString: ass)
                caption.add(SubStationEvent(line, script: script))
                if let document, caption.graphics == nil, line.utf8.count <= ScriptLine.maximumBytes {
                    caption.graphics = .line(ScriptLine(document: document, text: line))
                }
            } else if let text = rect.pointee.text {
                let plain = String(cString: text).trimmingCharacters(in: .whitespacesAndNewlines)
                caption.text += (caption.text.isEmpty ? "" : "\n") + plain
            }
        }
        caption.removeText(longerThan: Self.maximumBytes)
        guard !caption.text.isEmpty || caption.graphics != nil else { return nil }
        let duration = packet.duration > 0 ? packet.duration : Self.usualDuration
        caption.range = CMTimeRange(start: packet.time.time, duration: duration.time)
        return caption
    }
}

extension TimedText {
    /// Adds an event below the text of those before.
    mutating func add(_ event: SubStationEvent) {
        guard !event.text.isEmpty else { return }
        if text.isEmpty { placement = event.placement } else { text += "\n" }
        let start = text.utf16.count
        text += event.text
        styles += event.styles.map { styled in
            StyledRange(
                range: styled.range.lowerBound + start..<styled.range.upperBound + start, style: styled.style)
        }
    }

    mutating func removeText(longerThan bytes: Int) {
        guard text.utf8.count > bytes else { return }
        text = ""
        styles = []
    }
}
