import CFFmpeg

/// The brightness of a key frame and of the frames after it in cells, with which tools find variants that lag.
final class PictureSequence {
    /// Enough for a delay of two seconds.
    private static let frameCount = 75
    /// Frames that are reordered beyond the last one.
    private static let delay = 8

    private var context: UnsafeMutablePointer<AVCodecContext>?
    private let frame = av_frame_alloc()
    private let track: Int
    /// The presentation times of the packets, by their own units.
    private var times: [Int64: Int64] = [:]
    private var packetCount = 0
    private var found: [(time: Int64, cells: [UInt8])] = []

    /// - Parameter packet: the key frame.
    init?(_ packet: Packet, track: Int) {
        self.track = track
        guard let codec = Decoders.find(packet.format.codec), let context = avcodec_alloc_context3(codec) else {
            return nil
        }
        self.context = context
        avcodec_parameters_to_context(context, packet.format.parameters)
        context.pointee.pkt_timebase = packet.format.timeBase
        context.pointee.thread_count = 1
        context.pointee.max_pixels = 8_192 * 8_192
        guard avcodec_open2(context, codec, nil) >= 0 else { return nil }
    }

    deinit {
        avcodec_free_context(&context)
        var freed = frame
        av_frame_free(&freed)
    }

    func add(_ packet: Packet, track: Int, time: Int64) {
        guard track == self.track, packetCount < Self.frameCount + Self.delay else { return }
        packetCount += 1
        times[packet.raw.pointee.pts] = time
        avcodec_send_packet(context, packet.raw)
        receive()
    }

    func finish() -> [(time: Int64, cells: [UInt8])] {
        avcodec_send_packet(context, nil)
        receive()
        return Array(found.sorted { $0.time < $1.time }.prefix(Self.frameCount))
    }

    private func receive() {
        guard let frame, let context else { return }
        while avcodec_receive_frame(context, frame) >= 0 {
            if let time = times[frame.pointee.pts], let luma = PlanarLuma(frame) {
                found.append((time, KeyPicture.cells(luma)))
            }
            av_frame_unref(frame)
        }
    }
}
