/// A chapter from the JSON of session data with the identifier `com.apple.hls.chapters` (spec/hls.md section 9; Apple's article on JSON
/// chapters). Chapters are in the file's order, and may overlap or be nested.
public struct SessionChapter: Sendable, Hashable {
    public struct Title: Sendable, Hashable, Decodable {
        /// BCP 47; `und` matches every language.
        public var language: String
        public var title: String
    }

    public struct Image: Sendable, Hashable, Decodable {
        public var category: String
        public var width: Int
        public var height: Int
        /// Relative to the JSON's URL.
        public var uri: String

        enum CodingKeys: String, CodingKey {
            case category = "image-category"
            case width = "pixel-width"
            case height = "pixel-height"
            case uri = "url"
        }
    }

    public struct Metadata: Sendable, Hashable, Decodable {
        public var key: String
        public var value: JSONValue
        public var language: String?
    }

    /// Seconds.
    public var start: Double
    /// Seconds; where missing, up to the start of the next chapter in the file. nil where unknown.
    public var duration: Double?
    public var number: Int?
    public var titles: [Title]
    public var images: [Image]
    public var metadata: [Metadata]

    public static let dataID = "com.apple.hls.chapters"
    static let maximumChapters = 10_000

    /// Parses chapters; invalid ones are dropped.
    /// - Throws: `PlaylistError` where the file is not a JSON array; playback continues without chapters.
    public static func parse(
        _ bytes: [UInt8], limits: ParsingLimits = .standard
    ) throws(PlaylistError) -> [SessionChapter] {
        do throws(BoundedJSON.Failure) {
            let written = try BoundedJSON.decode(LossyList<Written>.self, from: bytes, limits: limits)
            var chapters = written.elements.prefix(maximumChapters).compactMap(SessionChapter.init)
            for index in chapters.indices.dropLast() where chapters[index].duration == nil {
                let next = chapters[index + 1].start
                if next > chapters[index].start { chapters[index].duration = next - chapters[index].start }
            }
            return chapters
        } catch {
            throw PlaylistError(
                fault: PlaylistFault(
                    line: 0, rule: "hls.chapters.json", level: .error,
                    message: "The chapters are not a JSON array of objects with a start-time. Correct the file."))
        }
    }

    private init?(_ written: Written) {
        guard written.start >= 0, written.start < 1e9, written.duration.map({ $0 > 0 && $0 < 1e9 }) ?? true,
            written.chapter.map({ $0 >= 1 }) ?? true
        else { return nil }
        start = written.start
        duration = written.duration
        number = written.chapter
        titles = written.titles ?? []
        images = written.images ?? []
        metadata = written.metadata ?? []
    }

    private struct Written: Decodable {
        var start: Double
        var duration: Double?
        var chapter: Int?
        var titles: [Title]?
        var images: [Image]?
        var metadata: [Metadata]?

        enum CodingKeys: String, CodingKey {
            case start = "start-time"
            case duration, chapter, titles, images, metadata
        }
    }
}
