import CoreMedia

/// The metadata and chapters of a container in the times of the session.
struct ContainerContents {
    let tags: [ContainerTag]
    private(set) var chapters: [ChapterInfo] = []
    /// The chapters that start at or after the end of the media.
    let lateChapters: [ChapterInfo]
    private(set) var pictures: [ChapterPicture] = []
    private(set) var findings: [String]

    /// - Parameters:
    ///   - start: the container's time that is 0 in the session.
    ///   - duration: nil if unknown.
    init?(_ description: ContainerDescription?, start: Nanoseconds, duration: Nanoseconds?) {
        guard let description else { return nil }
        let start = description.countsFromPlaybackStart ? 0 : start
        tags = description.tags
        findings = description.findings
        let last = duration ?? .never
        let late = Set(description.chapters.filter { $0.start &- start >= last }.map(\.number))
        if !late.isEmpty {
            let subject = late.count == 1 ? "A chapter starts" : "\(late.count) chapters start"
            findings.append(subject + " at or after the end of the media; ignored.")
        }
        lateChapters = description.chapters.filter { late.contains($0.number) }.map { chapter in
            ChapterInfo(
                range: CMTimeRange(start: (chapter.start &- start).time, duration: .zero), title: chapter.title,
                language: chapter.language, number: chapter.number, level: chapter.level)
        }
        let stored = description.chapters.filter { !late.contains($0.number) }
        let ends = Self.ends(stored)
        chapters = stored.map { chapter in
            let end = chapter.end ?? ends[Start(chapter)]
            return ChapterInfo(
                range: Self.range(chapter.start &- start, (end ?? last) &- (end == nil ? 0 : start), last),
                title: chapter.title, language: chapter.language, number: chapter.number, level: chapter.level)
        }
        chapters.sort {
            ($0.range.start.value, $0.level, $0.number ?? 0) < ($1.range.start.value, $1.level, $1.number ?? 0)
        }
        pictures = description.pictures.compactMap { picture in
            guard picture.start &- start < last else { return nil }
            let end = picture.end.map { $0 &- start }
            return ChapterPicture(
                range: Self.range(picture.start &- start, end ?? last, last), content: picture.content)
        }
    }

    private struct Start: Hashable, Comparable {
        var level: Int
        var time: Nanoseconds
        var number: Int

        init(_ chapter: ContainerChapter) { (level, time, number) = (chapter.level, chapter.start, chapter.number) }

        static func < (one: Start, other: Start) -> Bool { (one.time, one.number) < (other.time, other.number) }
    }

    /// Returns the ends of chapters without one: the start of the next chapter that is not nested in them. Of chapters of one level that start
    /// together, all but the last have no duration.
    private static func ends(_ chapters: [ContainerChapter]) -> [Start: Nanoseconds] {
        var ends: [Start: Nanoseconds] = [:]
        // The last start and the one after it, by level, from the end of the media backwards.
        var next: [Int: (time: Nanoseconds, after: Nanoseconds?)] = [:]
        for start in Set(chapters.map(Start.init)).sorted(by: >) {
            let later = next.filter { $0.key <= start.level }.compactMap { _, known in
                known.time > start.time ? known.time : known.after
            }.min()
            ends[start] = next[start.level]?.time == start.time ? start.time : later
            next[start.level] = (start.time, later)
        }
        return ends
    }

    /// Returns the range within the media; a range without an end has no duration.
    private static func range(_ start: Nanoseconds, _ end: Nanoseconds, _ last: Nanoseconds) -> CMTimeRange {
        let from = max(0, start)
        let to = min(end, last)
        return CMTimeRange(start: from.time, duration: to >= .never ? .zero : max(0, to - from).time)
    }
}
