import CoreMedia
public import Foundation
import HLS

/// Chapters to write into a file: titles by language, and pictures.
public struct AuthoredChapters: Sendable, Hashable {
    public struct Title: Sendable, Hashable {
        /// In seconds.
        public var start: Double
        public var text: String

        public init(start: Double, text: String) {
            self.start = start
            self.text = text
        }
    }

    public struct Picture: Sendable, Hashable {
        /// In seconds.
        public var start: Double
        public var data: Data

        public init(start: Double, data: Data) {
            self.start = start
            self.data = data
        }
    }

    public struct Language: Sendable, Hashable {
        /// A BCP 47 tag, or `und`.
        public var tag: String
        /// By start time.
        public var titles: [Title]

        public init(tag: String, titles: [Title]) {
            self.tag = tag
            self.titles = titles
        }
    }

    /// In the order of the tracks.
    public var languages: [Language] = []
    public var pictures: [Picture] = []

    public init() {}

    /// The limit of the size of a file with chapters, and of a picture.
    static let maximumFileBytes = 16 << 20
    static let maximumPictureBytes = 32_000_000

    /// Adds the chapters of a file: WebVTT, whose cues are titles in one language; or JSON in the form of `com.apple.hls.chapters`, with
    /// titles in several languages, and pictures whose URLs are relative to the file.
    /// - Parameter locale: the language of WebVTT; nil: not stated.
    public mutating func add(contentsOf file: URL, locale: String?) throws(MediaError) {
        let data = try Self.read(file, limit: Self.maximumFileBytes)
        if file.pathExtension.lowercased() == "json" {
            let chapters: [SessionChapter]
            do throws(PlaylistError) { chapters = try SessionChapter.parse(Array(data)) } catch {
                throw MediaError(
                    .malformed, "\u{201C}\(file.lastPathComponent)\u{201D}: \(error.fault.message)", url: file)
            }
            for chapter in chapters { try add(chapter, relativeTo: file) }
            return
        }
        let parsed = WebVTTFile.parse(Array(data))
        guard !parsed.cues.isEmpty else {
            throw MediaError(
                .malformed,
                "\u{201C}\(file.lastPathComponent)\u{201D} has no chapters; a WebVTT file has a cue for each, a JSON file an object.",
                detail: parsed.faults.first?.message, url: file)
        }
        for cue in parsed.cues {
            add(Title(start: cue.start.seconds, text: cue.plainText), language: locale ?? Self.undetermined)
        }
    }

    static let undetermined = "und"

    private mutating func add(_ chapter: SessionChapter, relativeTo file: URL) throws(MediaError) {
        for title in chapter.titles { add(Title(start: chapter.start, text: title.title), language: title.language) }
        // Several images are the same picture in different sizes.
        guard let image = chapter.images.max(by: { $0.width < $1.width }) else { return }
        guard let url = URL(string: image.uri, relativeTo: file), url.isFileURL else {
            throw MediaError(
                .unsupported, "The picture \u{201C}\(image.uri)\u{201D} is not a local file; download it first.",
                url: file)
        }
        let data = try Self.read(url.absoluteURL, limit: Self.maximumPictureBytes)
        pictures.append(Picture(start: chapter.start, data: data))
        pictures.sort { $0.start < $1.start }
    }

    private mutating func add(_ title: Title, language: String) {
        let index = languages.firstIndex { $0.tag == language } ?? languages.endIndex
        if index == languages.endIndex { languages.append(Language(tag: language, titles: [])) }
        let position = languages[index].titles.firstIndex { $0.start > title.start } ?? languages[index].titles.endIndex
        languages[index].titles.insert(title, at: position)
    }

    /// Returns the chapters that a file with this duration can store, and a sentence for each group of the others.
    /// - Parameter duration: in seconds; 0 if unknown.
    func writable(within duration: Double) -> (chapters: AuthoredChapters, omissions: [String]) {
        var result = self
        var omissions: [String] = []
        for index in languages.indices {
            let (titles, late, hidden) = Self.writable(languages[index].titles, within: duration, start: \.start)
            result.languages[index].titles = titles
            let (one, many) = ("title in \(languages[index].tag)", "titles in \(languages[index].tag)")
            omissions += Self.sentences(one, many, late: late, hidden: hidden)
        }
        let (pictures, late, hidden) = Self.writable(pictures, within: duration, start: \.start)
        result.pictures = pictures
        return (result, omissions + Self.sentences("picture", "pictures", late: late, hidden: hidden))
    }

    /// Returns the entries that start before the end, the last one of those that start in the same millisecond; and the numbers of the others.
    private static func writable<Entry>(
        _ entries: [Entry], within duration: Double, start: (Entry) -> Double
    ) -> (entries: [Entry], late: Int, hidden: Int) {
        let early = entries.filter { duration <= 0 || start($0) < duration }
        func unit(_ entry: Entry) -> Double { (start(entry) * Double(ChapterTrack.timescale)).rounded() }
        let shown = early.enumerated().filter { index, entry in
            index + 1 == early.count || unit(early[index + 1]) != unit(entry)
        }
        return (shown.map(\.element), entries.count - early.count, early.count - shown.count)
    }

    private static func sentences(_ one: String, _ many: String, late: Int, hidden: Int) -> [String] {
        var sentences: [String] = []
        if late > 0 {
            sentences.append(
                late == 1
                    ? "1 \(one) starts at or after the end of the media; it is not written."
                    : "\(late) \(many) start at or after the end of the media; they are not written.")
        }
        if hidden > 0 {
            sentences.append(
                hidden == 1
                    ? "1 \(one) starts at the same time as the next one; it is not written."
                    : "\(hidden) \(many) start at the same time as the next one; they are not written.")
        }
        return sentences
    }

    private static func read(_ file: URL, limit: Int) throws(MediaError) -> Data {
        let data: Data
        do { data = try Data(contentsOf: file, options: .mappedIfSafe) } catch {
            throw MediaError(.fileNotFound, "\u{201C}\(file.path)\u{201D} cannot be read.", url: file, cause: error)
        }
        guard data.count <= limit else {
            throw MediaError(
                .resourceTooLarge,
                "\u{201C}\(file.lastPathComponent)\u{201D} has \(data.count) bytes; at most \(limit) are read.",
                url: file)
        }
        return data
    }
}
