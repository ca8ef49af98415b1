import CFFmpeg

/// Which decoder serves a codec, and how many threads it may have.
enum Decoders {
    /// libdav1d is asked for by name: FFmpeg's own AV1 decoder works on hardware only.
    static func find(_ codec: AVCodecID) -> UnsafePointer<AVCodec>? {
        if codec == AV_CODEC_ID_AV1, let dav1d = avcodec_find_decoder_by_name("libdav1d") { return dav1d }
        return avcodec_find_decoder(codec)
    }
}
