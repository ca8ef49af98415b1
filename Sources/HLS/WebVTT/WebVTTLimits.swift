/// Limits for parsing untrusted WebVTT. What exceeds them is skipped and reported as a fault.
public struct WebVTTLimits: Sendable, Hashable {
    /// In bytes. The captions of a feature film take about 200 kB.
    public var byteCount = 8 << 20
    public var cueCount = 100_000
    /// Bytes of one cue's text, markup included.
    public var payloadByteCount = 16_384
    /// Bytes of an identifier, or of a line of settings.
    public var lineByteCount = 1_024
    /// Faults that are listed.
    public var faultCount = 100

    public init() {}
    public static let standard = WebVTTLimits()
}
