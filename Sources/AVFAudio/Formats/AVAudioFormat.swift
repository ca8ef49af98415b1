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
/// The value is an `AudioChannelLayout` as `Data`.
public let AVChannelLayoutKey = "AVChannelLayoutKey"

/// The format of audio: an immutable `AudioStreamBasicDescription`, with the places of its channels. Any thread.
open class AVAudioFormat: NSObject, @unchecked Sendable {
    // Sendable: written once, by the initializer, and only read afterwards; released by the deinitializer, which runs once.
    private let pointer: UnsafeMutablePointer<AudioStreamBasicDescription>
    /// The places of the channels; nil where they are not known.
    public let channelLayout: AVAudioChannelLayout?

    /// A format of zeros.
    package static let unknown = AVAudioFormat(description: AudioStreamBasicDescription())

    private init(description: AudioStreamBasicDescription, layout: AVAudioChannelLayout? = nil) {
        channelLayout = layout
        pointer = .allocate(capacity: 1)
        pointer.initialize(to: description)
        super.init()
    }

    deinit { pointer.deallocate() }

    /// - Returns: nil for uncompressed audio whose numbers of bytes contradict each other.
    public convenience init?(streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>) {
        self.init(streamDescription: asbd, channelLayout: nil)
    }

    /// - Returns: nil for uncompressed audio whose numbers of bytes contradict each other, and for a layout with another number of channels.
    public convenience init?(
        streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>, channelLayout layout: AVAudioChannelLayout?
    ) {
        let description = asbd.pointee
        if description.mFormatID == kAudioFormatLinearPCM {
            let isPlanar = description.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
            let channels = isPlanar ? 1 : UInt64(description.mChannelsPerFrame)
            guard UInt64(description.mBytesPerFrame) * 8 >= UInt64(description.mBitsPerChannel) * channels else {
                return nil
            }
        }
        if let layout, layout.channelCount != description.mChannelsPerFrame { return nil }
        self.init(description: description, layout: layout)
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
        guard (1...2).contains(channels),
            let description = Self.describe(format, sampleRate, channels, isInterleaved: interleaved)
        else { return nil }
        self.init(description: description)
    }

    /// Creates a format with the channels of a layout. `otherFormat` gives a format of zeros.
    /// - Parameter sampleRate: in Hz.
    public convenience init(
        commonFormat format: AVAudioCommonFormat, sampleRate: Double, interleaved: Bool,
        channelLayout layout: AVAudioChannelLayout
    ) {
        let description = Self.describe(format, sampleRate, layout.channelCount, isInterleaved: interleaved)
        self.init(description: description ?? AudioStreamBasicDescription(), layout: layout)
    }

    /// Creates the format that Apple's frameworks process, with the channels of a layout.
    /// - Parameter sampleRate: in Hz.
    public convenience init(standardFormatWithSampleRate sampleRate: Double, channelLayout layout: AVAudioChannelLayout)
    {
        self.init(commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, interleaved: false, channelLayout: layout)
    }

    private static func describe(
        _ format: AVAudioCommonFormat, _ sampleRate: Double, _ channels: AVAudioChannelCount, isInterleaved: Bool
    ) -> AudioStreamBasicDescription? {
        switch format {
        case .otherFormat: nil
        case .pcmFormatFloat32: linear(32, kAudioFormatFlagIsFloat, sampleRate, channels, isInterleaved)
        case .pcmFormatFloat64: linear(64, kAudioFormatFlagIsFloat, sampleRate, channels, isInterleaved)
        case .pcmFormatInt16: linear(16, kAudioFormatFlagIsSignedInteger, sampleRate, channels, isInterleaved)
        case .pcmFormatInt32: linear(32, kAudioFormatFlagIsSignedInteger, sampleRate, channels, isInterleaved)
        }
    }

    /// The description of packed samples in the processor's order of bytes, unless the flags say otherwise.
    private static func linear(
        _ bits: UInt32, _ flags: AudioFormatFlags, _ sampleRate: Double, _ channels: AVAudioChannelCount,
        _ isInterleaved: Bool, isBigEndian: Bool = kAudioFormatFlagsNativeEndian != 0
    ) -> AudioStreamBasicDescription? {
        guard sampleRate > 0, sampleRate.isFinite, (1...1024).contains(channels) else { return nil }
        let size = bits / 8 * (isInterleaved ? channels : 1)
        return AudioStreamBasicDescription(
            mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: flags | kAudioFormatFlagIsPacked | (isBigEndian ? kAudioFormatFlagIsBigEndian : 0)
                | (isInterleaved ? 0 : kAudioFormatFlagIsNonInterleaved),
            mBytesPerPacket: size, mFramesPerPacket: 1, mBytesPerFrame: size, mChannelsPerFrame: channels,
            mBitsPerChannel: bits)
    }

