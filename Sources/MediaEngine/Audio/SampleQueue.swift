/// A queue of interleaved float frames, each with its media time. Frames are numbered from 0 at the last reset.
///
/// Owned by one thread at a time. A class with its own memory, because arrays are too slow here in debug builds.
final class SampleQueue {
    /// A run of frames with a linear time mapping.
    private struct Stretch {
        var frame: Int
        var mediaTime: Double
        var secondsPerFrame: Double
        func time(at frame: Double) -> Double { mediaTime + (frame - Double(self.frame)) * secondsPerFrame }
    }

    /// Smaller differences between timestamps and the extrapolated time are rounding errors, not gaps.
    static let timeTolerance = 0.001

    let channels: Int
    private var memory: UnsafeMutablePointer<Float>
    private var capacity: Int
    private var stretches: [Stretch] = []
    /// The numbers of the oldest retained frame, and of the one after the newest.
    private(set) var start = 0
    private(set) var end = 0

    init(channels: Int) {
        self.channels = max(1, channels)
        capacity = 8192
        memory = .allocate(capacity: capacity * self.channels)
    }

    deinit { memory.deallocate() }

    var count: Int { end - start }

    func removeAll() {
        start = 0
        end = 0
        stretches.removeAll(keepingCapacity: true)
    }

    /// Returns the samples from the retained frame `index` on, which are contiguous in memory. Invalid after the next append.
    func samples(at index: Int) -> UnsafeMutablePointer<Float> { memory + (index - start) * channels }

    /// Returns room for `frames` more at the end; `commit` appends them.
    func reserve(_ frames: Int) -> UnsafeMutablePointer<Float> {
        if count + frames > capacity {
            let larger = max(capacity * 2, count + frames)
            let moved = UnsafeMutablePointer<Float>.allocate(capacity: larger * channels)
            moved.update(from: memory, count: count * channels)
            memory.deallocate()
            memory = moved
            capacity = larger
        }
        return memory + count * channels
    }

    /// Appends reserved frames, the first of them at `mediaTime`.
    func commit(_ frames: Int, mediaTime: Double, secondsPerFrame: Double) {
        guard frames > 0 else { return }
        if let last = stretches.last, last.secondsPerFrame == secondsPerFrame,
            abs(last.time(at: Double(end)) - mediaTime) < Self.timeTolerance
        {
            // The time is continuous: extrapolating the old mapping averages out the rounding of timestamps.
        } else {
            stretches.append(Stretch(frame: end, mediaTime: mediaTime, secondsPerFrame: secondsPerFrame))
        }
        end += frames
    }

    func mediaTime(at frame: Double) -> Double {
        let stretch = stretches.last { Double($0.frame) <= frame } ?? stretches.first
        return stretch?.time(at: frame) ?? 0
    }

    /// Returns the media time per frame at a frame.
    func secondsPerFrame(at frame: Double) -> Double {
        let stretch = stretches.last { Double($0.frame) <= frame } ?? stretches.first
        return stretch?.secondsPerFrame ?? 0
    }

    var endTime: Double? { stretches.last.map { $0.time(at: Double(end)) } }

    func discard(before frame: Int) {
        let drop = min(max(0, frame - start), count)
        guard drop > 0 else { return }
        start += drop
        memory.update(from: memory + drop * channels, count: count * channels)
        while stretches.count > 1, stretches[1].frame <= start { stretches.removeFirst() }
    }

    /// Drops frames from the end.
    func truncate(to frame: Int) {
        end = max(start, min(end, frame))
    }

    /// Copies frames out, at most up to the next jump of media time or change of the time per frame.
    func pull(into buffer: UnsafeMutableBufferPointer<Float>, frames: Int) -> (frames: Int, mediaTime: Double) {
        var wanted = min(frames, count, buffer.count / channels)
        guard wanted > 0, let base = buffer.baseAddress else { return (0, mediaTime(at: Double(start))) }
        let time = mediaTime(at: Double(start))
        if stretches.count > 1 { wanted = min(wanted, max(1, stretches[1].frame - start)) }
        base.update(from: memory, count: wanted * channels)
        discard(before: start + wanted)
        return (wanted, time)
    }
}
