/// The rules about chapters.
enum ChapterChecks {
    typealias Found = (message: String, remedy: String)

    static func titles(_ chapters: [AssetFacts.Chapter]) -> [Found] {
        chapters.enumerated().filter { ($0.element.title ?? "").allSatisfy(\.isWhitespace) }.map {
            ("Chapter \($0.offset + 1) at \(time($0.element.start)) has no title.", "Name the chapter.")
        }
    }

    /// Chapters of different languages are parallel lists, each with its own order; so are nested chapters of different depths.
    static func order(_ chapters: [AssetFacts.Chapter]) -> [Found] {
        var last: [List: AssetFacts.Chapter] = [:]
        return chapters.compactMap { chapter in
            let list = List(language: chapter.language, level: chapter.level)
            defer { last[list] = chapter }
            guard let before = last[list] else { return nil }
            if chapter.start < before.start {
                return (
                    "The chapter at \(time(chapter.start)) comes after the one at \(time(before.start)).",
                    "Sort the chapters by their start."
                )
            }
            if chapter.start == before.start {
                return ("Two chapters begin at \(time(chapter.start)).", "Remove one of them.")
            }
            // A millisecond is the resolution of many containers.
            guard let duration = before.duration, before.start + duration > chapter.start + 0.002 else { return nil }
            return (
                "The chapter at \(time(before.start)) ends after the next one has begun, at \(time(chapter.start)).",
                "End each chapter where the next one begins."
            )
        }
    }

    private struct List: Hashable {
        var language: String?
        var level: Int
    }

    static func ends(_ chapters: [AssetFacts.Chapter], duration: Double?) -> [Found] {
        guard let duration else { return [] }
        return chapters.filter { $0.start >= duration }.map {
            (
                "The chapter at \(time($0.start)) begins after the end of the item at \(time(duration)).",
                "Remove the chapter, or correct its start time."
            )
        }
    }

    /// Hours, minutes, seconds and milliseconds.
    static func time(_ seconds: Double) -> String {
        guard seconds.isFinite, abs(seconds) < 1e9 else { return "an unusable time" }
        let milliseconds = Int((abs(seconds) * 1000).rounded())
        func padded(_ value: Int, _ count: Int) -> String {
            String(repeating: "0", count: max(0, count - "\(value)".count)) + "\(value)"
        }
        let whole = milliseconds / 1000
        return (seconds < 0 ? "-" : "") + "\(whole / 3600):\(padded(whole / 60 % 60, 2)):\(padded(whole % 60, 2))"
            + ".\(padded(milliseconds % 1000, 3))"
    }
}
