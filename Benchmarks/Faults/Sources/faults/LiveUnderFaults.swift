import Foundation
import MediaTesting

final class LiveUnderFaults {
    private let sufferer: Sufferer
    private let recipe = Programme.live
    private var ledger: PictureLedger
    /// The start of segment 0.
    private let start: Double
    private var lastSeen = 0.0
    private(set) var losses: [Loss] = []
    private let rate = 24

    init(_ greeting: Greeting) {
        start = greeting.start
        sufferer = Sufferer(greeting.live)
        ledger = PictureLedger(framesPerSegment: recipe.segmentSeconds * rate)
    }

    func look() {
        if sufferer.revive() { return }
        switch sufferer.reader.look(sufferer.item) {
        case .frame(let number):
            // Laps repeat: this is the newest one that has been published.
            let onAir = Int((Moment.now - start) * Double(rate))
            let lap = recipe.seconds * rate
            ledger.see(frame: max(0, (onAir - number) / lap * lap + number))
            lastSeen = Moment.now
        case .spoilt: ledger.seeSpoilt()
        case nil: break
        }
    }

    private var range: ClosedRange<Int> {
        let known = ledger.segments.keys
        let (first, last) = ((known.min() ?? 0) + 1, (known.max() ?? 0) - 1)
        return first...max(first, last)
    }

    var line: String {
        "\(sufferer.status), \(ledger.pictures) pictures, \(ledger.lost(range).count) of \(range.count) segments lost, "
            + "\(ledger.thinned(range)) thinned, \(sufferer.told.count) told"
    }

    /// - Returns: the errors found.
    func judge(_ requests: [MediaRequest], _ history: StepHistory) -> [String] {
        let bySegment = Dictionary(grouping: requests.filter(\.isLive), by: \.segment)
        losses = ledger.lost(range).map { number in
            let onAir = start + Double((number + 1) * recipe.segmentSeconds)
            return Loss(
                what: "live segment \(number), complete at \(Int(onAir - start)) s",
                frames: ledger.segments[number]?.count ?? 0, requests: bySegment[number] ?? [],
                variants: recipe.variants.count,
                faults: history.names(onAir - 30...onAir + 20, where: \.mayLose),
                words: sufferer.words(near: onAir + 10))
        }
        let stalled = Moment.now - lastSeen > 5 ? ["live does not play at the end"] : []
        return losses.filter { !$0.isExplained }.map(\.description) + sufferer.failures.map { "live \($0)" } + stalled
    }

    var report: [String] {
        ["live: \(line), \(ledger.unreadable) spoilt pictures"] + losses.map { "  \($0)" }
            + sufferer.told.map { "  told at \(Int($0.time - start)) s: \($0.words)" }
    }

    func stop() { sufferer.stop() }
}
