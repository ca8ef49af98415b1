import Synchronization

/// A ring buffer of samples from the decoding thread to the output's thread, with the media time of each sample.
///
/// The lock is held at most while some milliseconds of samples are copied.
final class AudioRing: Sendable {
    /// A run of frames with a linear time mapping.
    private struct Stretch {
        var firstFrame: Int
        var mediaTime: Nanoseconds
        /// Media seconds per second of output.
        var rate: Double
    }

    private struct State {
        var samples: [Float]
        /// Frames since the last reset.
        var read = 0
        var written = 0
        var stretches: [Stretch] = []
        var serial = 0
        /// Whether no samples are returned because the output is being flushed.
        var isHeld = false
        /// Incremented at the start and at the end of each flush.
        var flushes = 0
        var isComplete = false
        var rate = 1.0
        var nextMediaTime: Nanoseconds?
        var gains: [ChannelGain]
        /// Nil: levels are not measured.
        var meter: LevelMeter?
    }

    /// The factor of a channel's samples.
    private struct ChannelGain {
        private(set) var value: Float = 1
        private var wanted: Float = 1
        private var step: Float = 0

        /// - Parameter rampFrames: 0: at once.
        mutating func set(_ gain: Float, rampFrames: Float) {
            wanted = gain
            if rampFrames > 0 { step = max(abs(gain - value) / rampFrames, 1e-6) } else { value = gain }
        }

        /// Returns the factor of the next frame.
        mutating func next() -> Float {
            guard value != wanted else { return value }
            let left = wanted - value
            value = abs(left) <= step ? wanted : value + (left > 0 ? step : -step)
            return value
        }
    }

    let format: AudioFormat
    let capacity: Int
    private let state: Mutex<State>

    /// A longer gap between consecutive samples is filled with silence; a longer overlap is cut.
    static let gapTolerance: Nanoseconds = 15 * .millisecond
    /// The maximum duration of silence inserted for one gap.
    static let longestSilence: Nanoseconds = 60 * .second
    /// The duration of a volume ramp.
    static let rampSeconds = 0.012
    /// The number of retained time mappings, for samples that have been read but not played yet.
    static let maximumStretches = 512

    init(format: AudioFormat, seconds: Double) {
        self.format = format
        capacity = max(1024, Int(Double(format.sampleRate) * seconds))
        state = Mutex(
            State(
                samples: [Float](repeating: 0, count: capacity * format.channels),
                gains: [ChannelGain](repeating: ChannelGain(), count: format.channels)))
    }

    // MARK: - The decoding thread

    /// Empties the ring buffer for samples of another serial. `read` returns nothing until `release`.
    func reset(serial: Int, rate: Double) {
        state.withLock { state in
            state.read = 0
            state.written = 0
            state.stretches.removeAll(keepingCapacity: true)
            state.serial = serial
            state.isHeld = true
            state.flushes += 1
            state.isComplete = false
            state.rate = rate
            state.nextMediaTime = nil
        }
    }

    /// Ends the flush that `reset` started.
    func release() {
        state.withLock { state in
            state.isHeld = false
            state.flushes += 1
        }
    }

    /// Signals that no more samples will be written before the next reset.
    func complete(serial: Int) { state.withLock { if $0.serial == serial { $0.isComplete = true } } }

    var freeFrames: Int { state.withLock { capacity - ($0.written - $0.read) } }
    var filledFrames: Int { state.withLock { $0.written - $0.read } }
    /// The rate of the last written samples, in media seconds per second of output.
    var rate: Double { state.withLock { $0.rate } }
    /// The media time after the last written sample; nil before the first.
    var nextMediaTime: Nanoseconds? { state.withLock { $0.nextMediaTime } }
    var isComplete: Bool { state.withLock { $0.isComplete } }

    /// Writes as many samples as fit.
    /// - Parameter earliest: samples before this media time are dropped.
    /// - Parameter rate: the media seconds per second of output in these samples; nil: as set by the last reset or write.
    /// - Returns: the number of frames of `samples` that were written or dropped; nil if the serial is outdated.
    func write(
        _ samples: UnsafeBufferPointer<Float>, frames: Int, mediaTime: Nanoseconds, serial: Int, earliest: Nanoseconds,
        rate: Double? = nil
    ) -> Int? {
        state.withLock { state -> Int? in
            guard state.serial == serial else { return nil }
            if let rate { state.rate = rate }
            let perFrame = 1e9 / Double(format.sampleRate) * state.rate
            var skip = 0
            let wanted = state.nextMediaTime ?? earliest
            var gap = mediaTime &- wanted
            // Between consecutive samples only real gaps are filled; at a start every sample is placed exactly.
            let tolerance = state.nextMediaTime == nil ? Nanoseconds(perFrame) : Self.gapTolerance
            if gap < -tolerance {
                // Rounded, so that a range starts with the sample after the last one of the range before.
                skip = min(frames, Int((Double(-gap) / perFrame).rounded()))
                gap = 0
            } else if gap > tolerance {
                let silence = Int(Double(min(gap, Self.longestSilence)) / perFrame)
                let room = capacity - (state.written - state.read)
                let count = min(silence, room)
                append(nil, count, at: wanted, &state, perFrame)
                if count < silence { return 0 }
            }
            let room = capacity - (state.written - state.read)
            let count = min(frames - skip, room)
            if count > 0 {
                let rest = UnsafeBufferPointer(rebasing: samples[(skip * format.channels)...])
                // After a gap, continue from the end of the silence; otherwise each chunk would detect the same gap again.
                let start =
                    skip > 0 ? mediaTime &+ Nanoseconds(Double(skip) * perFrame) : state.nextMediaTime ?? mediaTime
                append(rest, count, at: start, &state, perFrame)
            }
            return skip + max(0, count)
        }
    }

