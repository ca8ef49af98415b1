public import CoreMedia
public import Foundation

/// A number of channels.
public typealias AVAudioChannelCount = UInt32

/// The sample formats of uncompressed audio, with Apple's raw values.
public enum AVAudioCommonFormat: UInt, Sendable {
    /// Another format, or compressed audio.
    case otherFormat = 0
    case pcmFormatFloat32 = 1
    case pcmFormatFloat64 = 2
    case pcmFormatInt16 = 3
    case pcmFormatInt32 = 4
}

public let AVFormatIDKey = "AVFormatIDKey"
public let AVSampleRateKey = "AVSampleRateKey"
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"

/// The format of audio: an immutable `AudioStreamBasicDescription`. Any thread.
///
/// Apple: also layouts of channels. Here: the number of channels only.
open class AVAudioFormat: NSObject, @unchecked Sendable {
    // Sendable: written once, by the initializer, and only read afterwards; released by the deinitializer, which runs once.
    private let pointer: UnsafeMutablePointer<AudioStreamBasicDescription>

    /// A format of zeros.
    package static let unknown = AVAudioFormat(description: AudioStreamBasicDescription())

    private init(description: AudioStreamBasicDescription) {
        pointer = .allocate(capacity: 1)
        pointer.initialize(to: description)
        super.init()
    }

    deinit { pointer.deallocate() }

    /// - Returns: nil for uncompressed audio whose numbers of bytes contradict each other.
    public convenience init?(streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>) {
        let description = asbd.pointee
        if description.mFormatID == kAudioFormatLinearPCM {
            let isPlanar = description.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
            let channels = isPlanar ? 1 : UInt64(description.mChannelsPerFrame)
            guard UInt64(description.mBytesPerFrame) * 8 >= UInt64(description.mBitsPerChannel) * channels else {
                return nil
            }
        }
        self.init(description: description)
    }

    /// Creates the format that Apple's frameworks process: 32-bit floating point, each channel for itself.
    /// - Parameter sampleRate: in Hz.
    /// - Returns: nil without a channel, and for more than two, which would need a layout.
    public convenience init?(standardFormatWithSampleRate sampleRate: Double, channels: AVAudioChannelCount) {
        self.init(commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, channels: channels, interleaved: false)
    }

    /// - Parameter sampleRate: in Hz.
    /// - Returns: nil for `otherFormat`, without a channel, and for more than two, which would need a layout.
    public convenience init?(
        commonFormat format: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount, interleaved: Bool
    ) {
        let (bits, flags): (UInt32, AudioFormatFlags)
        switch format {
        case .otherFormat: return nil
        case .pcmFormatFloat32: (bits, flags) = (32, kAudioFormatFlagIsFloat)
        case .pcmFormatFloat64: (bits, flags) = (64, kAudioFormatFlagIsFloat)
        case .pcmFormatInt16: (bits, flags) = (16, kAudioFormatFlagIsSignedInteger)
        case .pcmFormatInt32: (bits, flags) = (32, kAudioFormatFlagIsSignedInteger)
        }
        guard sampleRate > 0, sampleRate.isFinite, (1...2).contains(channels) else { return nil }
        let size = bits / 8 * (interleaved ? channels : 1)
        self.init(
            description: AudioStreamBasicDescription(
                mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
                mFormatFlags: flags | kAudioFormatFlagIsPacked | kAudioFormatFlagsNativeEndian
                    | (interleaved ? 0 : kAudioFormatFlagIsNonInterleaved),
                mBytesPerPacket: size, mFramesPerPacket: 1, mBytesPerFrame: size, mChannelsPerFrame: channels,
                mBitsPerChannel: bits))
    }

    /// Creates the format of a description of audio. A description without a layout of samples gives a format of zeros.
    public convenience init(cmAudioFormatDescription formatDescription: CMAudioFormatDescription) {
        let description = CMAudioFormatDescriptionGetStreamBasicDescription(formatDescription)?.pointee
        self.init(description: description ?? AudioStreamBasicDescription())
    }

    /// Valid as long as the format.
    open var streamDescription: UnsafePointer<AudioStreamBasicDescription> { UnsafePointer(pointer) }

