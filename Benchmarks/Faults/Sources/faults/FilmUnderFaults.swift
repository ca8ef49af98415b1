import Foundation
import MediaTesting

final class FilmUnderFaults {
    private struct Round {
        var from: Double
        var to: Double
        var lost: [(segment: Int, frames: Int)]
    }

    private let sufferer: Sufferer
    private let recipe = Programme.film
    private var ledger: PictureLedger
    private let start = Moment.now
    private var roundStart = Moment.now
    private var rounds: [Round] = []
    private var lastSeen = 0.0
    private var pictures = 0
    private var played = 0
    private(set) var losses: [Loss] = []
    private let rate = 24

    init(_ greeting: Greeting) {
        sufferer = Sufferer(greeting.film)
        ledger = PictureLedger(framesPerSegment: recipe.segmentSeconds * rate)
    }

    func look() {
        let (item, player) = (sufferer.item, sufferer.player)
        if sufferer.revive() { return reckon(to: ledger.segments.keys.max() ?? -1) }
        switch sufferer.reader.look(item) {
        case .frame(let number):
            ledger.see(frame: number)
            lastSeen = Moment.now
        case .spoilt: ledger.seeSpoilt()
        case nil: break
        }
        guard item.status == .readyToPlay, player.timeControlStatus == .paused,
            item.currentTime().seconds > item.duration.seconds - 0.5
        else { return }
        reckon(to: recipe.seconds / recipe.segmentSeconds - 1)
        // A reopened item is loaded again.
        sufferer.begin()
    }

    /// The current round, which the end of the soak test ends.
    func finish() { reckon(to: (ledger.segments.keys.max() ?? 0) - 1) }

    private func reckon(to last: Int) {
        pictures += ledger.pictures
        let lost = last < 0 ? [] : ledger.lost(0...last)
        played += last + 1 - lost.count
        rounds.append(
            Round(from: roundStart, to: Moment.now, lost: lost.map { ($0, ledger.segments[$0]?.count ?? 0) }))
        ledger = PictureLedger(framesPerSegment: recipe.segmentSeconds * rate)
        roundStart = Moment.now
    }

    var line: String {
        "\(sufferer.status), \(rounds.count) rounds, \(pictures + ledger.pictures) pictures, "
            + "\(rounds.reduce(0) { $0 + $1.lost.count }) segments lost of \(played), \(sufferer.told.count) told, \(sufferer.heldItems) items"
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
                    faults: history.names(loaded - 20...loaded, where: \.mayLoseOfFilm),
                    words: sufferer.words(near: loaded))
            }
        }
        let stalled = Moment.now - lastSeen > 10 ? ["the film does not play at the end"] : []
        return losses.filter { !$0.isExplained }.map(\.description) + sufferer.failures.map { "film \($0)" } + stalled
    }

    var report: [String] {
        ["film: \(line)"] + losses.map { "  \($0)" }
            + sufferer.told.map { "  told at \(Int($0.time - start)) s: \($0.words)" }
    }

    func stop() { sufferer.stop() }
}
