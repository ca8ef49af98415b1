import CFFmpeg
import Foundation

/// Finds the captions that are still displayed at the target of a seek although they began before its key frame. Containers with an index of
/// samples position each track by itself; in Matroska the reader would begin at the key frame.
///
/// The index has one entry for each time at which a caption begins, so that all blocks are read from there up to a later time.
extension Demuxer {
    /// The limits of a search.
    private struct CaptionSearch {
        /// The most entries of the index that are used.
        let entries: Int
        /// The most bytes that are read. The part with the latest captions is read first.
        let bytes: Int64

        static let local = CaptionSearch(entries: 16, bytes: 48 << 20)
        static let remote = CaptionSearch(entries: 6, bytes: 6 << 20)

        /// Captions that began earlier are not searched for.
        static let longestReach: Nanoseconds = 120 * .second
        /// Limits for one part of the file.
        static let partBytes: Int64 = 16 << 20
        static let partPackets = 8_000
        /// Parts of the file with at most this distance in bytes are read together.
        static let gap: Int64 = 1 << 20
        /// How far packets of other tracks are read beyond the last entry of a part: captions of the same time are beside it.
        static let margin: Nanoseconds = .second
    }

    /// A caption in the index.
    private struct CaptionEntry {
        var time: Nanoseconds
        /// Where its cluster begins.
        var position: Int64
    }

    /// What is read for a seek.
    private struct CaptionReading {
        /// The indices of the tracks.
        var captions: Int
        var video: Int
        /// The time of the key frame, and where its cluster begins: what is behind it is read after the seek.
        var key: Nanoseconds
        var end: Int64
        /// The number of read bytes at which reading ends.
        var lastByte: Int64
    }

    static func free(_ packet: UnsafeMutablePointer<AVPacket>) {
        var freed: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&freed)
    }

    /// Reads the packets of the selected caption track that are before the key frame of a seek and may be displayed from there on.
    /// - Parameter track: the track by whose key frames the seek was done.
    /// - Returns: nil if nothing was read, and the position is unchanged.
    func earlierCaptions(
        _ context: UnsafeMutablePointer<AVFormatContext>, before time: Nanoseconds, track: Int
    ) -> [UnsafeMutablePointer<AVPacket>]? {
        let frames = keyFrames(around: time, track: track)
        guard Self.name(context).hasPrefix("matroska"), let key = frames.last, key > 0, let end = frames.position,
            let captions = selectedCaptions(context), let format = format(of: captions),
            let video = context.pointee.streams[track]
        else { return nil }
        let limits = url.isFileURL ? CaptionSearch.local : .remote
        let reading = CaptionReading(
            captions: captions, video: track, key: key, end: end, lastByte: bytesRead &+ limits.bytes)
        let parts = parts(of: entries(of: reading, through: time, count: limits.entries, context))
        guard !parts.isEmpty else { return nil }
        var found: [UnsafeMutablePointer<AVPacket>] = []
        for part in parts.reversed() where bytesRead < reading.lastByte {
            guard let first = part.first, let last = part.last else { continue }
            let from = (first.time &+ format.startTime).ticks(base: video.pointee.time_base)
            guard av_seek_frame(context, Int32(track), from, AVSEEK_FLAG_BACKWARD) >= 0 else { continue }
            found = read(reading, through: last.time, context) + found
        }
        return Self.withoutRepetition(found)
    }

    /// Parts of the file overlap where a key frame is far before a caption.
    private static func withoutRepetition(
        _ packets: [UnsafeMutablePointer<AVPacket>]
    ) -> [UnsafeMutablePointer<AVPacket>] {
        var positions: Set<Int64> = []
        return packets.filter { packet in
            let isNew = packet.pointee.pos < 0 || positions.insert(packet.pointee.pos).inserted
            if !isNew { free(packet) }
            return isNew
        }
    }

    /// Returns the last captions of the index that are before the key frame, in their order.
    private func entries(
        of reading: CaptionReading, through time: Nanoseconds, count: Int,
        _ context: UnsafeMutablePointer<AVFormatContext>
    ) -> [CaptionEntry] {
        guard let stream = context.pointee.streams[reading.captions], let format = format(of: reading.captions) else {
            return []
        }
        var entries: [CaptionEntry] = []
        var before = (time &+ format.startTime).ticks(base: format.timeBase)
        while entries.count < count,
            let entry = avformat_index_get_entry_from_timestamp(stream, before, AVSEEK_FLAG_BACKWARD)?.pointee,
            let begin = format.sessionTime(ticks: entry.timestamp), reading.key &- begin <= CaptionSearch.longestReach
        {
            if entry.pos < reading.end { entries.append(CaptionEntry(time: begin, position: entry.pos)) }
            before = entry.timestamp - 1
        }
        return entries.reversed()
    }

    /// Divides captions into parts of the file that are read at once.
    private func parts(of entries: [CaptionEntry]) -> [[CaptionEntry]] {
        entries.reduce(into: []) { parts, entry in
            if let last = parts.last?.last, (0...CaptionSearch.gap).contains(entry.position &- last.position) {
                parts[parts.count - 1].append(entry)
            } else {
                parts.append([entry])
            }
        }
    }

    /// The caption track, if exactly one is read.
    private func selectedCaptions(_ context: UnsafeMutablePointer<AVFormatContext>) -> Int? {
        let indices = (0..<Int(context.pointee.nb_streams)).filter { index in
            guard let stream = context.pointee.streams[index], let parameters = stream.pointee.codecpar else {
                return false
            }
            return parameters.pointee.codec_type == AVMEDIA_TYPE_SUBTITLE
                && stream.pointee.discard.rawValue < AVDISCARD_ALL.rawValue
        }
        return indices.count == 1 ? indices.first : nil
    }

    /// Reads the captions of a part of the file, up to a time after its last entry.
    private func read(
        _ reading: CaptionReading, through last: Nanoseconds, _ context: UnsafeMutablePointer<AVFormatContext>
    ) -> [UnsafeMutablePointer<AVPacket>] {
        let lastByte = min(reading.lastByte, bytesRead &+ CaptionSearch.partBytes)
        var found: [UnsafeMutablePointer<AVPacket>] = []
        for _ in 0..<CaptionSearch.partPackets where bytesRead < lastByte {
            guard let packet = av_packet_alloc() else { break }
            guard av_read_frame(context, packet) >= 0, !bridge.isReadBroken else {
                Self.free(packet)
                break
            }
            let index = Int(packet.pointee.stream_index)
            let format = format(of: index)
            let time = packet.pointee.pts == ff_no_pts ? nil : format?.sessionTime(ticks: packet.pointee.pts)
            let isAtEnd = packet.pointee.pos >= reading.end || index == reading.video && (time ?? 0) >= reading.key
            let isBeyond = index != reading.captions && (time ?? 0) > last &+ CaptionSearch.margin
            if index == reading.captions, !isAtEnd, time != nil, Self.lasts(packet, format, until: reading.key) {
                found.append(packet)
            } else {
                Self.free(packet)
            }
            if isAtEnd || isBeyond { break }
        }
        return found
    }

    /// Whether a caption may be displayed at a time. Pictures have no duration: they are displayed until the next ones.
    private static func lasts(
        _ packet: UnsafeMutablePointer<AVPacket>, _ format: StreamFormat?, until key: Nanoseconds
    ) -> Bool {
        guard packet.pointee.duration > 0 else { return true }
        return (format?.sessionTime(ticks: packet.pointee.pts &+ packet.pointee.duration)).map { $0 > key } ?? true
    }
}
