import CFFmpeg
import Foundation
import Synchronization

/// The formats, keys and tables of a rendition's previous segment. The next segment reuses the `StreamFormat` object if its format is
/// equal, so that the decoder is not reopened.
///
/// Thread-safe: an abandoned segment may still be demuxed when the next one starts.
final class SegmentFormats: Sendable {
    private struct State {
        var formats: [TrackInfo.Kind: StreamFormat] = [:]
        /// The SAMPLE-AES key that has produced valid samples.
        var provenSecret: [UInt8]?
        /// The tables of the last transport stream segment that contained them; segments without tables use these.
        var tables: (of: StreamTimeline.Discontinuity, found: TransportTables)?
    }

    /// The time base of packets: nanoseconds.
    private static let base = AVRational(num: 1, den: 1_000_000_000)
    private let state = Mutex(State())

    /// Returns a demuxer's packet as a sample with times in nanoseconds of the stream's own clock.
    /// - Parameter shift: the offset added to its times.
    func sample(
        _ packet: Packet, _ kind: TrackInfo.Kind, _ shift: Nanoseconds, _ url: URL
    ) throws(MediaError) -> SegmentSample {
        guard let format = format(of: packet, kind), let raw = av_packet_clone(packet.raw) else {
            throw MediaError(.outOfMemory, "There is not enough memory to continue reading.", url: url)
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

    /// - Throws: `wrongKey` if the key does not produce valid samples.
    func check(_ key: SegmentContent.SampleKey?, _ samples: [SegmentSample]) throws(MediaError) {
        guard let key, key.secret != state.withLock({ $0.provenSecret }) else { return }
        guard SampleKeyCheck.makesSense(samples) else {
            throw MediaError(
                .wrongKey,
                "The key in the playlist does not decrypt this stream; it belongs to another stream.")
        }
        state.withLock { $0.provenSecret = key.secret }
    }

    /// Returns the transport stream tables to insert before a segment that lacks them (spec/hls.md section 13).
    /// - Parameter bytes: the first bytes of the segment.
    func missingTables(of bytes: [UInt8], _ chunk: MediaChunk) -> [UInt8] {
        guard TransportTables.isStream(bytes) else { return [] }
        let found = TransportTables(in: bytes)
        return state.withLock { state in
            if let found {
                state.tables = (chunk.discontinuity, found)
                return []
            }
            return state.tables?.of == chunk.discontinuity ? state.tables?.found.bytes ?? [] : []
        }
    }
}
