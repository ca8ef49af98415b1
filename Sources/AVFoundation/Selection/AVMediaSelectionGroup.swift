public import Foundation
import MediaEngine

/// Options of which one is chosen at a time, or none where `allowsEmptySelection` says so. Never changes; any thread may read it.
public class AVMediaSelectionGroup: NSObject, NSCopying, @unchecked Sendable {
    // Sendable: nothing changes.

    /// What the options are good for: audible, legible or visual.
    package let characteristic: AVMediaCharacteristic
    /// In the order of the file. Forced captions are among them; menus leave those out.
    public let options: [AVMediaSelectionOption]
    /// What is chosen where neither the viewer nor anything else decides.
    public let defaultOption: AVMediaSelectionOption?
    public let allowsEmptySelection: Bool

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

    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// The option that a property list was made of: the same track with the same traits, else the first of that language and those traits.
    @discardableResult
    public func mediaSelectionOption(withPropertyList plist: Any) -> AVMediaSelectionOption? {
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
    public class func playableMediaSelectionOptions(from mediaSelectionOptions: [AVMediaSelectionOption])
        -> [AVMediaSelectionOption]
    {
        mediaSelectionOptions.filter(\.isPlayable)
    }

    /// The options of exactly that locale.
    @discardableResult
    public class func mediaSelectionOptions(from mediaSelectionOptions: [AVMediaSelectionOption], with locale: Locale)
        -> [AVMediaSelectionOption]
    {
        let wanted = LanguageMatching.normalized(locale.identifier)
        return mediaSelectionOptions.filter { $0.extendedLanguageTag.map(LanguageMatching.normalized) == wanted }
    }

    /// The options in one of the languages, by preference and otherwise in their order.
    @discardableResult
    public class func mediaSelectionOptions(
        from mediaSelectionOptions: [AVMediaSelectionOption],
        filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
    ) -> [AVMediaSelectionOption] {
        LanguageMatching.filterAndSort(mediaSelectionOptions, by: preferredLanguages) { $0.extendedLanguageTag }
    }

    /// The options that have all of the characteristics.
    @discardableResult
    public class func mediaSelectionOptions(
        from mediaSelectionOptions: [AVMediaSelectionOption],
        withMediaCharacteristics mediaCharacteristics: [AVMediaCharacteristic]
    ) -> [AVMediaSelectionOption] {
        mediaSelectionOptions.filter { mediaCharacteristics.allSatisfy($0.hasMediaCharacteristic) }
    }

    /// The options that have none of the characteristics.
    @discardableResult
    public class func mediaSelectionOptions(
        from mediaSelectionOptions: [AVMediaSelectionOption],
        withoutMediaCharacteristics mediaCharacteristics: [AVMediaCharacteristic]
    ) -> [AVMediaSelectionOption] {
        mediaSelectionOptions.filter { option in !mediaCharacteristics.contains(where: option.hasMediaCharacteristic) }
    }
}
