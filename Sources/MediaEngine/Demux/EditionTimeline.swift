extension OrderedEdition {
    /// The edition on the timeline of playback.
    struct Timeline: Sendable {
        /// The ranges of the media in session times, and their contiguous places from 0 on.
        var parts: [SegmentTiming] = []
        var chapters: [ContainerChapter] = []
        var findings: [String] = []

        var duration: Nanoseconds { parts.last?.target.upperBound ?? 0 }
    }

    /// Chapters with a smaller gap or overlap are played as one range: times in files are rounded to frames. mpv has the same limit
    /// (`--chapter-merge-threshold`).
    private static let mergedGap: Nanoseconds = 100 * .millisecond
    /// The maximum number of ranges.
    private static let maximumParts = 1_000

    /// - Parameters:
    ///   - segment: the identifier of the file; nil if it has none.
    ///   - start: the container's time that is 0 in the session.
    ///   - duration: the duration of the file in the session; nil if unknown.
    /// - Returns: nil if the order is that of the file. The timeline has no parts if the file contains nothing of the edition.
    func timeline(segment: [UInt8]?, start: Nanoseconds, duration: Nanoseconds?) -> Timeline? {
        var timeline = Timeline()
        var linked = 0
        for chapter in chapters {
            guard chapter.segment == nil || chapter.segment == segment else {
                linked += 1
                continue
            }
            let range = max(0, chapter.range.lowerBound &- start)..<max(0, chapter.range.upperBound &- start)
            let end = min(range.upperBound, duration ?? .never)
            guard range.lowerBound < end else {
                timeline.findings.append(
                    "A chapter of the ordered edition starts at or after the end of the media; it is not played.")
                continue
            }
            let place = timeline.append(range.lowerBound..<end, merging: Self.mergedGap)
            for entry in chapter.entries {
                let own = min(max(entry.start &- start, range.lowerBound), end)
                let ownEnd = min(max((entry.end ?? chapter.range.upperBound) &- start, own), end)
                var entry = entry
                entry.start = place &+ (own &- range.lowerBound)
                entry.end = place &+ (ownEnd &- range.lowerBound)
                timeline.chapters.append(entry)
            }
            guard timeline.parts.count < Self.maximumParts else {
                timeline.findings.append(
                    "The ordered edition has more than \(Self.maximumParts) ranges; the rest is not played.")
                break
            }
        }
        if linked > 0 {
            let subject = linked == 1 ? "A chapter" : "\(linked) chapters"
            timeline.findings.append(
                subject
                    + " of the ordered edition \(linked == 1 ? "is" : "are") in another file (linked segments), which is not opened; "
                    + "the rest is played.")
        }
        if linked == 0, timeline.parts.count == 1, let only = timeline.parts.first, let duration,
            only.source.lowerBound <= Self.mergedGap, only.source.upperBound >= duration &- Self.mergedGap
        {
            return nil
        }
        return timeline
    }
}

extension OrderedEdition.Timeline {
    /// Appends a range of the media.
    /// - Returns: the place of its start on the timeline.
    fileprivate mutating func append(_ range: Range<Nanoseconds>, merging gap: Nanoseconds) -> Nanoseconds {
        let end = duration
        if var last = parts.last, abs(range.lowerBound &- last.source.upperBound) <= gap,
            range.upperBound > last.source.upperBound
        {
            let place = end &+ (range.lowerBound &- last.source.upperBound)
            last.target = last.target.lowerBound..<end &+ (range.upperBound &- last.source.upperBound)
            last.source = last.source.lowerBound..<range.upperBound
            parts[parts.count - 1] = last
            return place
        }
        parts.append(SegmentTiming(source: range, target: end..<end &+ (range.upperBound &- range.lowerBound)))
        return end
    }
}

extension ContainerDescription {
    /// Returns the description with the chapters and findings of an ordered edition; with those of the file's order if there is no timeline, or
    /// if it is empty.
    func playing(_ edition: OrderedEdition.Timeline?) -> ContainerDescription {
        var result = self
        for finding in edition?.findings ?? [] { result.report(finding) }
        // Chapters beside the file take the place of its own.
        let hasOwnChapters = !countsFromPlaybackStart
        if let edition, !edition.parts.isEmpty {
            if hasOwnChapters { result.chapters = edition.chapters }
            result.countsFromPlaybackStart = true
        } else if hasOwnChapters, let ordered {
            result.chapters += ordered.chapters.flatMap(\.entries)
        }
        return result
    }
}
