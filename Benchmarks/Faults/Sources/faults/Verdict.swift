/// The reason why a segment was not displayed.
struct Loss: CustomStringConvertible {
    var what: String
    var frames: Int
    var reason: String
    /// Whether no variant served it, and an error was reported.
    var isExplained: Bool

    var description: String { "\(what), \(frames) frames: \(reason)" }

    /// - Parameters:
    ///   - requests: the requests for the segment at its time.
    ///   - variants: the number of variants that have it.
    ///   - faults: the faults at its time that prevent segments from being loaded or listed.
    ///   - words: the error log's comment for that time.
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
        // Never requested: the playlists did not list it, or could not be loaded.
        isExplained = words != nil && (wasServedNowhere || (pictures.isEmpty && !faults.isEmpty))
        reason =
            "\(answers.isEmpty ? "never asked for" : answers); faults: \(faults.joined(separator: ", ")); told: \(words ?? "NOTHING")"
    }
}
