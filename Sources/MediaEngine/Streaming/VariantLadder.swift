import CFFmpeg
import Foundation
import HLS

/// The variants that can follow each other without a new negotiation, in rising order, and what they are to the adaptation.
struct VariantLadder {
    var variants: [VariantStream]
    var rungs: [AdaptationRung]
    /// Why others are left out, for the log.
    var leftOut: [(variant: VariantStream, reason: String)] = []

    /// - Throws: `noPlayableTracks` where nothing can be decoded.
    init(_ playlist: MultivariantPlaylist, url: URL) throws(MediaError) {
        var able: [VariantStream] = []
        for variant in playlist.variants {
            if let reason = Self.obstacle(variant) { leftOut.append((variant, reason)) } else { able.append(variant) }
        }
        // Nothing else is left: better a try than a refusal.
        if able.isEmpty { able = playlist.variants.filter { $0.unknownRequirements.isEmpty } }
        let withPicture = able.filter { !Self.isAudioOnly($0) }
        let candidates = withPicture.isEmpty ? able : withPicture
        guard let first = candidates.first else {
            let reasons = leftOut.map { "\($0.variant.uri): \($0.reason)" }.joined(separator: "; ")
            throw MediaError(
                .noPlayableTracks, "None of the variants of this stream can be played here.",
                detail: reasons.isEmpty ? "the playlist names no variant" : reasons, url: url)
        }
        let sdr = candidates.filter { ($0.videoRange ?? .standard) == .standard }
        let ranged = sdr.isEmpty ? candidates.filter { $0.videoRange == first.videoRange } : sdr
        let families = Dictionary(grouping: ranged, by: Self.family)
        // The family with the most rungs adapts best; the order of the playlist decides between equals.
        let order = ranged.map(Self.family)
        let best = families.max { left, right in
            (left.value.count, -(order.firstIndex(of: left.key) ?? 0)) < (
                right.value.count, -(order.firstIndex(of: right.key) ?? 0)
            )
        }
        var chosen: [VariantStream] = []
        for variant in (best?.value ?? ranged).sorted(by: { $0.bandwidth < $1.bandwidth }) {
            // The same again under another address is for failing over, not for adapting.
            if let last = chosen.last, last.bandwidth == variant.bandwidth, last.resolution == variant.resolution {
                continue
            }
            chosen.append(variant)
        }
        variants = chosen
        rungs = chosen.map {
            AdaptationRung(
                bandwidth: Double($0.bandwidth), averageBandwidth: $0.averageBandwidth.map(Double.init),
                width: $0.resolution?.width, height: $0.resolution?.height, frameRate: $0.frameRate,
                isAudioOnly: Self.isAudioOnly($0))
        }
    }

    private static func isAudioOnly(_ variant: VariantStream) -> Bool {
        guard variant.resolution == nil, variant.frameRate == nil, !variant.codecs.isEmpty else { return false }
        return variant.codecs.allSatisfy { codec(of: $0)?.isAudio ?? false }
    }

    private static func family(_ variant: VariantStream) -> String {
        let video = variant.codecs.compactMap { codec(of: $0) }.first { !$0.isAudio }
        return "\(video?.name ?? "")/\(variant.pathway)"
    }

    /// What keeps a variant from being played; nil: nothing.
    private static func obstacle(_ variant: VariantStream) -> String? {
        if let unknown = variant.unknownRequirements.first { return "it asks for \(unknown)" }
        for text in variant.codecs {
            guard let codec = codec(of: text) else { return "codec \(text) is unknown" }
            if Decoders.find(codec.id) == nil { return "no decoder for \(text)" }
        }
        if let protection = variant.copyProtection, protection != .none { return "it asks for HDCP" }
        return nil
    }

    private struct Codec {
        var name: String
        var id: AVCodecID
        var isAudio: Bool
    }

    private static func codec(of text: String) -> Codec? {
        let entry = text.prefix { $0 != "." }.lowercased()
        switch entry {
        case "avc1", "avc3": return Codec(name: "avc", id: AV_CODEC_ID_H264, isAudio: false)
        case "hvc1", "hev1": return Codec(name: "hevc", id: AV_CODEC_ID_HEVC, isAudio: false)
        case "av01": return Codec(name: "av1", id: AV_CODEC_ID_AV1, isAudio: false)
        case "vp09": return Codec(name: "vp9", id: AV_CODEC_ID_VP9, isAudio: false)
        case "mp4a":
            let isMP3 = text.hasSuffix(".40.34")
            return Codec(name: "aac", id: isMP3 ? AV_CODEC_ID_MP3 : AV_CODEC_ID_AAC, isAudio: true)
        case "ac-3": return Codec(name: "ac3", id: AV_CODEC_ID_AC3, isAudio: true)
        case "ec-3": return Codec(name: "ec3", id: AV_CODEC_ID_EAC3, isAudio: true)
        case "alac": return Codec(name: "alac", id: AV_CODEC_ID_ALAC, isAudio: true)
        case "flac": return Codec(name: "flac", id: AV_CODEC_ID_FLAC, isAudio: true)
        case "opus": return Codec(name: "opus", id: AV_CODEC_ID_OPUS, isAudio: true)
        case "mp3": return Codec(name: "mp3", id: AV_CODEC_ID_MP3, isAudio: true)
        case "wvtt", "stpp": return Codec(name: entry, id: AV_CODEC_ID_WEBVTT, isAudio: true)
        default: return nil
        }
    }
}
