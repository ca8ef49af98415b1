import CoreMedia
import CFFmpeg
import Foundation

/// Splits one segment (with its init section) into packets whose times are nanoseconds of the stream's own clock.
///
/// Used by the reader's thread. Formats are kept from segment to segment, so that a decoder sees the same one while nothing has changed.
final class SegmentSplitter {
    struct Sample {
        var kind: TrackInfo.Kind
        var raw: UnsafeMutablePointer<AVPacket>
        var format: StreamFormat
        var time: Nanoseconds
        var decodeTime: Nanoseconds
        var duration: Nanoseconds
    }

    struct Split {
        /// In the order of the file; what is not taken must be given back by `free`.
        var samples: [Sample]
        /// The first track of each kind, as the container describes it.
        var tracks: [TrackInfo.Kind: TrackInfo]
        var container: String
    }

    /// Nanoseconds: what packets carry from here on.
    private static let base = AVRational(num: 1, den: 1_000_000_000)
    private var formats: [TrackInfo.Kind: StreamFormat] = [:]

    /// - Parameter url: for errors.
    func split(_ bytes: [UInt8], url: URL) throws(MediaError) -> Split {
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
        var samples: [Sample] = []
        do throws(MediaError) {
            while let packet = try demuxer.read() {
                guard let track = tracks.values.first(where: { $0.index == packet.trackIndex }) else { continue }
                samples.append(try sample(packet, track.kind, shift, url))
            }
        } catch {
            // A segment that is cut short or spoilt gives what is in front of the fault.
            if samples.isEmpty { throw error }
        }
        return Split(samples: samples, tracks: tracks, container: demuxer.info.container)
    }

    private func sample(
        _ packet: Packet, _ kind: TrackInfo.Kind, _ shift: Nanoseconds, _ url: URL
    ) throws(MediaError) -> Sample {
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
        return Sample(
            kind: kind, raw: raw, format: format, time: packet.time &+ shift,
            decodeTime: packet.decodeTime &+ shift,
            duration: packet.duration)
    }

    static func free(_ sample: Sample) {
        var freed: UnsafeMutablePointer<AVPacket>? = sample.raw
        av_packet_free(&freed)
    }
}

extension SegmentSplitter.Sample {
    /// The packet on the session's time line; takes the sample over.
    func packet(track: Int, offset: Nanoseconds) -> Packet {
        if raw.pointee.pts != ff_no_pts { raw.pointee.pts &+= offset }
        if raw.pointee.dts != ff_no_pts { raw.pointee.dts &+= offset }
        return Packet(
            taking: raw, trackIndex: track, format: format, time: time &+ offset, decodeTime: decodeTime &+ offset,
            isDecodeTimeKnown: true, duration: duration)
    }
}
