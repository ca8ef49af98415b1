public import Foundation

/// The preferences for automatic selection in a group.
open class AVPlayerMediaSelectionCriteria: NSObject, @unchecked Sendable {
    /// An option must have all of these to be considered.
    open private(set) var principalMediaCharacteristics: [AVMediaCharacteristic]?
    /// BCP 47 or ISO 639-2/T, in order of preference.
    open private(set) var preferredLanguages: [String]?
    /// The characteristics that decide between options of one language.
    open private(set) var preferredMediaCharacteristics: [AVMediaCharacteristic]?

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
