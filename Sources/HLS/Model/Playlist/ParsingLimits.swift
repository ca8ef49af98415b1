/// The most that a parser takes from bytes it does not trust. What exceeds them is an error, never a trap and never a long wait.
public struct ParsingLimits: Sendable, Hashable {
    /// 24 hours of 1 s segments with a date and a key each are about 20 MB.
    public var byteCount = 64 << 20
    public var lineCount = 2_000_000
    /// Variables that one playlist defines.
    public var variableCount = 1_000
    /// Attributes of one tag.
    public var attributeCount = 256
    /// KEYFORMATs that are in force at the same time.
    public var keyFormatCount = 16
    /// Bytes that references to variables may turn into, in all.
    public var substitutedByteCount = 32 << 20
    /// Faults that are kept; later ones are counted only.
    public var faultCount = 1_000
    /// Arrays and objects inside one another, in steering manifests and asset lists.
    public var nesting = 32

    public init() {}
    public static let standard = ParsingLimits()
}
