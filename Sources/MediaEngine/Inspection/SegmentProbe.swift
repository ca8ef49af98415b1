import CFFmpeg
package import Foundation
package import HLS
import Synchronization

/// Demuxes the segments of one playlist for tools: reports every packet, and decodes only on request. Thread-safe, except ``decoding``.
package final class SegmentProbe: Sendable {
    /// A compressed sample, with times in nanoseconds of the stream's own clock.
    package struct Sample: Sendable {
        /// The index of its track in ``Result/tracks``.
        package var track: Int
        package var time: Int64
        package var decodeTime: Int64
        package var duration: Int64
        package var byteCount: Int
        /// Whether the container marks the sample as a key frame.
        package var isKey: Bool
        /// Whether decoding can start here, according to the first slice; nil for audio and for codecs whose slices are not parsed.
        package var isRandomAccess: Bool?
        /// Whether bytes of the sample are missing, or its NAL units do not fill it.
        package var isDamaged: Bool
        /// Whether the first slice of an H.264 frame is a B slice.
        package var isBidirectional = false
        /// A hash of the bytes of an audio frame.
        package var digest: UInt16?
        /// Whether all bytes are zero, which no frame of the codec is.
        package var isBlank = false
    }

    package struct Result: Sendable {
        package var tracks: [TrackInfo]
        package var container: String
        /// The offset added to the container's times by the timestamp of packed audio; nil where there is none.
        package var shift: Int64?
        /// The caption channels in the video frames, by INSTREAM-ID; empty unless captions were searched.
        package var captions: [String] = []
        /// The brightness of the first key frame in cells of 16 columns and 9 rows; nil where it was not decoded.
        package var picture: [UInt8]?
        /// The means of Cb and Cr of `picture`, and of their distances from gray; nil for other pixel formats.
        package var pictureColors: [UInt8]?
        /// The color properties of the picture; nil where it was not decoded.
        package var colorProperties: FrameColorProperties?
        /// The presentation time of `picture`.
        package var pictureTime: Int64 = 0
        /// Whether decoding of the key frame found errors.
        package var isPictureDamaged = false
        /// The first key frame and the frames after it; empty where they were not decoded.
        package var sequence: [(time: Int64, cells: [UInt8])] = []
        /// The sound of the first audio track; nil where it was not decoded.
        package var sound: SoundSketch.Result?
    }

    /// What of a segment is decoded for the comparison with other variants.
    package enum Excerpt: Sendable {
        case none
        /// The first key frame.
        case keyFrame
        /// The first key frame, and the sound.
        case picture
        /// Also the frames after the first key frame.
        case sequence
    }

    /// The bytes of a segment after decryption.
    package struct Content: Sendable {
        package var initialization: [UInt8]
        package var media: [UInt8]
        var sampleKey: SegmentContent.SampleKey?
        package var hasEncryptedSamples: Bool { sampleKey != nil }
    }

    private let tables = Mutex<TransportTables?>(nil)

    package init() {}

    // MARK: - Decryption

    /// Returns the key that decrypts a segment; nil where the segment is not encrypted.
    /// - Throws: `contentIsProtected` where the engine supports none of the keys.
    package static func key(among keys: [EncryptionKey], url: URL) throws(MediaError) -> EncryptionKey? {
        try SegmentProtection(keys, url: url).key
    }

    /// Decrypts a segment and its initialization section.
    /// - Parameter secret: returns the bytes of a key, which the caller has loaded.
    /// - Throws: `wrongKey` or `truncated` where the bytes cannot be decrypted.
    package static func content(
        _ media: [UInt8], keys: [EncryptionKey], sequenceNumber: UInt64, initialization: [UInt8],
        initializationKeys: [EncryptionKey], url: URL, secret: (EncryptionKey) -> [UInt8]?
    ) throws(MediaError) -> Content {
        let protection = try SegmentProtection(keys, url: url)
        let head = try SegmentProtection(initializationKeys, url: url)
        var content = Content(initialization: initialization, media: media)
        if !initialization.isEmpty, case .wholeResource(let key) = head {
            content.initialization = try head.opened(
                initialization, secret: secret(key), sequenceNumber: sequenceNumber)
        }
        switch protection {
        case .clear: break
        case .wholeResource(let key):
            content.media = try protection.opened(media, secret: secret(key), sequenceNumber: sequenceNumber)
        case .samples(let key):
            content.sampleKey = SegmentContent.SampleKey(
                secret: secret(key) ?? [], vector: key.vector(forSequenceNumber: sequenceNumber))
        }
        return content
    }

    // MARK: - Packets

    /// Reads every packet of a segment.
    /// - Parameters:
    ///   - decoder: receives the packets of video and audio, in order.
    ///   - findsCaptions: whether the video frames are searched for captions.
    ///   - excerpt: what is decoded for the comparison with other segments.
    /// - Throws: where the segment cannot be opened, or ends with an error; `visit` has received the packets before it.
    package func read(
        _ content: Content, url: URL, decoder: SegmentDecoder? = nil, findsCaptions: Bool = false,
        excerpt: Excerpt = .none,
        visit: (Sample, TrackInfo.Kind) -> Void
    ) throws(MediaError) -> Result {
        try checkProtection(of: content, url: url)
        let tag = PackedAudioTimestamp(content.media)
        let shift = tag.timestamp.map { Int64((Double($0) / 90_000 * 1_000_000_000).rounded()) }
        var media = tag.headerLength > 0 ? Array(content.media[tag.headerLength...]) : content.media
        if TransportTables.isStream(media) {
            let missing = missingTables(of: media)
            if !missing.isEmpty { media = missing + media }
        }
        let bytes = content.initialization.isEmpty ? media : content.initialization + media
        let (demuxer, cipher) = try SegmentSplitter.demuxer(bytes, url: url, sampleKey: content.sampleKey)
        let tracks = demuxer.info.tracks
        var positions: [Int: Int] = [:]
        for (position, track) in tracks.enumerated() { positions[track.index] = position }
        // The end of the last sample of each track.
        var ends: [Int: Nanoseconds] = [:]
        var survey = CaptionSurvey()
        var result = Result(tracks: tracks, container: demuxer.info.container, shift: shift)
        var isPictureWanted = excerpt != .none
        var sequence: PictureSequence?
        let sound = excerpt == .picture || excerpt == .sequence ? SoundSketch() : nil
        while let packet = try demuxer.read() {
            guard let position = positions[packet.trackIndex] else { continue }
            let kind = tracks[position].kind
            if let cipher, kind != .data { try cipher.open(packet.raw, packet.format.codec) }
            let video = kind == .video ? VideoUnits(packet) : nil
            // Of several audio frames in one PES packet, only the first has a timestamp, and their durations may be missing.
            let isTimed = packet.isTimeKnown || packet.isDecodeTimeKnown
            let time = Self.bounded(isTimed ? packet.time &+ (shift ?? 0) : ends[position] ?? shift ?? 0)
            let decodeTime = isTimed ? Self.bounded(packet.decodeTime &+ (shift ?? 0)) : time
            let duration = Self.bounded(
                packet.duration > 0 ? packet.duration : Self.frameDuration(tracks[position]) ?? 0)
            ends[position] = time &+ duration
            visit(
                Sample(
                    track: position, time: time, decodeTime: decodeTime, duration: duration,
                    byteCount: packet.byteCount, isKey: packet.isKey,
                    isRandomAccess: video?.isRandomAccess,
                    isDamaged: packet.raw.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 || video?.isSound == false,
                    isBidirectional: video?.isBidirectional ?? false,
                    digest: kind == .audio ? Self.digest(of: packet) : nil,
                    isBlank: Self.filledCodecs.contains(tracks[position].codec) && Self.isBlank(packet)), kind)
            if isPictureWanted, kind == .video, packet.isKey, video?.isRandomAccess != false {
                isPictureWanted = false
                let picture = KeyPicture.decode(packet)
                (result.picture, result.pictureTime) = (picture.cells, time)
                result.pictureColors = picture.colors
                result.colorProperties = picture.properties
                result.isPictureDamaged = picture.isDamaged
                if excerpt == .sequence { sequence = PictureSequence(packet, track: position) }
            }
            if kind == .video { sequence?.add(packet, track: position, time: time) }
            if kind == .audio { sound?.add(packet, track: position, time: time) }
            if findsCaptions, kind == .video { survey.look(at: CaptionUserData.triplets(in: packet)) }
            decoder?.decode(packet, tracks[position], url: url)
        }
        result.sequence = sequence?.finish() ?? []
        result.sound = sound?.finish()
        result.captions = findsCaptions ? survey.channels.map(\.instreamID) : []
        return result
    }

    /// Codecs whose frames begin with other bytes than zeros.
    private static let filledCodecs: Set<String> = ["h264", "hevc", "aac", "ac3", "eac3", "mp3"]
    private static let fewestBlankBytes = 16

    private static func isBlank(_ packet: Packet) -> Bool {
        guard let data = packet.raw.pointee.data, Int(packet.raw.pointee.size) >= fewestBlankBytes else { return false }
        return UnsafeBufferPointer(start: data, count: Int(packet.raw.pointee.size)).allSatisfy { $0 == 0 }
    }

    /// Returns a hash that tells audio frames apart.
    private static func digest(of packet: Packet) -> UInt16? {
        guard let data = packet.raw.pointee.data, packet.raw.pointee.size > 0 else { return nil }
        var hash: UInt32 = 0x811c_9dc5
        for byte in UnsafeBufferPointer(start: data, count: Int(packet.raw.pointee.size)) {
            hash = (hash ^ UInt32(byte)) &* 0x0100_0193
        }
        return UInt16(truncatingIfNeeded: hash ^ hash >> 16)
    }

    /// Times beyond this count as this, so that their sums and differences are in the range of integers. It is 73 years.
    private static let farthest: Nanoseconds = 1 << 61

    private static func bounded(_ time: Nanoseconds) -> Nanoseconds { min(max(time, -farthest), farthest) }

    /// The duration of an audio frame; nil for codecs whose frames differ in length.
    private static func frameDuration(_ track: TrackInfo) -> Nanoseconds? {
        guard let rate = track.audio?.sampleRate, rate > 0 else { return nil }
        let samples: Int
        switch track.codec {
        // With spectral band replication a frame has twice as many samples.
        case "aac": samples = track.profile?.hasPrefix("HE") == true ? 2_048 : 1_024
        case "ac3", "eac3": samples = 1_536
        case "mp3": samples = 1_152
        default: return nil
        }
        return Nanoseconds(samples) * .second / Nanoseconds(rate)
    }

    private func checkProtection(of content: Content, url: URL) throws(MediaError) {
        guard content.sampleKey == nil, !content.initialization.isEmpty else { return }
        try SegmentIntegrity.checkProtection(of: content.media, url: url)
    }

    /// The tables of an earlier segment, for a segment without its own.
    private func missingTables(of media: [UInt8]) -> [UInt8] {
        let found = TransportTables(in: media)
        return tables.withLock { known in
            if let found {
                known = found
                return []
            }
            return known?.bytes ?? []
        }
    }

    /// Returns why the bytes are not a segment: they are empty, or text; nil where they may be one.
    package static func refusal(of bytes: [UInt8], url: URL) -> MediaError? {
        do throws(MediaError) {
            try SegmentIntegrity.checkIsMedia(bytes, url: url)
            return nil
        } catch {
            return error
        }
    }
}

