import Foundation

/// One entry of CODECS (RFC 6381), with the properties that variant selection needs.
public struct Codec: Sendable, Hashable {
    public enum Family: String, Sendable, Hashable, CaseIterable {
        case h264, hevc, dolbyVision, av1, dolbyVisionAV1, vp9, motionJPEG
        /// AAC-LC, HE-AAC, HE-AAC v2 and xHE-AAC: one decoder that switches between them without a gap.
        case aac
        case mp3, ac3, enhancedAC3, ac4, alac, flac, opus
        case timedText, webVTT
    }

    public enum Kind: Sendable, Hashable { case video, audio, text }

    /// As written.
    public var name: String
    public var family: Family

    /// Creates a codec; nil for an unknown one.
    public init?(_ name: String) {
        let parts = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        guard let first = parts.first else { return nil }
        switch first {
        case "avc1", "avc3": family = .h264
        case "hvc1", "hev1": family = .hevc
        case "dvh1", "dvhe": family = .dolbyVision
        case "av01": family = .av1
        case "dav1": family = .dolbyVisionAV1
        case "vp09", "vp9": family = .vp9
        case "mjpg", "jpeg": family = .motionJPEG
        case "mp4a":
            // The object type and, for MPEG-4 audio, the audio object type: 34 is MP3, which MPEG-1 and MPEG-2 object types denote too.
            switch parts.dropFirst().map(String.init) {
            case ["40", "34"], ["69"], ["6b"]: family = .mp3
            case ["40", "2"], ["40", "02"], ["40", "5"], ["40", "05"], ["40", "29"], ["40", "42"], ["40"], []:
                family = .aac
            case ["66"], ["67"], ["68"]: family = .aac
            case ["a5"]: family = .ac3
            case ["a6"]: family = .enhancedAC3
            default: return nil
            }
        case "ac-3": family = .ac3
        case "ec-3": family = .enhancedAC3
        case "ac-4": family = .ac4
        case "alac": family = .alac
        case "flac": family = .flac
        case "opus": family = .opus
        case "stpp": family = .timedText
        case "wvtt": family = .webVTT
        default: return nil
        }
        self.name = name
    }

    public var kind: Kind {
        switch family {
        case .h264, .hevc, .dolbyVision, .av1, .dolbyVisionAV1, .vp9, .motionJPEG: .video
        case .aac, .mp3, .ac3, .enhancedAC3, .ac4, .alac, .flac, .opus: .audio
        case .timedText, .webVTT: .text
        }
    }

    /// Whether decoding is lossless. Switching to and from AAC is allowed.
    public var isLossless: Bool { family == .alac || family == .flac }
}

extension VariantStream {
    /// Returns the entries of CODECS of a kind. Empty where unknown.
    public func codecs(_ kind: Codec.Kind) -> [Codec] { codecs.compactMap(Codec.init).filter { $0.kind == kind } }

    /// Whether the variant has no video: CODECS lists only audio, and no attribute refers to video.
    public var isAudioOnly: Bool {
        guard resolution == nil, frameRate == nil, videoGroup == nil, !codecs.isEmpty else { return false }
        let known = codecs.compactMap(Codec.init)
        return known.count == codecs.count && known.allSatisfy { $0.kind != .video }
            && known.contains { $0.kind == .audio }
    }
}
