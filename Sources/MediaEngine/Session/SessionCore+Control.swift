import CoreMedia
import Foundation
import HLS

/// What the session's methods ask for.
extension SessionCore {
    /// Rates beyond these are cut to them.
    static let fastest = 64.0

    /// `gate` is held.
    func setWantedRate(_ rate: Double) {
        let rate = rate.isFinite ? rate.clamped(-Self.fastest, Self.fastest) : 0
        guard rate != wantedRate else { return }
        if phase == .ready, landing == nil, request == nil {
            // Time so far ran at the old rate.
            freeze()
        }
        wantedRate = rate
        if rate == 0, interruption == nil { interruption = .pause }
        soundEndsAt = nil
        if rate != 0, isEnded {
            let at = clock.time(at: now)
            let atStart = at <= 0
            if rate > 0 && (atStart || isBrokenOff) || rate < 0 && !atStart {
                isEnded = false
                if isBrokenOff, rate > 0, request == nil { tryAgain(at: bounded(at)) }
                isBrokenOff = false
            }
        }
        if rate >= 0, reverse != nil, !mustScan(rate) { endReverse() }
        if scan != nil, rate == 0 || !mustScan(rate) { endScan() }
        runIfPossible()
        reportRate()
        gate.broadcast()
    }

    /// What could not be read may have come back.
    private func tryAgain(at time: Nanoseconds) {
        var again = SeekRequest(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { _, _ in }
        again.readsAnew = true
        request = again
    }

    /// `gate` is held.
    func applyGain() { ring?.setGain(isMuted ? 0 : volume, ramps: true) }

    /// `gate` is held.
    func setKeepsPitch(_ keeps: Bool) {
        guard keeps != keepsPitch else { return }
        keepsPitch = keeps
        if audioRate != 1 { resyncAudio() }
    }

    /// Sound begins anew where time is now, without time standing still for longer than the device needs.
    func resyncAudio() {
        guard phase == .ready, landing == nil, request == nil else { return }
        freeze()
        restartAudio(at: bounded(clock.time(at: now)), rate: audioRate)
        runIfPossible()
    }

    func select(_ kind: TrackInfo.Kind, _ index: Int?) {
        gate.withLock {
            let track = index.flatMap { wanted in info?.tracks.first { $0.index == wanted && $0.kind == kind } }
            guard selected[kind] != track?.index else { return }
            selected[kind] = track?.index
            switch kind {
            case .audio:
                if let track { lostSoundTracks.remove(track.index) }
                switchSound(to: track)
            case .video:
                videoTrack = track
                parked.removeAll()
                laneCount += 1
                lane = newLane(laneCount)
                frames.removeAll()
                if let demuxer { applySelection(to: demuxer) }
                if track != nil {
                    // The track's packets were not read so far: go through the demuxer.
                    cache.restart(at: 0)
                    request = SeekRequest(
                        to: bounded(clock.time(at: now)), toleranceBefore: .zero, toleranceAfter: .zero
                    ) { _, _ in }
                } else {
                    shown = nil
                    video.show(nil)
                }
            case .subtitle:
                if let demuxer, demuxer.readsSelectedTracksOnly { applySelection(to: demuxer) }
                restartCaptions(at: bounded(clock.time(at: now)))
                tellCaptions(before: bounded(clock.time(at: now)))
            case .data:
                break
            }
            send(.selectionChanged(kind, trackIndex: track?.index))
            gate.broadcast()
        }
    }
}
