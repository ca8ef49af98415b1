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
    /// What comes before all that is held is wanted: the reader is to go back to here.
    var wantedFrom: Nanoseconds?
    /// The reader has gone back, and has not come to `before` yet.
    var isFilling = false

    /// The `before` that the reader has gone back for last.
    var lastGoal: Nanoseconds?

    /// Whether there is no use in trying again.
    func hasGoneBack(to goal: Nanoseconds) -> Bool { lastGoal.map { goal >= $0 } ?? false }

    /// Whether time waits for pictures.
    var isWaiting: Bool { isCollecting || isFilling || wantedFrom != nil }
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
            guard run.before > Self.startSlack, info?.isSeekable == true, duration != nil else {
                run.isAtStart = true
                reverse = run
                return
            }
            // The film begins earlier than what is held.
            guard demuxer?.readsBackwards == true, !run.hasGoneBack(to: run.before) else {
                reverse = nil
                return beginScan()
            }
            run.wantedFrom = max(0, run.before &- Self.stretchBack)
            run.lastGoal = run.before
            reverse = run
            demuxer?.interrupt()
            gate.broadcast()
            return
        }
        run.isCollecting = true
        run.held.removeAll()
        reverse = run
        restartVideo(at: key, index)
        gate.broadcast()
    }

    /// So much is read at once of what comes before.
    private static let stretchBack: Nanoseconds = 4 * .second
    /// And so much of what comes after: what the decoder needs to give out the last of them.
    private static let readBeyond: Nanoseconds = 1 * .second

    /// Whether the reader has read what playing backwards needs. `gate` is held.
    var isReaderAheadOfReverse: Bool {
        guard let run = reverse, let index = videoTrack?.index, run.wantedFrom == nil, !run.isFilling,
            !cache[index].isDry
        else { return false }
        return cache[index].endTime ?? 0 > run.before &+ Self.readBeyond
    }

    /// Goes back to read what comes before all that is held. On the reader's thread.
    func goBack(to start: Nanoseconds, _ demuxer: any MediaReader) {
        let track = gate.withLock { videoTrack?.index }
        let first: [Packet]
        do throws(MediaError) {
            first = try goBefore(start, track, demuxer)
        } catch {
            return gate.withLock {
                isReaderAstray = true
                guard phase == .ready, request == nil, reverse?.wantedFrom == start else { return }
                if error.code != .cancelled { send(.warning(error)) }
                reverse = nil
                beginScan()
            }
        }
        gate.withLock {
            guard phase == .ready else { return }
            // Whatever is wanted by now, this is where the reader stands.
            beginStretch(at: start, with: first)
            guard reverse?.wantedFrom == start else { return }
            reverse?.wantedFrom = nil
            reverse?.isFilling = true
            collectIfFilled()
        }
    }

    /// Goes on as soon as the reader has come to where pictures are wanted from. `gate` is held.
    func collectIfFilled() {
        guard let run = reverse, run.isFilling, let index = videoTrack?.index,
            cache.isAtEnd || cache[index].endTime ?? 0 >= run.before
        else { return }
        reverse?.isFilling = false
        startCollecting()
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
        if let first = run.held.first {
            run.before = first.time
        } else if run.before > Self.startSlack {
            // Too damaged for a single picture: there are more before it.
            run.before = max(0, run.before &- Self.readBeyond)
        } else {
            run.isAtStart = true
            run.before = 0
        }
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
        if run.isWaiting {
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
