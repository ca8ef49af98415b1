import CoreMedia
import HLS

/// A live stream's distance: kept by a slightly other rate, or come back to by a jump. `gate` is held.
extension SessionCore {
    /// Between two looks at the distance.
    private static let paceInterval: Nanoseconds = 250 * .millisecond

    private var paceConditions: LivePace.Conditions? {
        demuxer?.livePlace.map {
            LivePace.Conditions(isLowLatency: $0.isLowLatency, preservesOffset: streaming.keepsLiveDistance)
        }
    }

    /// How far time is behind the latest place to play.
    private func behind(_ place: LivePlace, at media: Nanoseconds, hasPaused: Bool = false) -> Double {
        (place.latest(believing: hasPaused ? .never : place.step) &- media).seconds
    }

    /// Playing is about to go on: whether it is to go on elsewhere, which is on its way then.
    func returnsToLive() -> Bool {
        guard let interruption else { return false }
        self.interruption = nil
        guard wantedRate > 0, let place = demuxer?.livePlace, let conditions = paceConditions else { return false }
        // What the stream has become meanwhile nobody may have asked.
        let behind = behind(place, at: bounded(clock.time(at: now)), hasPaused: true)
        let joined = min(place.latest, demuxer?.startPosition ?? 0).seconds
        guard
            livePace.resumed(
                behind, after: interruption, joined: joined, ahead: aheadOfPlayHead.seconds, conditions)
        else { return false }
        jump(to: place, believing: .never)
        return true
    }

    /// Back to the distance that is kept.
    /// - Parameter limit: how much the stream is taken to have grown since its last news.
    private func jump(to place: LivePlace, believing limit: Nanoseconds) {
        var jump = SeekRequest(
            to: livePace.offset > 0 ? place.latest(believing: limit) &- Nanoseconds(seconds: livePace.offset) : .never,
            toleranceBefore: .zero, toleranceAfter: .zero
        ) { _, _ in }
        jump.keepsLiveDistance = true
        request = jump
        reportRate()
        gate.broadcast()
    }

    /// A seek has landed: from there on that distance is kept.
    func notePlace(of landed: SeekRequest, at media: Nanoseconds) {
        standstill.moved()
        guard let place = demuxer?.livePlace, let conditions = paceConditions else { return }
        // Whoever seeks while nothing plays has no other pause to come back from.
        if interruption != .start { interruption = wantedRate == 0 ? .pause : nil }
        guard !landed.keepsLiveDistance else { return }
        livePace.placed(landed.target == .never ? 0 : behind(place, at: media, hasPaused: true), conditions)
    }

    /// While playing: whether the picture stands still for nothing, and playing is to go on at the live edge, which is on its way then.
    func leavesStandstill(at media: Nanoseconds) -> Bool {
        let host = now
        guard wantedRate > 0, host &- watchedAt >= Self.paceInterval, videoTrack != nil, videoFailure == nil else {
            return false
        }
        watchedAt = host
        guard let demuxer, demuxer.livePlace != nil else { return false }
        var sight = LiveStandstill.Sight(
            media: media.seconds, shownEnd: shown?.end.seconds, waiting: frames.map(\.time.seconds))
        if let next = frames.first?.time {
            sight.knownHole = demuxer.knownHole(from: media, to: next).seconds
        }
        guard let found = standstill.look(sight, at: host.seconds) else { return false }
        send(
            .warning(
                MediaError(
                    .contentChanged,
                    "The picture of a live stream stood still for \(Int(found.stood)) s, and the next one lies \(Int(found.ahead)) s ahead. The live edge is joined again.",
                    detail: "at \(media.seconds) s of \((seekEdge ?? media).seconds) s", url: asset.locator.url)))
        joinLiveEdge()
        // What is held is what went wrong.
        request?.readsAnew = true
        return true
    }

    private var seekEdge: Nanoseconds? { demuxer?.seekableRange?.upperBound }

    /// While playing: the rate follows the distance.
    func followLive(at media: Nanoseconds) {
        let host = now
        guard wantedRate == 1, host &- pacedAt >= Self.paceInterval else { return }
        pacedAt = host
        guard let place = demuxer?.livePlace, let conditions = paceConditions else { return }
        let (behind, ahead) = (behind(place, at: media), aheadOfPlayHead.seconds)
        if livePace.settles(behind, edge: place.latest.seconds, ahead: ahead, conditions) {
            freeze()
            return jump(to: place, believing: place.step)
        }
        let before = livePace.rate
        let rate = livePace.follow(behind, ahead: ahead, conditions)
        guard rate != before else { return }
        // Where there is sound, time follows it.
        if !isSoundInCharge { clock.setRate(rate, at: host) }
        gate.broadcast()
    }
}
