/// Bits of a sample that a lossless encoder keeps: 16 or 24 (Int).
public let AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"
/// Bits per second of all channels together (Int).
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// Bits per second of each channel (Int).
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
/// A raw value of `AVAudioQuality` (Int); a bit rate that the settings state has precedence.
public let AVEncoderAudioQualityKey = "AVEncoderQualityKey"

/// The quality of encoded audio, with Apple's raw values.
public enum AVAudioQuality: Int, Sendable {
    case min = 0
    case low = 0x20
    case medium = 0x40
    case high = 0x60
    case max = 0x7F
}
