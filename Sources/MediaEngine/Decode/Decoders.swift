import CFFmpeg

/// The choice of a decoder for a codec.
enum Decoders {
    /// Returns FFmpeg's decoder; for AV1 libdav1d, since FFmpeg's own AV1 decoder needs hardware.
    static func find(_ codec: AVCodecID) -> UnsafePointer<AVCodec>? {
        if codec == AV_CODEC_ID_AV1, let dav1d = avcodec_find_decoder_by_name("libdav1d") { return dav1d }
        return avcodec_find_decoder(codec)
    }
}
