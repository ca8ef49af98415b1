import CFFmpeg
import Foundation
import Synchronization

/// The formats, keys and tables of one rendition's last segment: the next segment gets the same `StreamFormat` object as long as its
/// format is the same, so that the decoder is not reopened.
///
/// Any thread: a segment that was abandoned may still be demuxed when the next one begins.
final class SegmentFormats: Sendable {
    private struct State {
        var formats: [TrackInfo.Kind: StreamFormat] = [:]
        /// The key of SAMPLE-AES that has given samples with sense in them.
        var provenSecret: [UInt8]?
        /// Of the last transport stream that had them: segments that begin without are read with these.
        var tables: (of: StreamTimeline.Discontinuity, found: TransportTables)?
    }

    /// Nanoseconds: what packets carry from here on.
    private static let base = AVRational(num: 1, den: 1_000_000_000)
    private let state = Mutex(State())

    /// A packet of a demuxer on the stream's own clock, in nanoseconds.
    /// - Parameter shift: added to its times.
    func sample(
        _ packet: Packet, _ kind: TrackInfo.Kind, _ shift: Nanoseconds, _ url: URL
    ) throws(MediaError) -> SegmentSample {
        guard let format = format(of: packet, kind), let raw = av_packet_clone(packet.raw) else {
            throw MediaError(.outOfMemory, "There is not enough memory to read on.", url: url)
        }
        raw.pointee.stream_index = 0
        av_packet_rescale_ts(raw, packet.format.timeBase, Self.base)
        if raw.pointee.pts != ff_no_pts { raw.pointee.pts &+= shift }
        if raw.pointee.dts != ff_no_pts { raw.pointee.dts &+= shift }
        return SegmentSample(
            kind: kind, raw: raw, format: format, time: packet.time &+ shift,
            decodeTime: packet.decodeTime &+ shift,
            duration: packet.duration)
    }

    private func format(of packet: Packet, _ kind: TrackInfo.Kind) -> StreamFormat? {
        state.withLock { state in
            if let known = state.formats[kind], packet.format.decodes(like: known) { return known }
            let made = StreamFormat(copying: packet.format.parameters, timeBase: Self.base, startTime: 0)
            state.formats[kind] = made
            return made
        }
    }

    /// - Throws: `wrongKey` where the samples make no sense with the key.
    func check(_ key: SegmentContent.SampleKey?, _ samples: [SegmentSample]) throws(MediaError) {
        guard let key, key.secret != state.withLock({ $0.provenSecret }) else { return }
        guard SampleKeyCheck.makesSense(samples) else {
            throw MediaError(
                .wrongKey,
                "The key that the playlist names does not open this stream; it is the key of another one.")
        }
        state.withLock { $0.provenSecret = key.secret }
    }

    /// What says what is in a transport stream, where its segment does not (spec/hls.md section 13).
    /// - Parameter bytes: the first of the segment.
    func missingTables(of bytes: [UInt8], _ piece: MediaPiece) -> [UInt8] {
        guard TransportTables.isStream(bytes) else { return [] }
        let found = TransportTables(in: bytes)
        return state.withLock { state in
            if let found {
                state.tables = (piece.discontinuity, found)
                return []
            }
            return state.tables?.of == piece.discontinuity ? state.tables?.found.bytes ?? [] : []
        }
    }
}
