import AVFAudio
import CoreMedia
import MediaEngine

/// The types of audio files that can be written.
enum WrittenFileType {
    case linearPCM(PCMContainer)
    case encoded(AudioFileEncoder.Settings.Container)

    /// For messages.
    static let names = "wav, aiff, caf, m4a, aac or flac"

    init?(pathExtension: String) {
        if let container = PCMContainer(pathExtension: pathExtension) {
            self = .linearPCM(container)
            return
        }
        switch pathExtension.lowercased() {
        case "m4a", "mp4", "m4b", "m4r": self = .encoded(.mpeg4)
        case "aac", "adts": self = .encoded(.adts)
        case "flac": self = .encoded(.flac)
        default: return nil
        }
    }
}

extension AudioFileEncoder.Settings {
    /// - Returns: nil for a codec that the container does not hold, or that cannot be encoded.
    init?(_ container: Container, _ format: AVAudioFormat, _ settings: [String: Any]) {
        guard let codec = Codec(format.streamDescription.pointee.mFormatID, in: container),
            let rate = Int(exactly: format.sampleRate)
        else { return nil }
        let depth = AVAudioFormat.number(settings[AVEncoderBitDepthHintKey]) ?? 16
        self.init(
            codec: codec, container: container, sampleRate: rate, channels: Int(format.channelCount),
            bitRate: Self.bitRate(settings, channels: Double(format.channelCount)), bitDepth: depth > 16 ? 24 : 16)
    }

    /// Bits per second of all channels.
    private static func bitRate(_ settings: [String: Any], channels: Double) -> Int? {
        if let total = AVAudioFormat.number(settings[AVEncoderBitRateKey]) { return Int(exactly: total.rounded()) }
        if let each = AVAudioFormat.number(settings[AVEncoderBitRatePerChannelKey]) {
            return Int(exactly: (each * channels).rounded())
        }
        let quality = AVAudioFormat.number(settings[AVEncoderAudioQualityKey]).flatMap(Int.init(exactly:))
        guard let quality = quality.flatMap(AVAudioQuality.init(rawValue:)) else { return nil }
        let each =
            switch quality {
            case .min: 24_000
            case .low: 32_000
            case .medium: 64_000
            case .high: 96_000
            case .max: 128_000
            }
        return each * Int(channels)
    }
}

extension AudioFileEncoder.Settings.Codec {
    /// - Returns: nil for a codec that the container does not hold, or that cannot be encoded.
    fileprivate init?(_ format: AudioFormatID, in container: AudioFileEncoder.Settings.Container) {
        switch (format, container) {
        case (kAudioFormatMPEG4AAC, .mpeg4), (kAudioFormatMPEG4AAC, .adts): self = .aac
        case (kAudioFormatAppleLossless, .mpeg4): self = .appleLossless
        case (kAudioFormatFLAC, .flac): self = .flac
        default: return nil
        }
    }
}
