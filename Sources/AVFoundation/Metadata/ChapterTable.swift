import CoreMedia
import Foundation
import MediaEngine

/// The chapters of an asset, by the language of their titles: semantics section 3.
struct ChapterTable: Sendable {
    private let chapters: [ChapterInfo]
    /// Pictures about stretches of time; they join the chapters that they overlap.
    private let artwork: [AVMetadataItem]
    /// BCP 47 or `und`, each once, in the file's order.
    let languages: [String]

    init(chapters: [ChapterInfo], artwork: [AVMetadataItem] = []) {
        self.chapters = chapters
        self.artwork = artwork
        var languages: [String] = []
        for chapter in chapters {
            let language = Self.language(of: chapter)
            if !languages.contains(language) { languages.append(language) }
        }
        self.languages = languages
    }

    var locales: [Locale] { languages.map(Locale.init(identifier:)) }

    /// The chapters with titles in exactly that locale.
    func groups(titleLocale: Locale, commonKeys: [AVMetadataKey]) -> [AVTimedMetadataGroup] {
        groups(
            language: LanguageMatching.normalized(titleLocale.identifier),
            artwork: commonKeys.contains(.commonKeyArtwork))
    }

    /// The chapters in the first of the languages that there are any in; else without a language, else in the first there is.
    func groups(preferredLanguages: [String]) -> [AVTimedMetadataGroup] {
        let wanted = ViewerLanguages.resolve(preferredLanguages)
        let match = wanted.lazy.compactMap { LanguageMatching.best($0, in: languages) }.first
        let undetermined = languages.contains(LanguageMatching.undetermined) ? LanguageMatching.undetermined : nil
        guard let language = match ?? undetermined ?? languages.first else { return [] }
        return groups(language: language, artwork: true)
    }

    private func groups(language: String, artwork includesArtwork: Bool) -> [AVTimedMetadataGroup] {
        chapters.filter { Self.language(of: $0) == language }
            .sorted { $0.range.start < $1.range.start }
            .map { chapter in
                let title = AVMetadataItem(
                    MetadataFields(
                        identifier: .commonIdentifierTitle, value: chapter.title.map { NSString(string: $0) },
                        dataType: kCMMetadataBaseDataType_UTF8, extendedLanguageTag: language,
                        time: chapter.range.start, duration: chapter.range.duration))
                let pictures = includesArtwork ? artwork.filter { Self.overlaps($0, chapter.range) } : []
                return AVTimedMetadataGroup(items: [title] + pictures, timeRange: chapter.range)
            }
    }

    private static func language(of chapter: ChapterInfo) -> String {
        chapter.language.map(LanguageMatching.normalized) ?? LanguageMatching.undetermined
    }

    private static func overlaps(_ item: AVMetadataItem, _ range: CMTimeRange) -> Bool {
        let own = CMTimeRange(start: item.time, duration: item.duration)
        guard own.isValid else { return false }
        return own.containsTime(range.start) || range.containsTime(own.start)
    }
}
