import CFFmpeg
import CoreMedia

/// Packets that were read to probe a container or to find earlier captions, until `Demuxer.read` returns them.
struct ProbedPackets {
    /// The limits of packets and bytes to probe, and of frames to scan for captions.
    private static let maximumCount = 64
    private static let maximumBytes = 2_000_000
    private static let maximumFrames = 30

    private var packets: [UnsafeMutablePointer<AVPacket>] = []
    private var byteCount = 0

    var first: UnsafeMutablePointer<AVPacket>? { packets.first }

    mutating func popFirst() -> UnsafeMutablePointer<AVPacket>? { packets.isEmpty ? nil : packets.removeFirst() }

    /// Takes ownership of a packet.
    mutating func append(_ packet: UnsafeMutablePointer<AVPacket>) { packets.append(packet) }

    mutating func removeAll() {
        for packet in packets {
            var freed: UnsafeMutablePointer<AVPacket>? = packet
            av_packet_free(&freed)
        }
        packets.removeAll()
    }

    /// Reads one more packet. A failure is reported by a later read.
    @discardableResult
    mutating func read(
        _ context: UnsafeMutablePointer<AVFormatContext>, _ bridge: ByteSourceBridge
    ) -> UnsafeMutablePointer<AVPacket>? {
        var packet = av_packet_alloc()
        // When reading fails in the middle of a packet, libavformat returns its first part.
        if packet != nil, av_read_frame(context, packet) < 0 || bridge.isReadBroken { av_packet_free(&packet) }
        guard let packet else { return nil }
        packets.append(packet)
        byteCount += Int(packet.pointee.size)
        return packet
    }

    /// Returns tracks for the captions in the first frames; captions that start later are not found.
    mutating func closedCaptions(
        _ context: UnsafeMutablePointer<AVFormatContext>, _ info: MediaInfo, _ bridge: ByteSourceBridge
    ) -> [TrackInfo] {
        guard let video = info.tracks.first(where: { $0.kind == .video }),
            let parameters = context.pointee.streams[video.index]?.pointee.codecpar,
            CaptionUserData.carries(parameters.pointee.codec_id)
        else { return [] }
        var survey = CaptionSurvey()
        var frames = 0
        var position = 0
        while position < Self.maximumCount, byteCount < Self.maximumBytes {
            guard let packet = position < packets.count ? packets[position] : read(context, bridge) else { break }
            position += 1
            guard Int(packet.pointee.stream_index) == video.index else { continue }
            survey.look(at: CaptionUserData.triplets(in: packet, parameters))
            frames += 1
            if survey.channels.isEmpty || frames >= Self.maximumFrames { break }
        }
        return survey.channels.enumerated().map { number, channel in
            TrackInfo(
                closedCaptions: channel, index: Int(context.pointee.nb_streams) + number, duration: video.duration)
        }
    }
}
