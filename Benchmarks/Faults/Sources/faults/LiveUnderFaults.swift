import Foundation
import MediaTesting

final class LiveUnderFaults {
    private let client: FaultyStreamPlayer
    private let recipe = Programme.live
    private var displayed: DisplayedFrames
    /// The start of segment 0.
    private let start: Double
    private var lastSeen = 0.0
    private(set) var losses: [Loss] = []
    private let rate = 24

    init(_ greeting: Greeting) {
        start = greeting.start
        client = FaultyStreamPlayer(greeting.live)
        displayed = DisplayedFrames(framesPerSegment: recipe.segmentSeconds * rate)
    }

    func look() {
        if client.revive() { return }
        switch client.reader.look(client.item) {
        case .frame(let number):
            // Laps repeat: this is the newest one that has been published.
            let onAir = Int((Moment.now - start) * Double(rate))
            let lap = recipe.seconds * rate
            displayed.record(frame: max(0, (onAir - number) / lap * lap + number))
            lastSeen = Moment.now
        case .corrupt: displayed.addUnreadable()
        case nil: break
        }
    }

    private var range: ClosedRange<Int> {
        let known = displayed.segments.keys
        let (first, last) = ((known.min() ?? 0) + 1, (known.max() ?? 0) - 1)
        return first...max(first, last)
    }

    var line: String {
        "\(client.status), \(displayed.frameCount) frames, \(displayed.lost(range).count) of \(range.count) segments lost, "
            + "\(displayed.segmentsMissingFrames(range)) with missing frames, \(client.reports.count) reported"
    }

    /// - Returns: the errors found.
    func judge(_ requests: [MediaRequest], _ history: StepHistory) -> [String] {
        let bySegment = Dictionary(grouping: requests.filter(\.isLive), by: \.segment)
        losses = displayed.lost(range).map { number in
            let onAir = start + Double((number + 1) * recipe.segmentSeconds)
            return Loss(
                what: "live segment \(number), complete at \(Int(onAir - start)) s",
                frames: displayed.segments[number]?.count ?? 0, requests: bySegment[number] ?? [],
                variants: recipe.variants.count,
                faults: history.names(onAir - 30...onAir + 20, where: \.mayLose),
                words: client.words(near: onAir + 10))
        }
        let stalled = Moment.now - lastSeen > 5 ? ["live does not play at the end"] : []
        return losses.filter { !$0.isExplained }.map(\.description) + client.failures.map { "live \($0)" } + stalled
    }

    var report: [String] {
        ["live: \(line), \(displayed.unreadable) corrupt frames"] + losses.map { "  \($0)" }
            + client.reports.map { "  reported at \(Int($0.time - start)) s: \($0.words)" }
    }

    func stop() { client.stop() }
}
