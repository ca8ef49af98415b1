import CoreMedia
import CFFmpeg
import Foundation

/// Splits one segment (with its init section) into packets whose times are nanoseconds of the stream's own clock.
///
/// Used by the reader's thread. Formats are kept from segment to segment, so that a decoder sees the same one while nothing has changed.
final class SegmentSplitter: SegmentSplitting {
    /// Whether `SegmentContent.sampleKey` is used. Not yet: SAMPLE-AES is refused.
    static let opensSamples = false

    /// Nanoseconds: what packets carry from here on.
    private static let base = AVRational(num: 1, den: 1_000_000_000)
    private var formats: [TrackInfo.Kind: StreamFormat] = [:]

    func split(_ content: SegmentContent) throws(MediaError) -> SegmentSplit {
        let (bytes, url) = (content.bytes, content.piece.url)
        // Packed audio counts from 0; a tag in front of it says where that is.
        let tag = PackedAudioTimestamp(bytes)
        let shift = tag.timestamp.map { Nanoseconds((Double($0) / 90_000 * 1_000_000_000).rounded()) } ?? 0
        let audio = tag.headerLength > 0 ? Array(bytes[tag.headerLength...]) : bytes
        let demuxer = try Demuxer(MediaLocator(url: url), source: MemorySource(audio), keepsTimeStamps: true)
        var tracks: [TrackInfo.Kind: TrackInfo] = [:]
        for track in demuxer.info.tracks where track.kind == .video || track.kind == .audio {
            if tracks[track.kind] == nil { tracks[track.kind] = track }
        }
        demuxer.discardAll(except: Set(tracks.values.map(\.index)))
        var samples: [SegmentSample] = []
        do throws(MediaError) {
            while let packet = try demuxer.read() {
                guard let track = tracks.values.first(where: { $0.index == packet.trackIndex }) else { continue }
                samples.append(try sample(packet, track.kind, shift, url))
            }
        } catch {
            // A segment that is cut short or spoilt gives what is in front of the fault.
            if samples.isEmpty { throw error }
        }
        return SegmentSplit(samples: samples, tracks: tracks, container: demuxer.info.container)
    }

    private func sample(
        _ packet: Packet, _ kind: TrackInfo.Kind, _ shift: Nanoseconds, _ url: URL
    ) throws(MediaError) -> SegmentSample {
        guard let raw = av_packet_clone(packet.raw) else {
            throw MediaError(.outOfMemory, "There is not enough memory to read on.", url: url)
        }
        raw.pointee.stream_index = 0
        av_packet_rescale_ts(raw, packet.format.timeBase, Self.base)
        if raw.pointee.pts != ff_no_pts { raw.pointee.pts &+= shift }
        if raw.pointee.dts != ff_no_pts { raw.pointee.dts &+= shift }
        let format: StreamFormat
        if let known = formats[kind], packet.format.decodes(like: known) {
            format = known
        } else {
            guard
                let made = StreamFormat(copying: packet.format.parameters, timeBase: Self.base, startTime: 0)
            else { throw MediaError(.outOfMemory, "There is not enough memory to read on.", url: url) }
            formats[kind] = made
            format = made
        }
        return SegmentSample(
            kind: kind, raw: raw, format: format, time: packet.time &+ shift,
            decodeTime: packet.decodeTime &+ shift,
            duration: packet.duration)
    }
}
