/// The style of lines below and through text, as raw values of the attributes `.underlineStyle` and `.strikethroughStyle`.
public struct NSUnderlineStyle: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// One thin line.
    public static let single = NSUnderlineStyle(rawValue: 1)
}
