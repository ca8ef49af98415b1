import Foundation
import MediaTesting

final class OnDemandUnderFaults {
    private struct Round {
        var from: Double
        var to: Double
        var lost: [(segment: Int, frames: Int)]
    }

    private let client: FaultyStreamPlayer
    private let recipe = Programme.film
    private var displayed: DisplayedFrames
    private let start = Moment.now
    private var roundStart = Moment.now
    private var rounds: [Round] = []
    private var lastSeen = 0.0
    private var frameCount = 0
    private var played = 0
    private(set) var losses: [Loss] = []
    private let rate = 24

    init(_ greeting: Greeting) {
        client = FaultyStreamPlayer(greeting.film)
        displayed = DisplayedFrames(framesPerSegment: recipe.segmentSeconds * rate)
    }

    func look() {
        let (item, player) = (client.item, client.player)
        if client.revive() { return endRound(to: displayed.segments.keys.max() ?? -1) }
        switch client.reader.look(item) {
        case .frame(let number):
            displayed.record(frame: number)
            lastSeen = Moment.now
        case .corrupt: displayed.addUnreadable()
        case nil: break
        }
        guard item.status == .readyToPlay, player.timeControlStatus == .paused,
            item.currentTime().seconds > item.duration.seconds - 0.5
        else { return }
        endRound(to: recipe.seconds / recipe.segmentSeconds - 1)
        // A reopened item is loaded again.
        client.begin()
    }

    /// The current round, which the end of the soak test ends.
    func finish() { endRound(to: (displayed.segments.keys.max() ?? 0) - 1) }

    private func endRound(to last: Int) {
        frameCount += displayed.frameCount
        let lost = last < 0 ? [] : displayed.lost(0...last)
        played += last + 1 - lost.count
        rounds.append(
            Round(from: roundStart, to: Moment.now, lost: lost.map { ($0, displayed.segments[$0]?.count ?? 0) }))
        displayed = DisplayedFrames(framesPerSegment: recipe.segmentSeconds * rate)
        roundStart = Moment.now
    }

    var line: String {
        "\(client.status), \(rounds.count) rounds, \(frameCount + displayed.frameCount) frames, "
            + "\(rounds.reduce(0) { $0 + $1.lost.count }) segments lost of \(played), \(client.reports.count) reported, "
            + "\(client.retainedItems) items"
    }

    /// - Returns: the errors found.
    func judge(_ requests: [MediaRequest], _ history: StepHistory) -> [String] {
        losses = rounds.enumerated().flatMap { number, round in
            round.lost.map { segment, frames in
                let asked = requests.filter {
                    !$0.isLive && $0.segment == segment && (round.from...round.to).contains($0.time)
                }
                let loaded = asked.last?.time ?? round.from + Double(segment * recipe.segmentSeconds)
                return Loss(
                    what: "film segment \(segment) of round \(number), loaded at \(Int(loaded - start)) s",
                    frames: frames,
                    requests: asked, variants: recipe.variants.count,
                    faults: history.names(loaded - 20...loaded, where: \.mayLoseOnDemand),
                    words: client.words(near: loaded))
            }
        }
        let stalled = Moment.now - lastSeen > 10 ? ["the film does not play at the end"] : []
        return losses.filter { !$0.isExplained }.map(\.description) + client.failures.map { "film \($0)" } + stalled
    }

    var report: [String] {
        ["film: \(line)"] + losses.map { "  \($0)" }
            + client.reports.map { "  reported at \(Int($0.time - start)) s: \($0.words)" }
    }

    func stop() { client.stop() }
}
