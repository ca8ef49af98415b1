public import Foundation
import Localization
import MediaEngine

/// A group of options of which one is selected at a time, or none where `allowsEmptySelection` is set. Immutable; any thread may read it.
open class AVMediaSelectionGroup: NSObject, NSCopying, @unchecked Sendable {
    // Sendable: all properties are constant.

    /// The characteristic of the options: audible, legible or visual.
    package let characteristic: AVMediaCharacteristic
    /// In the order of the file. Forced captions are included; menus omit them.
    open private(set) var options: [AVMediaSelectionOption]
    /// The option that is selected without criteria or a selection by the viewer.
    open private(set) var defaultOption: AVMediaSelectionOption?
    open private(set) var allowsEmptySelection: Bool

    init(
        characteristic: AVMediaCharacteristic, options: [AVMediaSelectionOption],
        defaultOption: AVMediaSelectionOption?,
        allowsEmptySelection: Bool
    ) {
        self.characteristic = characteristic
        self.options = options
        self.defaultOption = defaultOption
        self.allowsEmptySelection = allowsEmptySelection
        super.init()
    }

    /// Creates a group without options, for clients' subclasses.
    public override init() {
        characteristic = .legible
        options = []
        allowsEmptySelection = true
        super.init()
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns the option for a property list: the same track with the same characteristics, else the first option with that language and
    /// those characteristics.
    @discardableResult
    open func mediaSelectionOption(withPropertyList plist: Any) -> AVMediaSelectionOption? {
        guard let list = plist as? [String: Any] else { return nil }
        let trackID =
            (list[AVMediaSelectionOption.trackIDKey] as? NSNumber)?.int32Value
            ?? (list[AVMediaSelectionOption.trackIDKey] as? Int).map { Int32(truncatingIfNeeded: $0) }
        let language = list[AVMediaSelectionOption.languageKey] as? String
        let characteristics = (list[AVMediaSelectionOption.characteristicsKey] as? [String] ?? []).map(
            AVMediaCharacteristic.init(rawValue:))
        let alike = options.filter { option in
            option.extendedLanguageTag == language && characteristics.allSatisfy(option.hasMediaCharacteristic)
        }
        return alike.first { $0.track.trackID == trackID } ?? alike.first
    }

    @discardableResult
    open class func playableMediaSelectionOptions(from mediaSelectionOptions: [AVMediaSelectionOption])
        -> [AVMediaSelectionOption]
    {
        mediaSelectionOptions.filter(\.isPlayable)
    }

    /// Returns the options of exactly that locale.
    @discardableResult
    open class func mediaSelectionOptions(from mediaSelectionOptions: [AVMediaSelectionOption], with locale: Locale)
        -> [AVMediaSelectionOption]
    {
        let wanted = LanguageMatching.normalized(locale.identifier)
        return mediaSelectionOptions.filter { $0.extendedLanguageTag.map(LanguageMatching.normalized) == wanted }
    }

    /// Returns the options in one of the languages, ordered by preference and otherwise in their order.
    @discardableResult
    open class func mediaSelectionOptions(
        from mediaSelectionOptions: [AVMediaSelectionOption],
        filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
    ) -> [AVMediaSelectionOption] {
        LanguageMatching.filterAndSort(mediaSelectionOptions, by: preferredLanguages) { $0.extendedLanguageTag }
    }

    /// Returns the options that have all of the characteristics.
    @discardableResult
    open class func mediaSelectionOptions(
        from mediaSelectionOptions: [AVMediaSelectionOption],
        withMediaCharacteristics mediaCharacteristics: [AVMediaCharacteristic]
    ) -> [AVMediaSelectionOption] {
        mediaSelectionOptions.filter { mediaCharacteristics.allSatisfy($0.hasMediaCharacteristic) }
    }

    /// Returns the options that have none of the characteristics.
    @discardableResult
    open class func mediaSelectionOptions(
        from mediaSelectionOptions: [AVMediaSelectionOption],
        withoutMediaCharacteristics mediaCharacteristics: [AVMediaCharacteristic]
    ) -> [AVMediaSelectionOption] {
        mediaSelectionOptions.filter { option in !mediaCharacteristics.contains(where: option.hasMediaCharacteristic) }
    }
}