/// The NAL units of a video packet, as far as they tell whether decoding can start at it and whether it is complete.
private struct VideoUnits {
    var isRandomAccess: Bool?
    var isSound: Bool
    var isBidirectional = false

    init?(_ packet: Packet) {
        let codec = packet.format.codec
        guard codec == AV_CODEC_ID_H264 || codec == AV_CODEC_ID_HEVC, let data = packet.raw.pointee.data,
            packet.raw.pointee.size > 0
        else { return nil }
        let bytes = UnsafeBufferPointer(start: data, count: Int(packet.raw.pointee.size))
        let isHEVC = codec == AV_CODEC_ID_HEVC
        let framing = UnitFraming(of: packet.format.parameters)
        isSound = true
        if case .lengths(let size) = framing {
            isSound = FrameIntegrity.areSound(bytes, lengthBytes: size, isHEVC: isHEVC)
        }
        let slice = Self.firstSlice(bytes, framing, isHEVC)
        isRandomAccess = slice.map { isHEVC ? (16...23).contains($0.type) : $0.type == 5 }
        isBidirectional = slice.map { !isHEVC && $0.type != 5 && Self.isBidirectional(bytes, $0.place + 1) } ?? false
    }

    /// Returns whether the header of an H.264 slice states a B slice: `first_mb_in_slice`, then `slice_type`.
    private static func isBidirectional(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
        // Both values are short, so that no emulation prevention byte is within them.
        var bits: UInt64 = 0
        for index in 0..<8 { bits = bits << 8 | (start + index < bytes.count ? UInt64(bytes[start + index]) : 0) }
        func value() -> Int? {
            let zeros = bits.leadingZeroBitCount
            guard zeros < 16 else { return nil }
            defer { bits <<= UInt64(2 * zeros + 1) }
            return Int(bits >> UInt64(63 - 2 * zeros)) - 1
        }
        guard value() != nil, let type = value() else { return false }
        return type == 1 || type == 6
    }

