import CoreMedia
import Foundation
import Localization
import MediaEngine

/// The chapters of an asset, by the language of their titles (semantics section 3).
struct ChapterTable: Sendable {
    /// A chapter in one language.
    struct Entry: Sendable {
        var chapter: ChapterInfo
        /// The number of the chapter, shared by its entries in all languages.
        var number: Int
        var pictures: [AVMetadataItem] = []
        /// The other metadata of the chapter.
        var items: [AVMetadataItem] = []

        var language: String { chapter.language.map(LanguageMatching.normalized) ?? LanguageMatching.undetermined }
    }

    private let entries: [Entry]
    /// Whether the chapters are those of a stream: entries without a language replace titles that are missing in a language, and the order
    /// of the file is kept.
    private let isOfStream: Bool
    /// Images with time ranges; they join the chapters that they overlap.
    private let artwork: [AVMetadataItem]
    /// BCP 47 tags or `und`, each once, in the order of the file.
    let languages: [String]

    init(chapters: [ChapterInfo], artwork: [AVMetadataItem] = []) {
        self.init(
            entries: chapters.enumerated().map { Entry(chapter: $1, number: $1.number ?? $0) }, artwork: artwork,
            isOfStream: false)
    }

    init(_ found: DeferredChapters.Found, _ source: DeferredChapters, duration: CMTime) {
        self.init(entries: Entry.entries(found, source, duration: duration), artwork: [], isOfStream: true)
    }

    private init(entries: [Entry], artwork: [AVMetadataItem], isOfStream: Bool) {
        self.entries = entries
        self.artwork = artwork
        self.isOfStream = isOfStream
        var languages: [String] = []
        for entry in entries where !languages.contains(entry.language) { languages.append(entry.language) }
        self.languages = languages
    }

    var locales: [Locale] { languages.map(Locale.init(identifier:)) }

    /// Returns the chapters with titles in exactly that locale.
    func groups(titleLocale: Locale, commonKeys: [AVMetadataKey]) -> [AVTimedMetadataGroup] {
        groups(
            language: LanguageMatching.normalized(titleLocale.identifier),
            artwork: commonKeys.contains(.commonKeyArtwork))
    }

    /// Returns the chapters in the first of the languages that has any; else those without a language, else those of the first available
    /// language.
    func groups(preferredLanguages: [String]) -> [AVTimedMetadataGroup] {
        let wanted = ViewerLanguages.resolve(preferredLanguages)
        let match = wanted.lazy.compactMap { LanguageMatching.best($0, in: languages) }.first
        let undetermined = languages.contains(LanguageMatching.undetermined) ? LanguageMatching.undetermined : nil
        guard let language = match ?? undetermined ?? languages.first else { return [] }
        return groups(language: language, artwork: true)
    }

    private func groups(language: String, artwork includesArtwork: Bool) -> [AVTimedMetadataGroup] {
        chosen(language).map { entry in
            let chapter = entry.chapter
            let title = AVMetadataItem(
                MetadataFields(
                    identifier: .commonIdentifierTitle, value: chapter.title.map { NSString(string: $0) },
                    dataType: kCMMetadataBaseDataType_UTF8, extendedLanguageTag: entry.language,
                    time: chapter.range.start, duration: chapter.range.duration))
            let pictures =
                includesArtwork ? artwork.filter { Self.overlaps($0, chapter.range) } + entry.pictures : []
            let others = entry.items.filter { $0.extendedLanguageTag.map { Self.fits($0, language) } ?? true }
            return AVTimedMetadataGroup(items: [title] + pictures + others, timeRange: chapter.range)
        }
    }

    private func chosen(_ language: String) -> [Entry] {
        guard isOfStream else {
            return entries.filter { $0.language == language }.sorted { $0.chapter.range.start < $1.chapter.range.start }
        }
        guard languages.contains(language) else { return [] }
        let spoken = Set(entries.filter { $0.language == language }.map(\.number))
        return entries.filter {
            $0.language == language || $0.language == LanguageMatching.undetermined && !spoken.contains($0.number)
        }
    }

    private static func fits(_ tag: String, _ language: String) -> Bool {
        let tag = LanguageMatching.normalized(tag)
        return tag == language || tag == LanguageMatching.undetermined
    }

    private static func overlaps(_ item: AVMetadataItem, _ range: CMTimeRange) -> Bool {
        let own = CMTimeRange(start: item.time, duration: item.duration)
        guard own.isValid else { return false }
        return own.containsTime(range.start) || range.containsTime(own.start)
    }
}
