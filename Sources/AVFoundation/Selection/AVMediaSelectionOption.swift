public import CoreMedia
public import Foundation
import HLS
import Localization
package import MediaEngine

/// An audible, legible or visual alternative, such as a language, a commentary or captions. Immutable; any thread may read it.
open class AVMediaSelectionOption: NSObject, NSCopying, @unchecked Sendable {
    // Sendable: all properties are constant.

    /// The engine's description of the track; playback sessions select tracks by `track.index`.
    package let track: TrackInfo
    private let formats: MetadataFormats
    private let characteristics: [AVMediaCharacteristic]
    /// Distinguishes options with the same name: a track's title, or its number.
    private let qualifier: String?
    /// The localized names of the stream, which may be loaded later.
    private let names: DeferredNames?

    init(track: TrackInfo, formats: MetadataFormats, qualifier: String? = nil, names: DeferredNames? = nil) {
        self.track = track
        self.names = names
        self.formats = formats
        self.qualifier = qualifier
        characteristics = track.mediaCharacteristics
        super.init()
    }

    /// Creates an option of no media, for clients' subclasses.
    public override init() {
        track = TrackInfo(index: -1, trackID: 0, kind: .subtitle, codec: "")
        names = nil
        formats = MetadataFormats(container: "")
        qualifier = nil
        characteristics = []
        super.init()
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open var mediaType: AVMediaType { track.mediaType }
    open var mediaSubTypes: [NSNumber] { [NSNumber(value: track.formatDescription.mediaSubType.rawValue)] }

    open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
        characteristics.contains(mediaCharacteristic)
    }

    open var isPlayable: Bool { track.isDecodable }
    /// The BCP 47 tag; nil where unknown.
    open var extendedLanguageTag: String? { track.language }
    open var locale: Locale? { track.language.map(Locale.init(identifier:)) }

    open var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }
    open var availableMetadataFormats: [AVMetadataFormat] { metadata.isEmpty ? [] : [formats.format] }

    open func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
        metadata.filter { MetadataFormats.format(of: $0) == format }
    }

    private var metadata: [AVMetadataItem] { formats.items(entries: track.metadata, covers: []) }

    /// The name for menus, in the viewer's language.
    open var displayName: String {
        displayName(with: Locale(identifier: ViewerLanguages.current.first ?? "en"))
    }

    /// Returns the name for menus: the stream's own name in that language where it has one; otherwise the language and the distinguishing
    /// property ("English CC", "English (Forced)").
    open func displayName(with locale: Locale) -> String {
        let languages = [LanguageMatching.normalized(locale.identifier)]
        if let title = track.title, let own = names?.names?.name(for: title, languages: languages) { return own }
        let language = track.language.flatMap { locale.localizedString(forIdentifier: $0) ?? $0 }
        var name = language ?? track.title ?? Self.unknownName
        // A closed-caption channel in an unknown language is named by its title alone.
        let isNamedByChannel = language == nil && track.closedCaptions != nil
        if track.isHearingImpaired, !isNamedByChannel { name += track.kind == .subtitle ? " CC" : "" }
        if track.isForced { name += " (Forced)" }
        if track.isVisualImpaired { name += " (Audio Description)" }
        if track.isCommentary { name += " (Commentary)" }
        if let qualifier, qualifier != name { name += " – \(qualifier)" }
        return name
    }

    private static let unknownName = "Unknown language"

    /// Returns the option of another group that accompanies this one, such as forced captions for an audio language.
    ///
    /// Only forced options in the same language are associated.
    open func associatedMediaSelectionOption(in mediaSelectionGroup: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
        guard let language = track.language else { return nil }
        return mediaSelectionGroup.options.first {
            $0 !== self && $0.hasMediaCharacteristic(.containsOnlyForcedSubtitles)
                && $0.track.language.map { LanguageMatching.rank(language, $0) != nil } == true
        }
    }

    static let trackIDKey = "MediaSelectionOptionsPersistentID"
    static let languageKey = "MediaSelectionOptionsExtendedLanguageTag"
    static let characteristicsKey = "MediaSelectionOptionsCharacteristics"

    /// Returns a property list by which `AVMediaSelectionGroup.mediaSelectionOption(withPropertyList:)` finds the option, in this or
    /// similar media.
    open func propertyList() -> Any {
        var list: [String: Any] = [
            Self.trackIDKey: Int(track.trackID), Self.characteristicsKey: characteristics.map(\.rawValue),
        ]
        if let language = track.language { list[Self.languageKey] = language }
        return list
    }

    open override var description: String {
        "<AVMediaSelectionOption \(track.trackID) \(mediaType.rawValue) \(track.language ?? LanguageMatching.undetermined)>"
    }
}
