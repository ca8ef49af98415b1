import CoreMedia
import CFFmpeg
import Foundation

/// Splits one segment (with its init section) into packets whose times are nanoseconds of the stream's own clock.
///
/// Used by the reader's thread. Formats are kept from segment to segment, so that a decoder sees the same one while nothing has changed.
final class SegmentSplitter: SegmentSplitting {
    /// Nanoseconds: what packets carry from here on.
    private static let base = AVRational(num: 1, den: 1_000_000_000)
    private var formats: [TrackInfo.Kind: StreamFormat] = [:]
    /// The key of SAMPLE-AES that has given samples with sense in them.
    private var provenSecret: [UInt8]?
    /// Of the last transport stream that had them: segments that begin without are read with these.
    private var tables: (of: StreamTimeline.Discontinuity, found: TransportTables)?

    func split(_ content: SegmentContent) throws(MediaError) -> SegmentSplit {
        let (bytes, url) = (content.bytes, content.piece.url)
        try SegmentIntegrity.checkProtection(of: content)
        // Packed audio counts from 0; a tag in front of it says where that is.
        let tag = PackedAudioTimestamp(bytes)
        let shift = tag.timestamp.map { Nanoseconds((Double($0) / 90_000 * 1_000_000_000).rounded()) } ?? 0
        let media = tag.headerLength > 0 ? Array(bytes[tag.headerLength...]) : bytes
        let tables = missingTables(of: media, content.piece)
        let (demuxer, cipher) = try demuxer(tables.isEmpty ? media : tables + media, content)
        var tracks: [TrackInfo.Kind: TrackInfo] = [:]
        for track in demuxer.info.tracks where track.kind == .video || track.kind == .audio {
            if tracks[track.kind] == nil { tracks[track.kind] = track }
        }
        let texts = Set(demuxer.info.tracks.filter { $0.kind == .data }.map(\.index))
        demuxer.discardAll(except: Set(tracks.values.map(\.index)).union(texts))
        var samples: [SegmentSample] = []
        var metadata: [SegmentMetadata] = []
        var torn = 0
        if tag.timestamp != nil {
            let frames = ID3Frame.frames(in: bytes.prefix(tag.headerLength))
            metadata.append(SegmentMetadata(time: shift, content: .id3(frames)))
        }
        var damage = SegmentIntegrity.damage(of: content)
        do throws(MediaError) {
            while let packet = try demuxer.read() {
                if texts.contains(packet.trackIndex) {
                    // Tags between the packets of a transport stream (stream type 0x15).
                    let content = TimedMetadata.Content.id3(ID3Frame.frames(in: packet.bytes[...]))
                    metadata.append(SegmentMetadata(time: packet.time &+ shift, content: content))
                    continue
                }
                guard let track = tracks.values.first(where: { $0.index == packet.trackIndex }) else { continue }
                if let cipher { try cipher.open(packet.raw, packet.format.codec) }
                if packet.raw.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 { torn += 1 }
                samples.append(try sample(packet, track.kind, shift, url))
            }
        } catch {
            // A segment that is cut short or spoilt gives what is in front of the fault.
            if samples.isEmpty { throw error }
            damage = error
        }
        do throws(MediaError) {
            try check(content.sampleKey, samples)
        } catch {
            for sample in samples { sample.free() }
            throw error
        }
        let stray = SegmentIntegrity.stray(samples, of: content.piece)
        if !stray.isEmpty {
            damage = damage ?? SegmentIntegrity.strayed(stray.count, of: content.piece)
            for index in stray { samples[index].free() }
            samples = samples.indices.filter { !stray.contains($0) }.map { samples[$0] }
        }
        let unsound = samples.filter { !PictureIntegrity.isSound($0) }
        if let first = unsound.first {
            damage = damage ?? PictureIntegrity.unsound(unsound.count, first: first, of: content.piece)
        }
        metadata += messages(in: bytes, first: samples.map(\.time).min())
        if samples.isEmpty, let damage { throw damage }
        samples = Self.timed(samples)
        return SegmentSplit(
            samples: samples, tracks: tracks, container: demuxer.info.container,
            hasClock: tag.timestamp != nil || !Self.packedAudio.contains(demuxer.info.container), damage: damage,
            doubt: SegmentIntegrity.shortfall(of: samples, content.piece)
                ?? (torn > 0 ? SegmentIntegrity.torn(torn, of: content.piece) : nil),
            metadata: metadata.filter { !$0.content.isEmpty })
    }

