import CFFmpeg
import Foundation

/// Finds the captions that are still displayed at the target of a seek although they began before its key frame. Containers with an index of
/// samples position each track by itself; in Matroska the reader would begin at the key frame.
extension Demuxer {
    /// Captions that began earlier are not searched for.
    private static let longestReach: Nanoseconds = 60 * .second
    /// The limits of captions, and for each caption of packets and bytes that are read to find it.
    private static let maximumCaptions = (local: 4, remote: 1)
    private static let maximumPackets = 4_000
    private static let maximumBytes: Int64 = 16 << 20

    static func free(_ packet: UnsafeMutablePointer<AVPacket>) {
        var freed: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&freed)
    }

    /// Reads the packets of the selected caption track that begin before the key frame of a seek and may last until then.
    /// - Parameter track: the track by whose key frames the seek was done.
    /// - Returns: nil if nothing was read, and the position is unchanged.
    func earlierCaptions(
        _ context: UnsafeMutablePointer<AVFormatContext>, before time: Nanoseconds, track: Int
    ) -> [UnsafeMutablePointer<AVPacket>]? {
        guard Self.name(context).hasPrefix("matroska"), let key = keyFrames(around: time, track: track).last, key > 0,
            let captions = selectedCaptions(context), let stream = context.pointee.streams[captions],
            let video = context.pointee.streams[track], let format = format(of: captions)
        else { return nil }
        func sessionTime(_ ticks: Int64) -> Nanoseconds { format.sessionTime(ticks: ticks) ?? 0 }
        var starts: [Int64] = []
        var before = (key &+ format.startTime).ticks(base: format.timeBase) - 1
        let limit = url.isFileURL ? Self.maximumCaptions.local : Self.maximumCaptions.remote
        while starts.count < limit,
            let entry = avformat_index_get_entry_from_timestamp(stream, before, AVSEEK_FLAG_BACKWARD)?.pointee,
            key &- sessionTime(entry.timestamp) <= Self.longestReach
        {
            starts.append(entry.timestamp)
            before = entry.timestamp - 1
        }
        guard !starts.isEmpty else { return nil }
        var found: [UnsafeMutablePointer<AVPacket>] = []
        for start in starts.reversed() where found.last.map({ $0.pointee.pts < start }) ?? true {
            let from = (sessionTime(start) &+ format.startTime).ticks(base: video.pointee.time_base)
            guard av_seek_frame(context, Int32(track), from, AVSEEK_FLAG_BACKWARD) >= 0,
                let packet = caption(of: captions, from: start, context)
            else { continue }
            let end = packet.pointee.pts &+ max(0, packet.pointee.duration)
            if packet.pointee.pts == ff_no_pts || sessionTime(packet.pointee.pts) >= key
                || packet.pointee.duration > 0 && sessionTime(end) <= key
            {
                Self.free(packet)
            } else {
                found.append(packet)
            }
        }
        return found
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

    /// Reads up to the next packet of a track that does not begin before a time.
    private func caption(
        of track: Int, from start: Int64, _ context: UnsafeMutablePointer<AVFormatContext>
    ) -> UnsafeMutablePointer<AVPacket>? {
        let limit = bytesRead &+ Self.maximumBytes
        for _ in 0..<Self.maximumPackets where bytesRead < limit {
            guard let packet = av_packet_alloc() else { return nil }
            guard av_read_frame(context, packet) >= 0, !bridge.isReadBroken else {
                Self.free(packet)
                return nil
            }
            if Int(packet.pointee.stream_index) == track, packet.pointee.pts >= start { return packet }
            Self.free(packet)
        }
        return nil
    }
}
