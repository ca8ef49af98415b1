import CFFmpeg

/// Checks whether decrypted samples are valid for their codec. With a wrong key they are noise, which decoders would output.
enum SampleKeyCheck {
    /// The number of audio frames to decode: a single one may be silence with any key.
    private static let soundFrames = 8

    /// - Parameter samples: the decrypted samples of a segment.
    /// - Returns: false if a strict decoder rejects them.
    static func makesSense(_ samples: [SegmentSample]) -> Bool {
        if let picture = samples.first(where: { $0.kind == .video && $0.raw.pointee.flags & AV_PKT_FLAG_KEY != 0 }) {
            return decodes([picture])
        }
        let sound = samples.lazy.filter { $0.kind == .audio }.prefix(soundFrames)
        return sound.isEmpty || decodes(Array(sound))
    }

    private static func decodes(_ samples: [SegmentSample]) -> Bool {
        guard let format = samples.first?.format, let codec = Decoders.find(format.codec),
            var context = Optional(avcodec_alloc_context3(codec)), context != nil
        else { return true }
        defer { avcodec_free_context(&context) }
        avcodec_parameters_to_context(context, format.parameters)
        context?.pointee.err_recognition = AV_EF_EXPLODE | AV_EF_BITSTREAM | AV_EF_BUFFER | AV_EF_CRCCHECK
        context?.pointee.thread_count = 1
        guard avcodec_open2(context, codec, nil) >= 0, let frame = av_frame_alloc() else { return true }
        var freed: UnsafeMutablePointer<AVFrame>? = frame
        defer { av_frame_free(&freed) }
        for packet in samples.map({ Optional($0.raw) }) + [nil] {
            guard avcodec_send_packet(context, packet) >= 0 else { return false }
            while true {
                let code = avcodec_receive_frame(context, frame)
                if code == ff_error_again || code == ff_error_eof { break }
                guard code >= 0, frame.pointee.decode_error_flags == 0 else { return false }
            }
        }
        return true
    }
}
