/// The most that the WebVTT parser takes from bytes it does not trust. What exceeds them is left out and told.
public struct WebVTTLimits: Sendable, Hashable {
    /// Captions of a whole film are about 200 kB.
    public var byteCount = 8 << 20
    public var cueCount = 100_000
    /// Bytes of one cue's text, markup included.
    public var payloadByteCount = 16_384
    /// Bytes of an identifier, or of a line of settings.
    public var lineByteCount = 1_024
    /// Faults that are kept.
    public var faultCount = 100

    public init() {}
    public static let standard = WebVTTLimits()
}
