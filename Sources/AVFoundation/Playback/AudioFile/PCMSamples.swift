import CoreMedia

/// The types of files that can be written.
enum PCMContainer {
    case wave, aiff, caf

    init?(pathExtension: String) {
        switch pathExtension.lowercased() {
        case "wav", "wave": self = .wave
        case "aif", "aiff", "aifc": self = .aiff
        case "caf": self = .caf
        default: return nil
        }
    }
}

/// The samples of a file with linear PCM; frames are interleaved.
struct PCMSamples {
    /// 8, 16, 24 or 32; 32 or 64 for floating point.
    let bits: Int
    let isFloat: Bool
    let isBigEndian: Bool
    /// Whether integers have no sign, as those of 8 bits in WAV files.
    let isUnsigned: Bool

    /// The samples of a description, with the order of bytes that the type of file requires.
    /// - Returns: nil unless the description is one of linear PCM.
    init?(_ description: AudioStreamBasicDescription, in container: PCMContainer) {
        guard description.mFormatID == kAudioFormatLinearPCM else { return nil }
        bits = Int(description.mBitsPerChannel)
        isFloat = description.mFormatFlags & kAudioFormatFlagIsFloat != 0
        guard isFloat ? [32, 64].contains(bits) : [8, 16, 24, 32].contains(bits) else { return nil }
        switch container {
        case .wave: isBigEndian = false
        case .aiff: isBigEndian = true
        case .caf: isBigEndian = description.mFormatFlags & kAudioFormatFlagIsBigEndian != 0
        }
        isUnsigned = container == .wave && bits == 8
    }

    func streamDescription(sampleRate: Double, channels: UInt32) -> AudioStreamBasicDescription {
        let kind = isFloat ? kAudioFormatFlagIsFloat : isUnsigned ? 0 : kAudioFormatFlagIsSignedInteger
        let bytes = UInt32(bits / 8) * channels
        return AudioStreamBasicDescription(
            mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kind | kAudioFormatFlagIsPacked | (isBigEndian ? kAudioFormatFlagIsBigEndian : 0),
            mBytesPerPacket: bytes, mFramesPerPacket: 1, mBytesPerFrame: bytes, mChannelsPerFrame: channels,
            mBitsPerChannel: UInt32(bits))
    }

    /// Appends a sample; 1 is full scale, and integers are rounded and clamped.
    func append(_ value: Double, to bytes: inout [UInt8]) {
        guard isFloat else { return append(pattern(value), to: &bytes) }
        append(bits == 64 ? value.bitPattern : UInt64(Float(value).bitPattern), to: &bytes)
    }

    private func pattern(_ value: Double) -> UInt64 {
        let scale = Double(1 << (bits - 1))
        let scaled = value.isNaN ? 0 : min(max((value * scale).rounded(), -scale), scale - 1)
        return UInt64(bitPattern: Int64(scaled) + (isUnsigned ? 1 << (bits - 1) : 0))
    }

    private func append(_ pattern: UInt64, to bytes: inout [UInt8]) {
        let count = bits / 8
        for index in 0..<count {
            bytes.append(UInt8(truncatingIfNeeded: pattern >> (8 * (isBigEndian ? count - 1 - index : index))))
        }
    }
}
