import CFFmpeg
import Foundation

/// Reads the tracks and samples of one segment, in container order. Used by the thread that demuxes the segment.
protocol SegmentReading {
    var info: MediaInfo { get }
    func discardAll(except tracks: Set<Int>)
    func read() throws(MediaError) -> Packet?
}

extension Demuxer: SegmentReading {}

/// Demuxes a segment whose headers contain everything that decoders need: the initialization section of fragments, or the tables, first
/// parameter sets and audio headers of a transport stream. Nothing is probed or decoded to identify the tracks (hls.md section 12). Times
/// are those of the container.
final class DescribedDemuxer: SegmentReading {
    enum Container {
        /// - Parameter sampleKey: the 16-byte key that decrypts the samples.
        case fragments(sampleKey: [UInt8]? = nil)
        case transportStream

        fileprivate var name: String {
            switch self {
            case .fragments: "mov"
            case .transportStream: "mpegts"
            }
        }
    }

    let info: MediaInfo
    private let url: URL
    private let bridge: ByteSourceBridge
    private var context: UnsafeMutablePointer<AVFormatContext>?
    private var formats: [Int: StreamFormat] = [:]
    /// Packets that were read while opening, to describe their tracks; in order.
    private var waiting: [UnsafeMutablePointer<AVPacket>]

    /// The maximum number of packets read while opening.
    private static let maximumWaiting = 64
    /// Two minutes before the timestamps of a transport stream wrap around.
    private static let latestStamp: Int64 = (1 << 33) - 120 * 90_000

    /// - Parameter source: the initialization section, if there is one, and the media.
    /// - Returns: nil if the headers are insufficient or the bytes are invalid: `Demuxer` then probes the segment or throws the error.
    init?(_ source: any ByteSource, _ container: Container, url: URL) {
        _ = FFmpegLog.isSetUp
        guard let bridge = ByteSourceBridge(source: source), let raw = avformat_alloc_context() else { return nil }
        raw.pointee.pb = bridge.context
        raw.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        // A container must not cause other files to be opened.
        raw.pointee.io_open = { _, _, _, _, _ in ff_error_of_errno(EPERM) }
        var options: OpaquePointer?
        av_dict_set(&options, "max_streams", String(Demuxer.maximumStreams), 0)
        if case .fragments(let sampleKey?) = container {
            av_dict_set(
                &options, "decryption_key",
                sampleKey.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined(), 0)
        }
        defer { av_dict_free(&options) }
        var opened: UnsafeMutablePointer<AVFormatContext>? = raw
        guard avformat_open_input(&opened, url.lastPathComponent, av_find_input_format(container.name), &options) >= 0,
            let opened
        else { return nil }
        var packets: [UnsafeMutablePointer<AVPacket>] = []
        var isDescribed: Bool
        switch container {
        case .fragments:
            isDescribed = Self.isDescribed(opened)
            if isDescribed { packets = Self.readForFrameRate(opened) }
        case .transportStream:
            isDescribed = Self.describe(opened, by: &packets)
        }
        // libavformat treats a read error of the source as the end of file.
        isDescribed = isDescribed && bridge.lastError == nil
        guard isDescribed else {
            for packet in packets {
                var freed: UnsafeMutablePointer<AVPacket>? = packet
                av_packet_free(&freed)
            }
            var closing: UnsafeMutablePointer<AVFormatContext>? = opened
            avformat_close_input(&closing)
            return nil
        }
        waiting = packets
        info = InfoBuilder(context: opened, source: source, boxes: bridge.boxes, elements: bridge.elements).build().info
        context = opened
        self.bridge = bridge
        self.url = url
    }

    deinit {
        for packet in waiting {
            var freed: UnsafeMutablePointer<AVPacket>? = packet
            av_packet_free(&freed)
        }
        avformat_close_input(&context)
    }

    /// Whether the initialization section describes every track sufficiently for decoding.
    private static func isDescribed(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        var hasMedia = false
        for index in 0..<Int(context.pointee.nb_streams) {
            guard let parameters = context.pointee.streams[index]?.pointee.codecpar else { return false }
            let codec = parameters.pointee.codec_id
            switch parameters.pointee.codec_type {
            case AVMEDIA_TYPE_VIDEO:
                guard codec != AV_CODEC_ID_NONE, parameters.pointee.width > 0, parameters.pointee.height > 0 else {
                    return false
                }
                switch codec {
                case AV_CODEC_ID_H264:
                    let headers = UnsafeRawBufferPointer(
                        start: parameters.pointee.extradata, count: Int(max(0, parameters.pointee.extradata_size)))
                    // The field order is only known from the frames.
                    if headers.isEmpty || H264Headers.mayBeInterlaced(headers) != false { return false }
                case AV_CODEC_ID_HEVC, AV_CODEC_ID_AV1, AV_CODEC_ID_VP9:
                    if parameters.pointee.extradata_size == 0 { return false }
                default: return false
                }
                hasMedia = true
            case AVMEDIA_TYPE_AUDIO:
                guard codec != AV_CODEC_ID_NONE, parameters.pointee.sample_rate > 0,
                    parameters.pointee.ch_layout.nb_channels > 0
                else { return false }
                hasMedia = true
            default: break
            }
        }
        return hasMedia
    }

