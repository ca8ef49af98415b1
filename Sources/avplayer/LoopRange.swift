import AVKit

/// The repetition of a part of an item, from a point A to a point B.
@MainActor
final class LoopRange {
    enum Step: Equatable {
        case start(Double)
        case range(Double, Double)
        case off
    }

    private let player: AVPlayer
    private var start: Double?
    private var token: Any?
    private weak var item: AVPlayerItem?

    init(_ player: AVPlayer) { self.player = player }

    /// Sets A at the current time, then B, then ends the repetition. B before A exchanges the two.
    /// - Returns: nil while the time is unknown.
    func advance() -> Step? {
        guard let current = player.currentItem, current.status == .readyToPlay else { return nil }
        let now = current.currentTime().seconds
        guard now.isFinite else { return nil }
        if current !== item { end() }
        item = current
        if token != nil {
            end()
            return .off
        }
        guard let first = start, abs(first - now) > 0.1 else {
            start = now
            return .start(now)
        }
        let (a, b) = (min(first, now), max(first, now))
        let times = [NSValue(time: CMTime(seconds: b, preferredTimescale: 90000))]
        token = player.addBoundaryTimeObserver(forTimes: times, queue: .main) { [weak self] in
            MainActor.assumeIsolated { self?.reachedEnd(a) }
        }
        reachedEnd(a)
        return .range(a, b)
    }

    private func reachedEnd(_ start: Double) {
        guard let item, item === player.currentItem else { return end() }
        player.seek(
            to: CMTime(seconds: start, preferredTimescale: 90000), toleranceBefore: .zero, toleranceAfter: .zero
        ) { _ in }
    }

    private func end() {
        if let token { player.removeTimeObserver(token) }
        token = nil
        start = nil
        item = nil
    }
}
