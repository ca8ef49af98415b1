/// Interleaved float frames in order, each with its media time. Frames are numbered from 0 at the last reset.
///
/// Owned by one thread at a time. A class with memory of its own, as arrays are too slow here in a debug build.
final class SampleQueue {
    /// A run of frames whose times lie on one line.
    private struct Stretch {
        var frame: Int
        var mediaTime: Double
        var secondsPerFrame: Double
        func time(at frame: Double) -> Double { mediaTime + (frame - Double(self.frame)) * secondsPerFrame }
    }

    /// Time stamps that differ by less from what the samples before say are rounding, not gaps.
    static let timeTolerance = 0.001

    let channels: Int
    private var memory: UnsafeMutablePointer<Float>
    private var capacity: Int
    private var stretches: [Stretch] = []
    /// The number of the oldest frame that is kept, and of the one after the newest.
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

    /// The samples of the kept frame `index`; what follows it follows in memory. Void after the next append.
    func samples(at index: Int) -> UnsafeMutablePointer<Float> { memory + (index - start) * channels }

    /// Room for `frames` more at the end; `commit` makes them count.
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

    /// Makes reserved frames count, the first of them at `mediaTime`.
    func commit(_ frames: Int, mediaTime: Double, secondsPerFrame: Double) {
        guard frames > 0 else { return }
        if let last = stretches.last, last.secondsPerFrame == secondsPerFrame,
            abs(last.time(at: Double(end)) - mediaTime) < Self.timeTolerance
        {
            // On the same line: averaging over it is what takes the rounding of time stamps away.
        } else {
            stretches.append(Stretch(frame: end, mediaTime: mediaTime, secondsPerFrame: secondsPerFrame))
        }
        end += frames
    }

    func mediaTime(at frame: Double) -> Double {
        let stretch = stretches.last { Double($0.frame) <= frame } ?? stretches.first
        return stretch?.time(at: frame) ?? 0
    }

    /// How far media goes on with the frame.
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

    /// Copies frames out, at most up to the next jump of media time.
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
