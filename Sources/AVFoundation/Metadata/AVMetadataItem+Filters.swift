public import Foundation
import Localization

extension AVMetadataItem {
    /// Returns the items with that identifier, or with an equivalent one: `common/title` finds the `itsk/%A9nam` of an MP4 file.
    @discardableResult
    public class func metadataItems(
        from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
    ) -> [AVMetadataItem] {
        metadataItems.filter { item in
            guard let own = item.identifier else { return false }
            return own == identifier || CommonIdentifiers.commonIdentifier(of: own) == identifier
        }
    }

    /// Returns the items in one of the languages, ordered by preference and otherwise in their order; items without a language are left
    /// out.
    ///
    /// On Linux `Locale.preferredLanguages` is always `en-001`; the viewer's languages are used in its place.
    @discardableResult
    public class func metadataItems(
        from metadataItems: [AVMetadataItem],
        filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
    ) -> [AVMetadataItem] {
        LanguageMatching.filterAndSort(metadataItems, by: preferredLanguages) { $0.extendedLanguageTag }
    }

    /// Returns the items of exactly that locale.
    @discardableResult
    public class func metadataItems(from metadataItems: [AVMetadataItem], with locale: Locale) -> [AVMetadataItem] {
        let wanted = LanguageMatching.normalized(locale.identifier)
        return metadataItems.filter { $0.extendedLanguageTag.map(LanguageMatching.normalized) == wanted }
    }

    /// Returns the items with a key, a key space, or both; nil matches any.
    @discardableResult
    public class func metadataItems(
        from metadataItems: [AVMetadataItem], withKey key: Any?, keySpace: AVMetadataKeySpace?
    ) -> [AVMetadataItem] {
        let wanted = key.flatMap(keyString)
        return metadataItems.filter { item in
            if keySpace == .common {
                guard let common = item.commonKey else { return false }
                return key == nil || common.rawValue == wanted
            }
            if let keySpace, item.keySpace != keySpace { return false }
            guard key != nil else { return true }
            return item.key.flatMap(keyString) == wanted
        }
    }

    /// Returns the items that a filter allows.
    @discardableResult
    public class func metadataItems(
        from metadataItems: [AVMetadataItem], filteredBy metadataItemFilter: AVMetadataItemFilter
    ) -> [AVMetadataItem] {
        metadataItems.filter(metadataItemFilter.includes)
    }

    /// Returns the identifier of a key in its key space; nil where the key is neither text nor a number.
    @discardableResult
    public class func identifier(forKey key: Any, keySpace: AVMetadataKeySpace) -> AVMetadataIdentifier? {
        guard let key = keyString(key) else { return nil }
        let escaped = escape(key, in: keySpace)
        return AVMetadataIdentifier(rawValue: "\(prefix(of: keySpace))/\(escaped)")
    }

    /// Returns the key space of an identifier; nil where it has none.
    @discardableResult
    public class func keySpace(forIdentifier identifier: AVMetadataIdentifier) -> AVMetadataKeySpace? {
        let parts = identifier.rawValue.split(separator: "/", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "common": return .common
        case "id3": return .id3
        default: return AVMetadataKeySpace(rawValue: String(parts[0]))
        }
    }

    /// Returns the key of an identifier, as a string.
    ///
    /// In four-character keys that begin with the copyright sign, the sign is replaced by `@`, as in Apple's constants.
    @discardableResult
    public class func key(forIdentifier identifier: AVMetadataIdentifier) -> Any? {
        let parts = identifier.rawValue.split(separator: "/", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        if parts[1].hasPrefix("%A9") { return NSString(string: "@" + parts[1].dropFirst(3)) }
        return NSString(string: parts[1].removingPercentEncoding ?? String(parts[1]))
    }

    private class func keyString(_ key: Any) -> String? {
        switch key {
        case let key as AVMetadataKey: key.rawValue
        case let key as String: key
        case let key as NSString: key as String
        case let key as NSNumber: fourCharCodeString(key.uint32Value)
        default: nil
        }
    }

    private class func prefix(of keySpace: AVMetadataKeySpace) -> String {
        switch keySpace {
        case .common: "common"
        case .id3: "id3"
        default: keySpace.rawValue
        }
    }

    private class func escape(_ key: String, in keySpace: AVMetadataKeySpace) -> String {
        if keySpace == .iTunes || keySpace == .quickTimeUserData, let first = key.first,
            first == "@" || first == "\u{A9}"
        {
            return "%A9" + key.dropFirst()
        }
        return key.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? key
    }
}

/// A filter for metadata items.
open class AVMetadataItemFilter: NSObject, @unchecked Sendable {
    let includes: @Sendable (AVMetadataItem) -> Bool

    private init(_ includes: @escaping @Sendable (AVMetadataItem) -> Bool) {
        self.includes = includes
        super.init()
    }

    /// Returns a filter that removes personal data: accounts, purchase identifiers, locations.
    @discardableResult
    open class func forSharing() -> AVMetadataItemFilter {
        AVMetadataItemFilter { item in
            guard let identifier = item.identifier else { return false }
            return !privateIdentifiers.contains(identifier) && item.commonKey != .commonKeyLocation
        }
    }

    private static let privateIdentifiers: Set<AVMetadataIdentifier> = [
        .iTunesMetadataAppleID, .iTunesMetadataAccountKind, .iTunesMetadataPlaylistID, .iTunesMetadataSongID,
        .id3MetadataPrivate, .id3MetadataFileOwner, .id3MetadataOwnership, .id3MetadataUniqueFileIdentifier,
        .quickTimeMetadataLocationName, .quickTimeMetadataLocationBody, .quickTimeMetadataLocationDate,
        .quickTimeMetadataLocationNote, .quickTimeMetadataLocationRole,
        .quickTimeMetadataLocationHorizontalAccuracyInMeters, .quickTimeMetadataDirectionFacing,
        .quickTimeMetadataDirectionMotion, .quickTimeMetadataContentIdentifier, .quickTimeMetadataCollectionUser,
    ]
}

extension LanguageMatching {
    /// Returns the elements whose language matches one of the preferred ones, ordered by the first match, otherwise in their order.
    static func filterAndSort<Element>(
        _ elements: [Element], by preferredLanguages: [String], language: (Element) -> String?
    ) -> [Element] {
        let wanted = ViewerLanguages.resolve(preferredLanguages)
        return elements.enumerated()
            .compactMap { offset, element -> (index: Int, offset: Int, element: Element)? in
                guard let tag = language(element), let index = wanted.firstIndex(where: { rank($0, tag) != nil }) else {
                    return nil
                }
                return (index, offset, element)
            }
            .sorted { ($0.index, $0.offset) < ($1.index, $1.offset) }
            .map(\.element)
    }
}
