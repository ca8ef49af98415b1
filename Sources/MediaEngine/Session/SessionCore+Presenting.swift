import CoreMedia
import Foundation
import HLS

/// The presenter's thread: each picture at its time, the end at its time, and the word when data runs dry.
extension SessionCore {
    /// Pictures are shown this much before their time, which is what the way to the screen takes at the least.
    static let showsEarly: Nanoseconds = 1 * .millisecond
    /// Between two looks at the sound device.
    private static let correctionInterval: Nanoseconds = 20 * .millisecond
    private static let startingInterval: Nanoseconds = 2 * .millisecond

    func runPresenter() {
        gate.lock()
        while phase == .ready {
            let deadline = presentStep()
            if phase != .ready { break }
            if let deadline, deadline <= now { continue }
            clockSource.wait(on: gate, until: deadline)
        }
        // The last picture stays in the output for as long as somebody holds that: a layer shows it until the next film's first is there.
        gate.unlock()
    }

    /// Does what is due now. `gate` is held.
    /// - Returns: when to look again; nil: when something changes.
    private func presentStep() -> Nanoseconds? {
        guard wantedRate != 0, landing == nil, request == nil, !isEnded else { return nil }
        if isStalled || awaitsSound { return nil }
        if scan != nil { return presentScan() }
        if reverse != nil { return presentBackwards() }
        let running = runningTime()
        let media = bounded(running)
        let host = now
        if audioStartDeadline != nil { return host &+ Self.startingInterval }
        if clock.rate == 0 {
            runIfPossible()
            return host &+ Self.startingInterval
        }
        if let endTime, media >= endTime {
            reachEnd(at: endTime)
            return nil
        }

        followLive(at: media)
        tellCaptions(before: media)
        // Playlists and headers say too little, too: what comes behind the duration has its time as well.
        while let next = frames.first, next.time <= running &+ Self.showsEarly {
            if frames.count > 1, frames[1].time <= running &+ Self.showsEarly {
                statistics.droppedFrames += 1
                frames.removeFirst()
                gate.broadcast()
                continue
            }
            frames.removeFirst()
            present(next)
            gate.broadcast()
        }

        if leavesStandstill(at: media) { return nil }
        if isBehindWindow, haveSeenPictures(media) {
            // What there is of the sound behind them nobody wants to hear alone.
            joinLiveEdge()
            return nil
        }
        if isFinished(media) {
            let end = min(media, heldRange?.end ?? media)
            if isBehindWindow {
                joinLiveEdge()
            } else if let readFailure {
                breakOff(readFailure, at: end)
            } else if isCutShort {
                let failure = cutOff(at: end)
                send(.warning(failure))
                breakOff(failure, at: end)
            } else {
                reachEnd(at: duration ?? media)
            }
            return nil
        }
        if hasRunDry(media) {
            isStalled = true
            interruption = .stall
            statistics.stalls += 1
            freeze()
            send(.stalled)
            reportRate()
            // Whoever hears of the stall waits for a word on the buffer, also where that is what it was.
            reportedBuffer = nil
            reportBuffer()
            gate.broadcast()
            return nil
        }
        var wake = host &+ Self.correctionInterval
        if let next = frames.first, let due = clock.host(at: next.time &- Self.showsEarly) {
            wake = min(wake, max(due, host))
        }
        if let endTime, let due = clock.host(at: endTime) { wake = min(wake, max(due, host)) }
        return wake
    }

    /// Makes this the picture that is shown. `gate` is held.
    func present(_ frame: Frame) {
        shown = frame
        statistics.shownFrames += 1
        let size = (frame.shape.displayWidth, frame.shape.displayHeight)
        if size != presentationSize {
            presentationSize = size
            send(.presentationSizeChanged(width: size.0, height: size.1))
        }
        if !hasFirstPicture { waitForViewer() }
        video.show(frame)
        if !hasFirstPicture {
            hasFirstPicture = true
            statistics.secondsToFirstPicture = (now &- startedAt).seconds
            send(.firstPicture)
        }
    }

    /// Whether every picture that is held has had its time.
    private func haveSeenPictures(_ media: Nanoseconds) -> Bool {
        guard videoTrack != nil, videoFailure == nil, isVideoDrained, frames.isEmpty else { return false }
        return shown.map { media >= min($0.end, duration ?? $0.end) } ?? true
    }

    private func isFinished(_ media: Nanoseconds) -> Bool {
        guard cache.isAtEnd else { return false }
        if videoTrack != nil, videoFailure == nil, !haveSeenPictures(media) { return false }
        if audioTrack != nil, isAudioReady, Self.isAudible(wantedRate) {
            guard let ring, let output else { return true }
            let position = output.position()
            let elapsed =
                position.isRunning ? Double(now &- position.hostTime) / 1e9 * Double(ring.format.sampleRate) : 0
            let heard = position.framesHeard + max(0, elapsed)
            return ring.isDone(framesHeard: heard) || isSoundOver(ring, framesHeard: heard)
        }
        if videoTrack == nil, let duration { return media >= duration }
        return true
    }

    /// Devices may forget, or never count, their last samples: the film ends when these must have been heard, at the latest some time
    /// after they were given away.
    private func isSoundOver(_ ring: AudioRing, framesHeard heard: Double) -> Bool {
        guard ring.isComplete, ring.filledFrames == 0 else {
            soundEndsAt = nil
            return false
        }
        guard let end = soundEndsAt else {
            let left = Nanoseconds(seconds: ring.framesLeft(framesHeard: heard) / Double(ring.format.sampleRate))
            soundEndsAt = now &+ min(left &+ Self.soundEndSlack, Self.longestSoundOnItsWay)
            return false
        }
        return now >= end
    }

    /// More than any device holds.
    private static let longestSoundOnItsWay: Nanoseconds = 1 * .second
    /// A device that does count its last samples says so within this.
    private static let soundEndSlack: Nanoseconds = 30 * .millisecond

    private func hasRunDry(_ media: Nanoseconds) -> Bool {
        guard !cache.isAtEnd else { return false }
        if let index = videoTrack?.index, videoFailure == nil, frames.isEmpty, cache[index].isDry {
            if let shown { return media >= shown.end }
            return true
        }
        if let index = audioTrack?.index, isAudioReady, let ring, cache[index].isDry, ring.filledFrames == 0 {
            return Self.isAudible(wantedRate)
        }
        return false
    }

    private func cutOff(at media: Nanoseconds) -> MediaError {
        MediaError(
            .truncated, "The file ends before the film does: it was cut off. Try to fetch it again.",
            detail: "ends at \(media.seconds) s of \((duration ?? 0).seconds) s", url: asset.locator.url)
    }

    /// Stops before the end. `gate` is held.
    func breakOff(_ error: MediaError, at time: Nanoseconds) {
        isEnded = true
        isBrokenOff = true
        isStalled = false
        freeze()
        clock.set(time, at: now)
        send(.brokeOff(error))
        reportRate()
        gate.broadcast()
    }

    func reachEnd(at time: Nanoseconds) {
        isEnded = true
        freeze()
        clock.set(time, at: now)
        send(.ended)
        reportRate()
        gate.broadcast()
    }
}