    /// In Hz.
    open var sampleRate: Double { pointer.pointee.mSampleRate }
    open var channelCount: AVAudioChannelCount { pointer.pointee.mChannelsPerFrame }

    /// Whether the channels of a frame follow each other in memory; true for compressed audio.
    open var isInterleaved: Bool { pointer.pointee.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0 || !isPCM }

    /// Whether this is 32-bit floating point with each channel for itself.
    open var isStandard: Bool { commonFormat == .pcmFormatFloat32 && !isInterleaved }

    open var commonFormat: AVAudioCommonFormat {
        let flags = pointer.pointee.mFormatFlags
        guard isPCM, flags & kAudioFormatFlagIsBigEndian == kAudioFormatFlagsNativeEndian,
            flags & kAudioFormatFlagIsPacked != 0
        else { return .otherFormat }
        let isInteger = flags & kAudioFormatFlagIsSignedInteger != 0
        switch (pointer.pointee.mBitsPerChannel, flags & kAudioFormatFlagIsFloat != 0) {
        case (32, true): return .pcmFormatFloat32
        case (64, true): return .pcmFormatFloat64
        case (16, false) where isInteger: return .pcmFormatInt16
        case (32, false) where isInteger: return .pcmFormatInt32
        default: return .otherFormat
        }
    }

    private var isPCM: Bool { pointer.pointee.mFormatID == kAudioFormatLinearPCM }

    /// `AVFormatIDKey` (UInt32), `AVSampleRateKey` (Double, in Hz), `AVNumberOfChannelsKey` (Int); of uncompressed audio also
    /// `AVLinearPCMBitDepthKey` (Int), `AVLinearPCMIsFloatKey`, `AVLinearPCMIsBigEndianKey` and `AVLinearPCMIsNonInterleaved` (Bool).
    open var settings: [String: Any] {
        let description = pointer.pointee
        var settings: [String: Any] = [
            AVFormatIDKey: description.mFormatID, AVSampleRateKey: description.mSampleRate,
            AVNumberOfChannelsKey: Int(description.mChannelsPerFrame),
        ]
        guard isPCM else { return settings }
        settings[AVLinearPCMBitDepthKey] = Int(description.mBitsPerChannel)
        settings[AVLinearPCMIsFloatKey] = description.mFormatFlags & kAudioFormatFlagIsFloat != 0
        settings[AVLinearPCMIsBigEndianKey] = description.mFormatFlags & kAudioFormatFlagIsBigEndian != 0
        settings[AVLinearPCMIsNonInterleaved] = !isInterleaved
        return settings
    }

    /// Whether two formats describe the same audio.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioFormat else { return false }
        let (a, b) = (pointer.pointee, other.pointer.pointee)
        return a.mSampleRate == b.mSampleRate && a.mFormatID == b.mFormatID && a.mFormatFlags == b.mFormatFlags
            && a.mBytesPerPacket == b.mBytesPerPacket && a.mFramesPerPacket == b.mFramesPerPacket
            && a.mBytesPerFrame == b.mBytesPerFrame && a.mChannelsPerFrame == b.mChannelsPerFrame
            && a.mBitsPerChannel == b.mBitsPerChannel
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(pointer.pointee.mSampleRate)
        hasher.combine(pointer.pointee.mFormatID)
        hasher.combine(pointer.pointee.mChannelsPerFrame)
        return hasher.finalize()
    }

    /// For example `2 ch, 48000 Hz, Float32, deinterleaved`.
    open override var description: String {
        let name: String
        switch commonFormat {
        case .pcmFormatFloat32: name = "Float32"
        case .pcmFormatFloat64: name = "Float64"
        case .pcmFormatInt16: name = "Int16"
        case .pcmFormatInt32: name = "Int32"
        case .otherFormat:
            let bytes = withUnsafeBytes(of: pointer.pointee.mFormatID.bigEndian) { Array($0) }
            name = String(decoding: bytes, as: UTF8.self)
        }
        let rate = sampleRate.rounded() == sampleRate && abs(sampleRate) < 1e9 ? "\(Int(sampleRate))" : "\(sampleRate)"
        return "\(channelCount) ch, \(rate) Hz, \(name)" + (isInterleaved ? "" : ", deinterleaved")
    }
}