    /// The maximum number of NAL units before the first slice that are looked at.
    private static let maximumUnits = 64

    private static func firstSlice(_ bytes: UnsafeBufferPointer<UInt8>, _ framing: UnitFraming, _ isHEVC: Bool)
        -> (type: UInt8, place: Int)?
    {
        func slice(_ head: UInt8) -> UInt8? {
            let type = isHEVC ? head >> 1 & 0x3f : head & 0x1f
            return isHEVC ? (type < 32 ? type : nil) : ((1...5).contains(type) ? type : nil)
        }
        var position = 0
        switch framing {
        case .lengths(let size):
            for _ in 0..<maximumUnits {
                guard position + size < bytes.count else { return nil }
                let length = bytes[position..<position + size].reduce(0) { $0 << 8 | Int($1) }
                position += size
                if length > 0, let type = slice(bytes[position]) { return (type, position) }
                guard length <= bytes.count - position else { return nil }
                position += length
            }
        case .startCodes:
            while position + 3 < bytes.count {
                if bytes[position + 2] > 1 {
                    position += 3
                } else if bytes[position] == 0, bytes[position + 1] == 0, bytes[position + 2] == 1 {
                    if let type = slice(bytes[position + 3]) { return (type, position + 3) }
                    position += 3
                } else {
                    position += 1
                }
            }
        }
        return nil
    }
}
