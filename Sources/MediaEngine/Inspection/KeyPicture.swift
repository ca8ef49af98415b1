import CFFmpeg

/// The brightness of a key frame in cells, with which tools compare the pictures of variants.
enum KeyPicture {
    static let columns = 16
    static let rows = 9
    /// Samples of a cell are taken at this many places of each direction at most.
    private static let samples = 12

    /// Decodes a key frame by itself.
    /// - Returns: the mean luma of each cell, row by row, nil where the frame cannot be decoded or has no planar luma; the
    ///   means of ``PlanarColor``; the color properties; and whether the decoder found errors.
    static func decode(
        _ packet: Packet
    ) -> (cells: [UInt8]?, colors: [UInt8]?, properties: FrameColorProperties?, isDamaged: Bool) {
        guard let codec = Decoders.find(packet.format.codec), let context = avcodec_alloc_context3(codec) else {
            return (nil, nil, nil, false)
        }
        var opened: UnsafeMutablePointer<AVCodecContext>? = context
        defer { avcodec_free_context(&opened) }
        avcodec_parameters_to_context(context, packet.format.parameters)
        context.pointee.pkt_timebase = packet.format.timeBase
        context.pointee.thread_count = 1
        context.pointee.max_pixels = 8_192 * 8_192
        guard avcodec_open2(context, codec, nil) >= 0, let frame = av_frame_alloc() else {
            return (nil, nil, nil, false)
        }
        var freed: UnsafeMutablePointer<AVFrame>? = frame
        defer { av_frame_free(&freed) }
        avcodec_send_packet(context, packet.raw)
        avcodec_send_packet(context, nil)
        guard avcodec_receive_frame(context, frame) >= 0 else {
            // Without its parameter sets or with wrong lengths of its units, a key frame is rejected as a whole.
            return (nil, nil, nil, packet.format.codec == AV_CODEC_ID_H264 || packet.format.codec == AV_CODEC_ID_HEVC)
        }
        let isDamaged = frame.pointee.decode_error_flags != 0
        return (PlanarLuma(frame).map(cells), PlanarColor.means(frame), FrameColorProperties(frame), isDamaged)
    }

    /// Returns the mean luma of each cell, row by row.
    static func cells(_ luma: PlanarLuma) -> [UInt8] {
        var cells: [UInt8] = []
        cells.reserveCapacity(columns * rows)
        for row in 0..<rows {
            let down = row * luma.height / rows..<max(1, (row + 1) * luma.height / rows)
            for column in 0..<columns {
                let across = column * luma.width / columns..<max(1, (column + 1) * luma.width / columns)
                cells.append(luma.mean(across, down, samples))
            }
        }
        return cells
    }
}