    /// What says what is in a transport stream, where its segment does not (spec/hls.md section 13).
    private func missingTables(of bytes: [UInt8], _ piece: MediaPiece) -> [UInt8] {
        guard TransportTables.isStream(bytes) else { return [] }
        if let found = TransportTables(in: bytes) {
            tables = (piece.discontinuity, found)
            return []
        }
        return tables?.of == piece.discontinuity ? tables?.found.bytes ?? [] : []
    }

    /// Containers that have no clock of their own.
    private static let packedAudio: Set<String> = ["aac", "mp3", "ac3", "eac3"]

    /// Those beside the samples of fragments.
    /// - Parameter first: the time of the earliest sample, from which some count.
    private func messages(in bytes: [UInt8], first: Nanoseconds?) -> [SegmentMetadata] {
        EventMessage.messages(in: bytes).compactMap { message in
            let time: Nanoseconds? =
                switch message.time {
                case .stamp(let stamp): stamp
                case .sinceSegment(let delta): first.map { $0 &+ delta }
                }
            return time.map {
                SegmentMetadata(time: $0, duration: message.duration, content: message.content)
            }
        }
    }

    /// Where the container's reader does not know how long samples last, their successors tell: seams are cut by it.
    private static func timed(_ samples: [SegmentSample]) -> [SegmentSample] {
        var samples = samples
        for kind in [TrackInfo.Kind.video, .audio] {
            let own = samples.indices.filter { samples[$0].kind == kind }
            var usual: Nanoseconds = 0
            for (one, next) in zip(own, own.dropFirst()) where samples[one].duration == 0 {
                let step = samples[next].decodeTime &- samples[one].decodeTime
                guard step > 0, step < longestSample else { continue }
                samples[one].duration = step
                usual = step
            }
            if let last = own.last, samples[last].duration == 0 { samples[last].duration = usual }
        }
        return samples
    }

    /// What is further apart is a hole, and no sample's length.
    private static let longestSample: Nanoseconds = 10 * .second

    /// What reads the container, and what opens its samples where the container's reader does not.
    private func demuxer(
        _ bytes: [UInt8], _ content: SegmentContent
    ) throws(MediaError) -> (any SegmentReading, SampleCipher?) {
        let locator = MediaLocator(url: content.piece.url)
        let cipher = try content.sampleKey.map { (key) throws(MediaError) in try SampleCipher(key) }
        if let plain = try cipher?.packed(bytes) {
            return (try Demuxer(locator, source: MemorySource(plain), keepsTimeStamps: true), nil)
        }
        let isFragmented = BoxReader.isFragmented(bytes)
        if isFragmented {
            // libavformat 59 takes the encryption boxes of the wrong fragment where it can seek.
            let source = MemorySource(bytes, isSeekable: content.sampleKey == nil)
            if let described = FragmentDemuxer(source, url: locator.url, sampleKey: content.sampleKey?.secret) {
                return (described, nil)
            }
        }
        guard let key = content.sampleKey, isFragmented else {
            return (try Demuxer(locator, source: MemorySource(bytes), keepsTimeStamps: true), cipher)
        }
        let source = MemorySource(bytes, isSeekable: false)
        return (try Demuxer(locator, source: source, keepsTimeStamps: true, sampleKey: key.secret), nil)
    }

    private func check(_ key: SegmentContent.SampleKey?, _ samples: [SegmentSample]) throws(MediaError) {
        guard let key, key.secret != provenSecret else { return }
        guard SampleKeyCheck.makesSense(samples) else {
            throw MediaError(
                .wrongKey,
                "The key that the playlist names does not open this stream; it is the key of another one.")
        }
        provenSecret = key.secret
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
