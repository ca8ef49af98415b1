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
        let videoRequests = requests.filter { $0.rendition.hasPrefix("v") }
        let responses = videoRequests.map { "\($0.rendition) \($0.isServed ? "served" : "failed (\($0.status))")" }
            .joined(separator: ", ")
        let requestedVariants = Set(videoRequests.map(\.rendition)).count
        let isServed = videoRequests.contains(where: \.isServed)
        let wasServedNowhere = !videoRequests.isEmpty && !isServed && (requestedVariants == variants || !faults.isEmpty)
        // Never requested: the playlists did not list it, or could not be loaded.
        isExplained = words != nil && (wasServedNowhere || (videoRequests.isEmpty && !faults.isEmpty))
        reason =
            "\(responses.isEmpty ? "never requested" : responses); faults: \(faults.joined(separator: ", ")); reported: "
            + "\(words ?? "NOTHING")"
    }
}
