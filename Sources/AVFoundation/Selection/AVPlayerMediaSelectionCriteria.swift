public import Foundation

/// What is wanted of audio or captions, for automatic selection.
public final class AVPlayerMediaSelectionCriteria: NSObject, Sendable {
    /// An option must have all of these to be looked at.
    public let principalMediaCharacteristics: [AVMediaCharacteristic]?
    /// BCP 47 or ISO 639-2/T, most wanted first.
    public let preferredLanguages: [String]?
    /// Decide between options of one language.
    public let preferredMediaCharacteristics: [AVMediaCharacteristic]?

    public init(preferredLanguages: [String]?, preferredMediaCharacteristics: [AVMediaCharacteristic]?) {
        principalMediaCharacteristics = nil
        self.preferredLanguages = preferredLanguages
        self.preferredMediaCharacteristics = preferredMediaCharacteristics
        super.init()
    }

    public init(
        principalMediaCharacteristics: [AVMediaCharacteristic]?, preferredLanguages: [String]?,
        preferredMediaCharacteristics: [AVMediaCharacteristic]?
    ) {
        self.principalMediaCharacteristics = principalMediaCharacteristics
        self.preferredLanguages = preferredLanguages
        self.preferredMediaCharacteristics = preferredMediaCharacteristics
        super.init()
    }
}