    /// Creates the format of settings, with the keys of `settings`. `AVFormatIDKey`, `AVSampleRateKey` and `AVNumberOfChannelsKey` are
    /// required; the number of channels may also be that of `AVChannelLayoutKey`. Uncompressed audio has 16-bit integers, little-endian and
    /// interleaved, unless the settings say otherwise.
    /// - Returns: nil for settings that are incomplete or contradict each other.
    public convenience init?(settings: [String: Any]) {
        let layout = (settings[AVChannelLayoutKey] as? Data).flatMap(AVAudioChannelLayout.init(data:))
        guard let code = Self.number(settings[AVFormatIDKey]).flatMap(AudioFormatID.init(exactly:)),
            let rate = Self.number(settings[AVSampleRateKey]), rate > 0, rate.isFinite,
            let channels = Self.number(settings[AVNumberOfChannelsKey]).flatMap(UInt32.init(exactly:))
                ?? layout?.channelCount, channels > 0
        else { return nil }
        guard code == kAudioFormatLinearPCM else {
            var description = AudioStreamBasicDescription(
                mSampleRate: rate, mFormatID: code, mChannelsPerFrame: channels)
            self.init(streamDescription: &description, channelLayout: layout)
            return
        }
        let isFloat = Self.flag(settings[AVLinearPCMIsFloatKey])
        let bits = Self.number(settings[AVLinearPCMBitDepthKey]).flatMap(UInt32.init(exactly:)) ?? (isFloat ? 32 : 16)
        guard isFloat ? [32, 64].contains(bits) : [8, 16, 24, 32].contains(bits),
            var description = Self.linear(
                bits, isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger, rate, channels,
                !Self.flag(settings[AVLinearPCMIsNonInterleaved]),
                isBigEndian: Self.flag(settings[AVLinearPCMIsBigEndianKey]))
        else { return nil }
        self.init(streamDescription: &description, channelLayout: layout)
    }

    /// A number of any type, as clients write them.
    package static func number(_ value: Any?) -> Double? {
        switch value {
        case let value as any BinaryInteger: Double(value)
        case let value as any BinaryFloatingPoint: Double(value)
        case let value as NSNumber: value.doubleValue
        default: nil
        }
    }

    private static func flag(_ value: Any?) -> Bool { value as? Bool ?? (number(value).map { $0 != 0 } ?? false) }

    /// Creates the format of a description of audio. A description without a layout of samples gives a format of zeros.
    public convenience init(cmAudioFormatDescription formatDescription: CMAudioFormatDescription) {
        let description = CMAudioFormatDescriptionGetStreamBasicDescription(formatDescription)?.pointee
        var size = 0
        let layout = CMAudioFormatDescriptionGetChannelLayout(formatDescription, sizeOut: &size)
        self.init(
            description: description ?? AudioStreamBasicDescription(),
            layout: layout.map { AVAudioChannelLayout(layout: $0) })
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

    /// `AVFormatIDKey` (UInt32), `AVSampleRateKey` (Double, in Hz), `AVNumberOfChannelsKey` (Int), `AVChannelLayoutKey`; of uncompressed audio also
    /// `AVLinearPCMBitDepthKey` (Int), `AVLinearPCMIsFloatKey`, `AVLinearPCMIsBigEndianKey` and `AVLinearPCMIsNonInterleaved` (Bool).
    open var settings: [String: Any] {
        let description = pointer.pointee
        var settings: [String: Any] = [
            AVFormatIDKey: description.mFormatID, AVSampleRateKey: description.mSampleRate,
            AVNumberOfChannelsKey: Int(description.mChannelsPerFrame),
        ]
        if let channelLayout { settings[AVChannelLayoutKey] = Data(channelLayout.stored.bytes) }
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
            && a.mBitsPerChannel == b.mBitsPerChannel && hasLayout(of: other)
    }

    /// One or two channels need no layout: they are a mono or stereo one.
    private func hasLayout(of other: AVAudioFormat) -> Bool {
        if let mine = channelLayout, let theirs = other.channelLayout { return mine == theirs }
        return channelLayout == other.channelLayout
            || (channelLayout ?? other.channelLayout)?.layoutTag == Self.usualTag(channelCount)
    }

    private static func usualTag(_ channels: AVAudioChannelCount) -> AudioChannelLayoutTag? {
        channels == 1 ? kAudioChannelLayoutTag_Mono : channels == 2 ? kAudioChannelLayoutTag_Stereo : nil
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