    /// Reads up to the first video sample, and derives the track's frame rate from the sample's duration.
    private static func readForFrameRate(
        _ context: UnsafeMutablePointer<AVFormatContext>
    ) -> [UnsafeMutablePointer<AVPacket>] {
        let streams = (0..<Int(context.pointee.nb_streams)).compactMap { context.pointee.streams[$0] }
        guard streams.contains(where: { isVideo($0) && $0.pointee.avg_frame_rate.num == 0 }) else { return [] }
        var packets: [UnsafeMutablePointer<AVPacket>] = []
        while packets.count < maximumWaiting, let packet = av_packet_alloc() {
            guard av_read_frame(context, packet) >= 0 else {
                var freed: UnsafeMutablePointer<AVPacket>? = packet
                av_packet_free(&freed)
                break
            }
            packets.append(packet)
            let index = Int(packet.pointee.stream_index)
            guard streams.indices.contains(index), isVideo(streams[index]) else { continue }
            let base = streams[index].pointee.time_base
            if packet.pointee.duration > 0, packet.pointee.duration < Int64(Int32.max) / Int64(max(1, base.num)) {
                var rate = AVRational()
                av_reduce(
                    &rate.num, &rate.den, Int64(base.den), Int64(base.num) * packet.pointee.duration, Int64(Int32.max))
                streams[index].pointee.avg_frame_rate = rate
            }
            break
        }
        return packets
    }

    /// Reads packets until the first packet of each video and audio track has described its track.
    private static func describe(
        _ context: UnsafeMutablePointer<AVFormatContext>, by packets: inout [UnsafeMutablePointer<AVPacket>]
    ) -> Bool {
        var undescribed = Set(
            (0..<Int(context.pointee.nb_streams)).filter { index in
                let type = context.pointee.streams[index]?.pointee.codecpar?.pointee.codec_type
                return type == AVMEDIA_TYPE_VIDEO || type == AVMEDIA_TYPE_AUDIO
            })
        guard !undescribed.isEmpty else { return false }
        var first: [Int: UnsafeMutablePointer<AVPacket>] = [:]
        while !undescribed.isEmpty {
            guard packets.count < maximumWaiting, let packet = av_packet_alloc() else { return false }
            guard av_read_frame(context, packet) >= 0 else {
                var freed: UnsafeMutablePointer<AVPacket>? = packet
                av_packet_free(&freed)
                return false
            }
            packets.append(packet)
            // If timestamps wrap around, libavformat unwraps only the tracks that it has probed.
            guard packet.pointee.dts < latestStamp else { return false }
            let index = Int(packet.pointee.stream_index)
            if undescribed.remove(index) != nil { first[index] = packet }
        }
        // Describe the tracks only now: while reading, libavformat overwrites the parameters of tracks that it has not probed.
        return first.allSatisfy { index, packet in
            context.pointee.streams[index].map { StreamHeaders.describe($0, by: packet) == .described } ?? false
        }
    }

    private static func isVideo(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
        stream.pointee.codecpar?.pointee.codec_type == AVMEDIA_TYPE_VIDEO
    }

    func discardAll(except tracks: Set<Int>) {
        guard let context else { return }
        for index in 0..<Int(context.pointee.nb_streams) {
            context.pointee.streams[index]?.pointee.discard = tracks.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
        }
    }

    func read() throws(MediaError) -> Packet? {
        guard let context else { return nil }
        while true {
            let isHere = !waiting.isEmpty
            guard let packet = isHere ? waiting.removeFirst() : av_packet_alloc() else { throw outOfMemory }
            let code = isHere ? 0 : av_read_frame(context, packet)
            let index = Int(packet.pointee.stream_index)
            guard code >= 0, index < Int(context.pointee.nb_streams), let stream = context.pointee.streams[index],
                let format = format(of: index, stream)
            else {
                var freed: UnsafeMutablePointer<AVPacket>? = packet
                av_packet_free(&freed)
                if code == ff_error_eof { return nil }
                if code >= 0 || code == ff_error_again { continue }
                throw bridge.lastError ?? .ffmpeg(code, call: "av_read_frame", reading: url, otherwise: .malformed)
            }
            let base = stream.pointee.time_base
            let decode = Nanoseconds(ticks: packet.pointee.dts, base: base)
            let shown = Nanoseconds(ticks: packet.pointee.pts, base: base)
            let decodeTime = decode ?? shown ?? 0
            return Packet(
                taking: packet, trackIndex: index, format: format, time: shown ?? decodeTime, decodeTime: decodeTime,
                isDecodeTimeKnown: decode != nil,
                duration: max(0, Nanoseconds(ticks: packet.pointee.duration, base: base) ?? 0))
        }
    }

    private func format(of track: Int, _ stream: UnsafeMutablePointer<AVStream>) -> StreamFormat? {
        if let known = formats[track] { return known }
        guard let parameters = stream.pointee.codecpar else { return nil }
        let made = StreamFormat(copying: parameters, timeBase: stream.pointee.time_base, startTime: 0)
        formats[track] = made
        return made
    }

    private var outOfMemory: MediaError {
        MediaError(.outOfMemory, "There is not enough memory to continue reading.", url: url)
    }
}
