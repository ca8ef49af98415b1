/// Limits for parsing untrusted input. Exceeding one is an error, never a crash or a long delay.
public struct ParsingLimits: Sendable, Hashable {
    /// In bytes. 24 hours of 1 s segments with a date and a key each are about 20 MB.
    public var byteCount = 64 << 20
    public var lineCount = 2_000_000
    /// Variables that one playlist defines.
    public var variableCount = 1_000
    /// Attributes of one tag.
    public var attributeCount = 256
    /// KEYFORMATs in force at the same time.
    public var keyFormatCount = 16
    /// Total size in bytes of all substituted variables.
    public var substitutedByteCount = 32 << 20
    /// Faults that are listed; later ones are only counted.
    public var faultCount = 1_000
    /// Nesting depth of arrays and objects in steering manifests and asset lists.
    public var nesting = 32

    public init() {}
    public static let standard = ParsingLimits()
}
