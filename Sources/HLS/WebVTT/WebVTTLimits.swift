/// Limits for parsing untrusted WebVTT. What exceeds them is skipped and reported as a fault.
public struct WebVTTLimits: Sendable, Hashable {
    /// In bytes. The captions of a feature film take about 200 kB.
    public var byteCount = 8 << 20
    public var cueCount = 100_000
    /// Bytes of one cue's text, markup included.
    public var payloadByteCount = 16_384
    /// Bytes of an identifier, or of a line of settings.
    public var lineByteCount = 1_024
    /// Bytes of one STYLE or REGION block.
    public var blockByteCount = 65_536
    /// STYLE blocks, and REGION blocks.
    public var blockCount = 1_000
    /// Faults that are listed.
    public var faultCount = 100

    public init() {}
    /// The limits for playback.
    public static let standard = WebVTTLimits()

    /// The limits for tools, which read files of any length piece by piece.
    public static let inspection = {
        var limits = WebVTTLimits()
        (limits.byteCount, limits.cueCount) = (.max, .max)
        limits.payloadByteCount = 1 << 20
        limits.lineByteCount = 65_536
        return limits
    }()
}
