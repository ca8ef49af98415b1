/// The modifier keys that are held during an event.
package struct KeyModifiers: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let shift = KeyModifiers(rawValue: 1)
    package static let control = KeyModifiers(rawValue: 2)
    /// The Alt or Option key.
    package static let alternate = KeyModifiers(rawValue: 4)
    /// The Super, Windows or Command key.
    package static let command = KeyModifiers(rawValue: 8)
    package static let capsLock = KeyModifiers(rawValue: 16)
    package static let numericLock = KeyModifiers(rawValue: 32)
}
