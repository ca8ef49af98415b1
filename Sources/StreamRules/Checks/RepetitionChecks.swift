import HLS

/// Finds audio frames that follow twice in a playlist, such as the end of a segment at the start of the next one.
struct RepetitionChecks {
    let facts: PlaylistFacts

    private static let fewestFrames = 4
    /// Silence and tones repeat few different frames.
    private static let fewestDifferent = 4
    /// Frames that are compared together.
    private static let groupLength = 4

    private struct Frame {
        var digest: UInt16
        var position: Int
    }

    func check(_ log: inout FindingLog) {
        guard !facts.isIFrames, !facts.isImages else { return }
        var frames: [Frame] = []
        var last = -1
        for (position, segment) in facts.examined {
            guard let digests = segment.span(.audio)?.digests, !digests.isEmpty else { continue }
            if position != last + 1 {
                checkFrames(frames, &log)
                frames = []
            }
            frames += digests.map { Frame(digest: $0, position: position) }
            last = position
        }
        checkFrames(frames, &log)
    }

    private func checkFrames(_ frames: [Frame], _ log: inout FindingLog) {
        guard frames.count >= 2 * Self.fewestFrames else { return }
        // The ends of groups of frames in this segment and in the one before.
        var recent: [UInt64: Int] = [:]
        var older: [UInt64: Int] = [:]
        var segment = frames[0].position
        var group: UInt64 = 0
        var run = (lag: 0, count: 0)
        for index in frames.indices {
            if frames[index].position != segment {
                segment = frames[index].position
                (older, recent) = (recent, [:])
            }
            group = group << 16 | UInt64(frames[index].digest)
            guard index + 1 >= Self.groupLength else { continue }
            let lag = (recent[group] ?? older[group]).map { index - $0 }
            recent[group] = index
            if let lag, lag == run.lag {
                run.count += 1
                continue
            }
            judge(run, before: index, frames, &log)
            run = (lag ?? 0, lag == nil ? 0 : 1)
        }
        judge(run, before: frames.count, frames, &log)
    }

    /// - Parameter run: the distance of equal groups of frames, and the number of consecutive groups at this distance.
    private func judge(_ run: (lag: Int, count: Int), before end: Int, _ frames: [Frame], _ log: inout FindingLog) {
        let count = run.count + Self.groupLength - 1
        // The frames follow their first occurrence at once. What is repeated again and again is periodic sound.
        guard run.count > 0, count >= Self.fewestFrames, run.lag <= count, count < 2 * run.lag, end - run.lag >= 0
        else { return }
        let repeated = frames[(end - run.lag)..<end]
        guard Set(repeated.map(\.digest)).count >= Self.fewestDifferent, let first = repeated.first else { return }
        log.add(
            .repeatedSound, "\(run.lag) audio frames follow twice: they are the same as the \(run.lag) frames before.",
            at: facts.place(first.position))
    }
}
