import CFFmpeg
public import HLS

extension VariantEnvironment {
    /// The decoders installed on this machine, and a display without HDCP and HDR.
    public static let ofThisMachine: VariantEnvironment = {
        var environment = VariantEnvironment()
        environment.codecs = Set(
            Codec.Family.allCases.filter { family in
                switch family {
                case .webVTT, .timedText: true
                default: family.decoderID.map { Decoders.find($0) != nil } ?? false
                }
            })
        return environment
    }()
}

extension Codec.Family {
    /// FFmpeg's codec; nil for unknown codecs and for text.
    var decoderID: AVCodecID? {
        switch self {
        case .h264: AV_CODEC_ID_H264
        case .hevc: AV_CODEC_ID_HEVC
        case .av1: AV_CODEC_ID_AV1
        case .vp9: AV_CODEC_ID_VP9
        case .motionJPEG: AV_CODEC_ID_MJPEG
        case .aac: AV_CODEC_ID_AAC
        case .mp3: AV_CODEC_ID_MP3
        case .ac3: AV_CODEC_ID_AC3
        case .enhancedAC3: AV_CODEC_ID_EAC3
        case .alac: AV_CODEC_ID_ALAC
        case .flac: AV_CODEC_ID_FLAC
        case .opus: AV_CODEC_ID_OPUS
        // Base layers are declared as HEVC or AV1; there is no decoder for Dolby's own profiles.
        case .dolbyVision, .dolbyVisionAV1, .ac4, .timedText, .webVTT: nil
        }
    }
}
