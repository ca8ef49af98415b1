/// The modifier keys that are held during an event.
public struct KeyModifiers: OptionSet, Sendable, Hashable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let shift = KeyModifiers(rawValue: 1)
    public static let control = KeyModifiers(rawValue: 2)
    /// The Alt or Option key.
    public static let alternate = KeyModifiers(rawValue: 4)
    /// The Super, Windows or Command key.
    public static let command = KeyModifiers(rawValue: 8)
    public static let capsLock = KeyModifiers(rawValue: 16)
    public static let numericLock = KeyModifiers(rawValue: 32)
}
