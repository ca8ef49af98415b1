/// Builds cues from the successive display states of a decoder.
///
/// Captions that appear character by character are grouped: a burst of characters becomes one cue from the start of the burst.
struct CaptionCueBuilder {
    /// A burst ends after a pause of this duration, or when it has lasted this long.
    static let burstPause: Nanoseconds = 250 * .millisecond
    static let longestBurst: Nanoseconds = 1 * .second
    /// The display is cleared if no data arrives for this duration (47 CFR 79.101 (k)).
    static let longestSilence: Nanoseconds = 16 * .second
    /// The maximum number of cues that wait to be taken; more indicate a corrupt stream.
    static let maximumWaiting = 1_000

    private struct Shown {
        var block: CaptionBlock
        var start: Nanoseconds
    }

    private var shown: [Shown] = []
    private var done: [CaptionCue] = []
    private var burst: (start: Nanoseconds, last: Nanoseconds)?
    /// The time of the last data.
    private var receivedAt: Nanoseconds?

    /// Records that data arrived, even if it does not change the display.
    mutating func receiveCaptions(at time: Nanoseconds) {
        if let receivedAt, time &- receivedAt > Self.longestSilence { show([], at: receivedAt &+ Self.longestSilence) }
        receivedAt = time
    }

    /// Replaces the display with these blocks.
    /// - Parameter grows: whether characters were added to the displayed text.
    mutating func show(_ blocks: [CaptionBlock], at time: Nanoseconds, grows: Bool = false) {
        var start = time
        if grows {
            if let burst, time &- burst.last < Self.burstPause, time &- burst.start < Self.longestBurst {
                start = burst.start
            }
            burst = (start, time)
        } else {
            burst = nil
        }
        change(to: blocks, at: start)
    }

    /// Starts a line: characters that follow are displayed from now on.
    mutating func beginLine(_ blocks: [CaptionBlock], at time: Nanoseconds) {
        burst = (time, time)
        change(to: blocks, at: time)
    }

    private mutating func change(to blocks: [CaptionBlock], at time: Nanoseconds) {
        var kept: [Shown] = []
        for old in shown {
            if blocks.contains(old.block) {
                kept.append(old)
            } else if old.start < time, done.count < Self.maximumWaiting {
                done.append(CaptionCue(block: old.block, start: old.start, end: time))
            }
        }
        for block in blocks where !kept.contains(where: { $0.block == block }) {
            kept.append(Shown(block: block, start: time))
        }
        shown = kept
    }

    /// Returns the cues whose end time was determined since the last call.
    mutating func takeDone() -> [CaptionCue] {
        defer { done.removeAll() }
        return done
    }

    /// Returns the cues displayed at `time` whose end is unknown; none while a burst is in progress.
    func open(at time: Nanoseconds) -> [CaptionCue] {
        if let burst, time &- burst.last < Self.burstPause, time &- burst.start < Self.longestBurst { return [] }
        let end = (receivedAt ?? time) &+ Self.longestSilence
        return shown.filter { $0.start <= time && $0.start < end }.map {
            CaptionCue(block: $0.block, start: $0.start, end: end)
        }
    }
}