    private func append(
        _ samples: UnsafeBufferPointer<Float>?, _ frames: Int, at mediaTime: Nanoseconds, _ state: inout State,
        _ perFrame: Double
    ) {
        guard frames > 0 else { return }
        state.stretches.append(Stretch(firstFrame: state.written, mediaTime: mediaTime, rate: state.rate))
        if state.stretches.count > Self.maximumStretches { state.stretches.removeFirst(Self.maximumStretches / 4) }
        let channels = format.channels
        var done = 0
        while done < frames {
            let at = (state.written + done) % capacity
            let run = min(frames - done, capacity - at)
            for index in 0..<(run * channels) {
                state.samples[at * channels + index] = samples?[done * channels + index] ?? 0
            }
            done += run
        }
        state.written += frames
        state.nextMediaTime = mediaTime &+ Nanoseconds(Double(frames) * perFrame)
    }

    // MARK: - The output's thread

    func read(into buffer: UnsafeMutableBufferPointer<Float>, frames: Int) -> Int {
        state.withLock { state in
            guard !state.isHeld else { return 0 }
            let channels = format.channels
            let count = min(frames, state.written - state.read, buffer.count / channels)
            guard count > 0 else { return 0 }
            var done = 0
            while done < count {
                let at = (state.read + done) % capacity
                let run = min(count - done, capacity - at)
                for channel in 0..<channels {
                    var gain = state.gains[channel]
                    state.samples.withUnsafeBufferPointer { samples in
                        for frame in 0..<run {
                            buffer[(done + frame) * channels + channel] =
                                samples[(at + frame) * channels + channel] * gain.next()
                        }
                    }
                    state.gains[channel] = gain
                }
                done += run
            }
            state.read += count
            state.meter?.add(buffer, frames: count)
            return count
        }
    }

    // MARK: - Any thread

    /// Ramps to this gain within some milliseconds, or sets it at once.
    /// - Parameter pan: from -1, the first channel of two only, to 1, the second one only; has no effect on other numbers of channels.
    func setGain(_ gain: Float, pan: Float = 0, ramps: Bool) {
        let rampFrames = ramps ? max(1, Float(Double(format.sampleRate) * Self.rampSeconds)) : 0
        state.withLock { state in
            let factors = state.gains.count == 2 ? [min(1, 1 - pan), min(1, 1 + pan)] : []
            for index in state.gains.indices {
                state.gains[index].set(gain * (factors.isEmpty ? 1 : factors[index]), rampFrames: rampFrames)
            }
        }
    }

    /// Begins or ends the measurement of levels.
    func setMetering(_ isEnabled: Bool) {
        state.withLock { state in
            if !isEnabled { state.meter = nil } else if state.meter == nil { state.meter = LevelMeter(format) }
        }
    }

    /// Returns the level of each channel in the samples that were read since the call before; empty while levels are not measured.
    func takeLevels() -> [AudioLevel] { state.withLock { $0.meter?.takeLevels() ?? [] } }

    /// Sets the levels to those of silence until more samples are read.
    func clearLevels() { state.withLock { $0.meter?.clear() } }

    /// Returns the media time of the frame at `framesPlayed` since the last reset; nil before the first.
    func mediaTime(framesPlayed: Double) -> Nanoseconds? { place(framesPlayed: framesPlayed)?.time }

    /// Returns the media time and the rate at `framesPlayed`.
    func place(framesPlayed: Double) -> (time: Nanoseconds, rate: Double)? {
        state.withLock { place(framesPlayed: framesPlayed, $0) }
    }

    private func place(framesPlayed: Double, _ state: borrowing State) -> (time: Nanoseconds, rate: Double)? {
        guard !state.stretches.isEmpty else { return nil }
        let bounded = min(framesPlayed, Double(state.read))
        var low = 0
        var high = state.stretches.count
        while low < high {
            let middle = (low + high) / 2
            if Double(state.stretches[middle].firstFrame) <= bounded { low = middle + 1 } else { high = middle }
        }
        let stretch = state.stretches[max(0, low - 1)]
        let ahead = max(0, bounded - Double(stretch.firstFrame))
        let time = stretch.mediaTime &+ Nanoseconds(ahead / Double(format.sampleRate) * stretch.rate * 1e9)
        return (time, stretch.rate)
    }

    /// Returns the playback state at a host time, from one consistent state of the ring buffer.
    /// - Parameter position: returns the position of the output. If the output is flushed meanwhile, the position counts frames of other samples,
    ///   and no media time is returned.
    func deviceState(at host: HostTime, position: () -> AudioPosition) -> AudioDeviceState {
        let flushes = state.withLock { $0.flushes }
        let position = position()
        let rate = Double(format.sampleRate)
        let elapsed = position.isRunning ? Double(host.nanoseconds &- position.hostTime) / 1e9 * rate : 0
        let played = position.framesPlayed + max(0, elapsed)
        return state.withLock { state in
            var deviceState = AudioDeviceState(serial: state.serial)
            guard !state.isHeld, state.flushes == flushes else { return deviceState }
            deviceState.isPassedToDevice = state.isComplete && state.written == state.read
            // The position is extrapolated: it may be ahead of a device that is late in taking the last samples.
            deviceState.isFinished = deviceState.isPassedToDevice && played >= Double(state.written) - 1
            deviceState.secondsLeft = max(0, Double(state.written) - played) / rate
            deviceState.isQueueEmpty = state.written == state.read
            if position.isRunning, played > 0 { deviceState.audible = place(framesPlayed: played, state) }
            return deviceState
        }
    }

    /// Returns the number of frames that were written and not played.
    func framesLeft(framesPlayed: Double) -> Double { state.withLock { max(0, Double($0.written) - framesPlayed) } }
}
