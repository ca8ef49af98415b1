/// Makes cues of what a decoder shows from moment to moment.
///
/// Captions that are typed on the screen letter by letter are taken together: what comes in one burst is one cue from the burst's start.
struct CaptionCueBuilder {
    /// A burst is over when nothing has come for this long, or when it has lasted this long.
    static let burstPause: Nanoseconds = 250 * .millisecond
    static let longestBurst: Nanoseconds = 1 * .second
    /// What shows is wiped when nothing has come for it for so long (47 CFR 79.101 (k)).
    static let longestSilence: Nanoseconds = 16 * .second
    /// Cues that wait to be taken; more are a stream gone mad.
    static let maximumWaiting = 1_000

    private struct Shown {
        var block: CaptionBlock
        var start: Nanoseconds
    }

    private var shown: [Shown] = []
    private var done: [CaptionCue] = []
    private var burst: (start: Nanoseconds, last: Nanoseconds)?
    /// When anything came last.
    private var heardAt: Nanoseconds?

    /// Something has come, whether or not it changes what shows.
    mutating func hear(at time: Nanoseconds) {
        if let heardAt, time &- heardAt > Self.longestSilence { show([], at: heardAt &+ Self.longestSilence) }
        heardAt = time
    }

    /// This shows from now on, and nothing else.
    /// - Parameter grows: letters were added to what showed.
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

    /// A line is begun: what is typed on it from now on shows from now on.
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

    /// Cues whose end has become known since this was asked last.
    mutating func takeDone() -> [CaptionCue] {
        defer { done.removeAll() }
        return done
    }

    /// What shows at `time` and whose end nobody knows yet; not while it is being typed.
    func open(at time: Nanoseconds) -> [CaptionCue] {
        if let burst, time &- burst.last < Self.burstPause, time &- burst.start < Self.longestBurst { return [] }
        let end = (heardAt ?? time) &+ Self.longestSilence
        return shown.filter { $0.start <= time && $0.start < end }.map {
            CaptionCue(block: $0.block, start: $0.start, end: end)
        }
    }
}
