import CFFmpeg
package import Foundation

/// Reads packets from the beginning of a media file, without decoding them, for facts that its headers do not state.
package enum FileProbe {
    package struct Track: Sendable {
        /// The longest distance of two key frames in seconds; nil where fewer than two were read.
        package var keyFrameInterval: Double?
        package var keyFrameCount = 0
        /// The length of what was read, in seconds; nil where the packets have no times.
        package var examinedSeconds: Double?
        /// The number of samples that the encoder inserted before the first one, as the LAME header of an MP3 file states; nil without one.
        package var encoderDelay: Int?
        /// The number of frames that are decoded before and displayed after another one.
        package var reorderedFrames = 0
        /// Of the packets that were read.
        package var bitsPerSecond: Int64?
        /// Frames per second of the packets that were read; nil for audio and for fewer than two frames.
        package var framesPerSecond: Double?
        /// Whether frames last differently long.
        package var hasVariableFrameRate = false
        /// The display time of the first sample, relative to the start of the item.
        package var firstSeconds: Double?
        /// What the decoder reports after the first frame; FFmpeg's names, nil where they are unknown.
        package var profile: String?
        package var level: Int?
        package var pixelFormat: String?
        package var primaries: String?
        package var transfer: String?
        package var matrix: String?
        package var hdrMetadata: HDRMetadata?
    }

    /// Packets that are decoded until the first frame.
    private static let mostDecoded = 120

    /// Reading ends after this many packets, seconds of media, and bytes of a local or remote file.
    private static let mostPackets = 50_000
    private static let longest: Nanoseconds = 120 * .second
    private static let mostBytes: (file: Int64, network: Int64) = (256 << 20, 4 << 20)

    private struct Count {
        var first: Nanoseconds?
        var last: Nanoseconds = 0
        var bytes: Int64 = 0
        var lastKey: Nanoseconds?
        var interval: Nanoseconds = 0
        var keys = 0
        /// The display times of frames that have been read and are later than the current one.
        var later: [Nanoseconds] = []
        var depth = 0
        /// The display times of all video frames.
        var shown: [Nanoseconds] = []
        var earliest: Nanoseconds?
        var firstFrame: FirstFrame?
        var skipped: Int?
    }

    /// The samples by which decoders of MPEG audio delay their output, which libavformat adds to the delay of the encoder.
    private static let decoderDelay = 529

    /// Codecs whose packets are in display order; negative times make some of their packets appear reordered.
    private static let unorderedCodecs: Set<String> = ["vp8", "vp9", "av1", "mjpeg", "prores", "gif"]

    /// Decodes the first frame of a track, which states what containers leave out.
    private final class FirstFrame {
        private var context: UnsafeMutablePointer<AVCodecContext>?
        private var fed = 0
        private(set) var track = Track()

        init(_ format: StreamFormat) {
            guard let codec = Decoders.find(format.codec), let made = avcodec_alloc_context3(codec) else { return }
            avcodec_parameters_to_context(made, format.parameters)
            made.pointee.thread_count = 1
            made.pointee.max_pixels = 8_192 * 8_192
            context = made
            if avcodec_open2(made, codec, nil) < 0 { avcodec_free_context(&context) }
        }

        deinit { avcodec_free_context(&context) }

        func add(_ packet: Packet) {
            guard let context else { return }
            fed += 1
            var frame = av_frame_alloc()
            defer { av_frame_free(&frame) }
            guard avcodec_send_packet(context, packet.raw) >= 0, avcodec_receive_frame(context, frame) >= 0, let frame
            else {
                if fed >= FileProbe.mostDecoded { avcodec_free_context(&self.context) }
                return
            }
            func name(_ text: UnsafePointer<CChar>?) -> String? {
                text.map { String(cString: $0) }.flatMap { ["unknown", "reserved"].contains($0) ? nil : $0 }
            }
            track.profile = name(avcodec_profile_name(context.pointee.codec_id, context.pointee.profile))
            if context.pointee.codec_type == AVMEDIA_TYPE_VIDEO {
                track.level = context.pointee.level > 0 ? Int(context.pointee.level) : nil
                track.pixelFormat = name(av_get_pix_fmt_name(AVPixelFormat(rawValue: frame.pointee.format)))
                track.primaries = name(av_color_primaries_name(frame.pointee.color_primaries))
                track.transfer = name(av_color_transfer_name(frame.pointee.color_trc))
                track.matrix = name(av_color_space_name(frame.pointee.colorspace))
                track.hdrMetadata = HDRMetadata(frame)
            }
            avcodec_free_context(&self.context)
        }
    }

    /// - Returns: by the identifier of the track in the container; empty where the file cannot be read. Blocks.
    package static func examine(_ locator: MediaLocator) -> [Int32: Track] {
        guard let demuxer = try? Demuxer.open(locator) else { return [:] }
        var kinds: [Int: TrackInfo.Kind] = [:]
        for track in demuxer.info.tracks where track.kind == .video || track.kind == .audio {
            kinds[track.index] = track.kind
        }
        demuxer.discardAll(except: Set(kinds.keys))
        let limit = locator.url.isFileURL ? mostBytes.file : mostBytes.network
        var counts: [Int: Count] = [:]
        var total: Int64 = 0
        for _ in 0..<mostPackets {
            guard total < limit, let packet = try? demuxer.read() else { break }
            total += Int64(packet.byteCount)
            guard let kind = kinds[packet.trackIndex] else { continue }
            var count = counts[packet.trackIndex] ?? Count(firstFrame: FirstFrame(packet.format))
            count.firstFrame?.add(packet)
            if count.first == nil { count.skipped = skippedSamples(packet) }
            add(packet, kind, to: &count)
            counts[packet.trackIndex] = count
            if let first = count.first, count.last - first > longest { break }
        }
        var result: [Int32: Track] = [:]
        for info in demuxer.info.tracks {
            guard let count = counts[info.index] else { continue }
            var track = count.firstFrame?.track ?? Track()
            track.keyFrameCount = count.keys
            track.keyFrameInterval = count.keys > 1 ? count.interval.seconds : nil
            if info.codec == "mp3" {
                track.encoderDelay = count.skipped.flatMap { $0 > decoderDelay ? $0 - decoderDelay : nil }
            }
            if let first = count.first, count.last > first { track.examinedSeconds = (count.last &- first).seconds }
            track.reorderedFrames = unorderedCodecs.contains(info.codec) ? 0 : count.depth
            track.firstSeconds = count.earliest?.seconds
            if let rate = FrameIntervals(count.shown) {
                (track.framesPerSecond, track.hasVariableFrameRate) = (rate.framesPerSecond, rate.isVariable)
            }
            if let first = count.first, count.last > first {
                track.bitsPerSecond = Int64(Double(count.bytes * 8) / (count.last - first).seconds)
            }
            result[info.trackID] = track
        }
        return result
    }

    /// The samples at the start of a packet that players skip; nil where the container states none.
    private static func skippedSamples(_ packet: Packet) -> Int? {
        var size = 0
        guard let data = av_packet_get_side_data(packet.raw, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 4 else {
            return nil
        }
        return (0..<4).reduce(0) { $0 | Int(data[$1]) << (8 * $1) }
    }

    private static func add(_ packet: Packet, _ kind: TrackInfo.Kind, to count: inout Count) {
        count.first = count.first ?? packet.decodeTime
        count.last = max(count.last, packet.decodeTime &+ packet.duration)
        count.bytes += Int64(packet.byteCount)
        if packet.isTimeKnown { count.earliest = min(count.earliest ?? packet.time, packet.time) }
        guard kind == .video else { return }
        if packet.isKey {
            if let last = count.lastKey { count.interval = max(count.interval, packet.time &- last) }
            count.lastKey = packet.time
            count.keys += 1
        }
        guard packet.isTimeKnown else { return }
        count.shown.append(packet.time)
        count.later.removeAll { $0 < packet.time &- .second }
        count.depth = max(count.depth, count.later.count { $0 > packet.time })
        count.later.append(packet.time)
    }
}

/// The layout of a local MP4 or QuickTime file: the position of its index, and the edit lists of its tracks.
package struct MovieLayout: Sendable {
    /// An entry of an edit list, in seconds.
    package struct Edit: Sendable, Hashable, Codable {
        /// The number of the track in the file.
        package var track: Int
        package var duration: Double
        /// The start in the media; nil for an empty edit, which delays the track.
        package var mediaTime: Double?
    }

    /// Whether the index precedes the media, so that playback over a network can start at once.
    package var isFastStart: Bool
    package var edits: [Edit] = []

    private static let largestIndex = 256 << 20
    private static let mostEdits = 1_000

    /// Returns nil for other files.
    package init?(_ url: URL) {
        guard url.isFileURL, let file = try? FileHandle(forReadingFrom: url) else { return nil }
        defer { try? file.close() }
        var position: UInt64 = 0
        var hasMedia = false
        var isFirst = true
        for _ in 0..<10_000 {
            guard (try? file.seek(toOffset: position)) != nil, let head = try? file.read(upToCount: 16), head.count >= 8
            else { return nil }
            let bytes = [UInt8](head)
            let type = String(decoding: bytes[4..<8], as: UTF8.self)
            if isFirst, !["ftyp", "moov", "mdat", "free", "wide", "skip", "pnot"].contains(type) { return nil }
            isFirst = false
            var size = UInt64(bytes.number(at: 0, count: 4, before: 8) ?? 0)
            if size == 1, bytes.count == 16 { size = UInt64(bytes.number(at: 8, count: 8, before: 16) ?? 0) }
            if type == "mdat" { hasMedia = true }
            if type == "moov" {
                guard size >= 8, size < UInt64(Self.largestIndex), (try? file.seek(toOffset: position)) != nil,
                    let index = try? file.read(upToCount: Int(size))
                else { return nil }
                isFastStart = !hasMedia
                edits = Self.edits(in: [UInt8](index))
                return
            }
            let (next, overflowed) = position.addingReportingOverflow(size)
            guard size >= 8, !overflowed else { return nil }
            position = next
        }
        return nil
    }

    /// Whether a box has the version with 64-bit times.
    private static func isLong(_ bytes: [UInt8], _ box: Range<Int>) -> Bool {
        bytes.number(at: box.lowerBound, count: 1, before: box.upperBound) == 1
    }

    private static func edits(in bytes: [UInt8]) -> [Edit] {
        guard let movie = BoxReader.find(["moov"], in: bytes),
            let header = BoxReader.find(["mvhd"], in: bytes, range: movie),
            let scale = bytes.number(
                at: header.lowerBound + (isLong(bytes, header) ? 20 : 12), count: 4, before: header.upperBound),
            scale > 0
        else { return [] }
        var result: [Edit] = []
        var reader = BoxReader(bytes, in: movie)
        while let box = reader.next() {
            guard box.type == "trak", let track = BoxReader.find(["tkhd"], in: bytes, range: box.content),
                let media = BoxReader.find(["mdia", "mdhd"], in: bytes, range: box.content),
                let list = BoxReader.find(["edts", "elst"], in: bytes, range: box.content), !list.isEmpty,
                let number = bytes.number(
                    at: track.lowerBound + (isLong(bytes, track) ? 20 : 12), count: 4, before: track.upperBound),
                let own = bytes.number(
                    at: media.lowerBound + (isLong(bytes, media) ? 20 : 12), count: 4, before: media.upperBound),
                own > 0, let count = bytes.number(at: list.lowerBound + 4, count: 4, before: list.upperBound)
            else { continue }
            let wide = isLong(bytes, list) ? 8 : 4
            for index in 0..<min(count, mostEdits) {
                let at = list.lowerBound + 8 + index * (2 * wide + 4)
                guard let duration = bytes.number(at: at, count: wide, before: list.upperBound),
                    at + 2 * wide <= list.upperBound
                else { break }
                let time = bytes[(at + wide)..<(at + 2 * wide)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                let signed = wide == 8 ? Int64(bitPattern: time) : Int64(Int32(truncatingIfNeeded: time))
                result.append(
                    Edit(
                        track: number, duration: Double(duration) / Double(scale),
                        mediaTime: signed < 0 ? nil : Double(signed) / Double(own)))
            }
        }
        return result
    }
}
