import CoreMedia
import Foundation

/// Playing backwards: groups of pictures are decoded forwards, a handful kept, and shown from the last to the first.
struct ReverseRun {
    /// Pictures before this time are wanted.
    var before: Nanoseconds
    /// In the order of showing forwards; the last is next.
    var held: [Frame] = []
    var isCollecting = false
    var isAtStart = false
}

extension SessionCore {
    /// `gate` is held, as in all of these.
    func beginReverse() {
        guard reverse == nil, videoTrack != nil else { return }
        reverse = ReverseRun(before: shown?.time ?? bounded(clock.time(at: now)))
        frames.removeAll()
        startCollecting()
    }

    func endReverse() {
        guard reverse != nil else { return }
        reverse = nil
        let at = bounded(clock.time(at: now))
        // Goes on forwards from here: an exact landing without anybody waiting.
        request = SeekRequest(to: at, toleranceBefore: .zero, toleranceAfter: .zero) { _, _ in }
        clock.setRate(0, at: now)
        gate.broadcast()
    }

    private func startCollecting() {
        guard let index = videoTrack?.index, var run = reverse else { return }
        guard let key = cache[index].keyPacket(atOrBefore: max(0, run.before &- 1)), run.before > 0 else {
            if run.before > Self.startSlack, info?.isSeekable == true, duration != nil {
                // The film begins earlier than what is held: from here on by single pictures.
                reverse = nil
                beginScan()
                return
            }
            run.isAtStart = true
            reverse = run
            return
        }
        run.isCollecting = true
        run.held.removeAll()
        reverse = run
        restartVideo(at: key, index)
        gate.broadcast()
    }

    /// The first picture may be shown so long after the film's beginning.
    private static let startSlack: Nanoseconds = 500 * .millisecond

    func collect(_ frame: Frame) {
        guard var run = reverse else { return }
        // The decoder is not where the pictures shown are: it cannot go on for a seek.
        lane.lastDecoded = nil
        if frame.time < run.before {
            run.held.append(frame)
            if run.held.count > Self.backwardFrames { run.held.removeFirst() }
            reverse = run
        } else {
            finishCollecting()
        }
    }

    func finishCollecting() {
        guard var run = reverse, run.isCollecting else { return }
        run.isCollecting = false
        if run.held.isEmpty { run.isAtStart = true }
        run.before = run.held.first?.time ?? 0
        reverse = run
        gate.broadcast()
    }

    /// Shows what is due.
    /// - Returns: when to look again.
    func presentBackwards() -> Nanoseconds? {
        guard let run = reverse else { return nil }
        let media = mediaTime()
        let host = now
        if media <= 0 || (run.isAtStart && run.held.isEmpty) {
            reverse = nil
            clock.setRate(0, at: host)
            reachEnd(at: 0)
            return nil
        }
        if run.isCollecting {
            // The pictures before are still being decoded: time waits for them.
            clock.set(max(media, min(run.before, shown?.time ?? media)), at: host)
            return host &+ 5 * .millisecond
        }
        if let next = run.held.last {
            if next.end >= media || next.time >= media {
                reverse?.held.removeLast()
                // Too late already for this one if its whole time has passed.
                if next.time > media, run.held.count > 1, run.held[run.held.count - 2].end > media {
                    statistics.droppedFrames += 1
                } else {
                    present(next)
                }
                if reverse?.held.isEmpty == true, reverse?.isAtStart == false { startCollecting() }
                return host
            }
            return clock.host(at: next.end).map { max($0, host) } ?? nil
        }
        startCollecting()
        return host &+ 5 * .millisecond
    }
}
