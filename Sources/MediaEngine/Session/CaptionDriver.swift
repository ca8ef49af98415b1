import CoreMedia
import Synchronization

/// Decodes the captions of a track and sends them a little ahead of their start time.
final class CaptionDriver: Sendable {
    fileprivate struct State {
        var source: DisplayedCaptions?
        /// The decoder of the track with this index, for captions in packets.
        var decoder: (index: Int, decoder: (any CaptionDecoder)?)?
        var follower: ClosedCaptionFollower?
        /// The captions of a stream that were sent, because the reader returns them repeatedly.
        var sent: Set<TimedText> = []
    }

    /// The number of sent captions above which those that have ended are removed.
    fileprivate static let rememberedCaptions = 200

    // The decoder is used by one thread at a time: the one that holds this lock.
    private let state = Mutex<UnsafeTransfer<State>>(UnsafeTransfer(State()))

    func perform(
        _ work: SessionMachine.CaptionWork, reader: (any MediaReader)?, send: (SessionEvent) -> Void
    ) {
        state.withLock { wrapped in
            switch work {
            case .restart(let source, let time): wrapped.value.restart(source, at: time, reader)
            case .due(let packets, let from, let through):
                for text in wrapped.value.due(packets, from: from, through: through, reader) { send(.timedText(text)) }
            case .search(let packets, let isAtEnd, let media):
                for text in wrapped.value.search(packets, isAtEnd: isAtEnd, at: media) { send(.timedText(text)) }
            }
        }
    }
}

extension CaptionDriver.State {
    fileprivate mutating func restart(_ source: DisplayedCaptions?, at time: Nanoseconds, _ reader: (any MediaReader)?)
    {
        self.source = source
        sent.removeAll()
        follower = nil
        decoder?.decoder?.flush()
        guard let track = source?.track, let channel = track.closedCaptions else { return }
        follower = ClosedCaptionFollower(
            channel, track: track.index, isInVideo: reader?.format(of: track.index) == nil, from: time)
    }

    fileprivate mutating func due(
        _ packets: [Packet], from: Nanoseconds, through: Nanoseconds, _ reader: (any MediaReader)?
    ) -> [TimedText] {
        guard let source, let reader else { return [] }
        let track = source.track
        if let texts = reader.stream?.captions(of: track.index, from: from, through: through) {
            let new = texts.filter { sent.insert($0).inserted }
            if sent.count > CaptionDriver.rememberedCaptions { sent = sent.filter { $0.range.end > from.time } }
            return new
        }
        if decoder?.index != track.index { decoder = (track.index, Self.decoder(of: track, reader)) }
        (decoder?.decoder as? PictureCaptionDecoder)?.isForcedOnly = source.isForcedOnly
        var captions: [TimedText] = []
        for caption in packets.flatMap({ decoder?.decoder?.decode($0) ?? [] }) {
            captions.removeAll { caption.continues($0) }
            captions.append(caption)
        }
        return captions
    }

    private static func decoder(of track: TrackInfo, _ reader: any MediaReader) -> (any CaptionDecoder)? {
        if let samples = SampleCaptionDecoder(track) { return samples }
        guard let codec = SubtitleCodec(demuxer: reader, track: track) else { return nil }
        guard codec.makesPictures else { return TextCaptionDecoder(codec, track: track, fonts: reader.fonts) }
        let video = reader.info.tracks.first { $0.kind == .video }?.video
        return PictureCaptionDecoder(codec, track: track, video: video)
    }

    fileprivate mutating func search(_ packets: [Packet], isAtEnd: Bool, at media: Nanoseconds) -> [TimedText] {
        guard follower != nil else { return [] }
        for packet in packets { follower?.take(packet) }
        if isAtEnd { follower?.finish() }
        return follower?.due(at: media) ?? []
    }
}
