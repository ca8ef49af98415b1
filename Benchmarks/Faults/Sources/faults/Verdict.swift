/// Why a segment was not seen.
struct Loss: CustomStringConvertible {
    var what: String
    var frames: Int
    var reason: String
    /// Nobody served it, and that was told.
    var isExplained: Bool

    var description: String { "\(what), \(frames) frames: \(reason)" }

    /// - Parameters:
    ///   - requests: those for the segment, of its time.
    ///   - variants: how many could have had it.
    ///   - faults: those of its time that keep segments from being had, or from being known.
    ///   - words: what the error log says of that time.
    init(
        what: String, frames: Int, requests: [MediaRequest], variants: Int, faults: [String], words: String?
    ) {
        self.what = what
        self.frames = frames
        let pictures = requests.filter { $0.rendition.hasPrefix("v") }
        let answers = pictures.map { "\($0.rendition) \($0.isServed ? "served" : "broken (\($0.status))")" }
            .joined(separator: ", ")
        let asked = Set(pictures.map(\.rendition)).count
        let isServed = pictures.contains(where: \.isServed)
        let wasServedNowhere = !pictures.isEmpty && !isServed && (asked == variants || !faults.isEmpty)
        // Never asked for: the playlists did not have it, or nobody could be asked.
        isExplained = words != nil && (wasServedNowhere || (pictures.isEmpty && !faults.isEmpty))
        reason =
            "\(answers.isEmpty ? "never asked for" : answers); faults: \(faults.joined(separator: ", ")); told: \(words ?? "NOTHING")"
    }
}
