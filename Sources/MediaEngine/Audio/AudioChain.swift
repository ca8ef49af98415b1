import Synchronization

/// Plays the audio of consecutive sessions through one device, so that the first sample of the next item follows the last sample of the
/// current one without a gap.
///
/// Each session has a link, which is its audio output. Links whose formats are equal share a device. The device renders one link; when that
/// link has ended and is the current one, the same buffer continues with the link that is next.
public final class AudioChain: Sendable {
    /// A span of a device's frames that belongs to a link.
    private struct Span {
        /// The device's frame at which it starts, counted since the last flush.
        var start: Int
        var frames = 0
        var end: Int { start + frames }
    }

    private struct Link {
        var render: AudioRender
        var events: @Sendable (AudioOutputEvent) -> Void
        var device: Int
        /// Nil while the device contains no frame of the link.
        var span: Span?
        var end: End?
    }

    /// The end of a link's samples.
    private struct End {
        /// The number of silent frames before the next link.
        var silence: Int
    }

    private struct Device {
        let output: any AudioOutput
        let format: AudioFormat
        var rendering: Int?
        /// The frames rendered since the last flush.
        var rendered = 0
        /// Whether nothing is rendered because the output is being flushed.
        var isHeld = false
        /// Incremented at the start and end of each flush.
        var flushes = 0
    }

    private typealias LossReport = @Sendable (AudioOutputEvent) -> Void

    private struct State {
        var links: [Int: Link] = [:]
        var devices: [Int: Device] = [:]
        /// The link that the client hears, or will hear when it plays.
        var current: Int?
        /// The link that follows the current one without a gap.
        var next: Int?
        var lastNumber = 0
        /// The server's name of the device that the client has chosen.
        var deviceName: String?

        mutating func number() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    private let makeOutput: @Sendable () -> any AudioOutput
    private let state = Mutex(State())
    /// Acquired before `state` by methods that control an output. Outputs are never called with `state` locked, because they call `render`
    /// with locks of their own. Links receive events with neither locked, because they may control their output at once.
    private let control = Mutex(())

    /// - Parameter makeOutput: creates the output of a device; nil: the machine's default output.
    public init(clock: any HostClock, makeOutput: (@Sendable () -> any AudioOutput)? = nil) {
        self.makeOutput = makeOutput ?? { DefaultAudioOutput.make(clock: clock) }
    }

    /// Returns the output of another session.
    public func makeLink() -> AudioChainLink {
        AudioChainLink(chain: self, number: state.withLock { $0.number() })
    }

    /// Sets which link is current, and which one follows it without a gap.
    public func setOrder(current: AudioChainLink?, next: AudioChainLink?) {
        withControl {
            let early = state.withLock { state -> Int? in
                let old = state.next
                state.current = current?.number
                state.next = next?.number
                // Frames of a link that is no longer next must not be played.
                guard let old, old != state.next, old != state.current, state.links[old]?.span != nil else {
                    return nil
                }
                return state.links[old]?.device
            }
            return early.map { flush($0, thenRender: current?.number) } ?? []
        }
    }

    /// Chooses the device for all links, see `AudioOutput.selectDevice(_:)`.
    public func selectDevice(_ name: String?) {
        control.withLock { _ in
            let outputs = state.withLock { state in
                state.deviceName = name
                return state.devices.values.map(\.output)
            }
            for output in outputs { output.selectDevice(name) }
        }
    }

    // MARK: - Links

    func start(
        _ number: Int, format: AudioFormat, render: @escaping AudioRender,
        events: @escaping @Sendable (AudioOutputEvent) -> Void
    ) throws(MediaError) {
        let isJoined = state.withLock { state -> Bool in
            guard let device = state.devices.first(where: { $0.value.format == format })?.key else { return false }
            state.links[number] = Link(render: render, events: events, device: device)
            return true
        }
        if isJoined { return }
        let output = makeOutput()
        let device = state.withLock { state -> Int in
            let device = state.number()
            state.devices[device] = Device(output: output, format: format, rendering: number)
            state.links[number] = Link(render: render, events: events, device: device)
            return device
        }
        control.withLock { _ in output.selectDevice(state.withLock { $0.deviceName }) }
        do throws(MediaError) {
            try output.start(
                format: format,
                render: { [weak self] buffer, frames in self?.render(device, buffer, frames) ?? 0 },
                events: { [weak self] event in self?.report(event, of: device) })
        } catch {
            state.withLock { state in
                state.links[number] = nil
                state.devices[device] = nil
            }
            output.stop()
            throw error
        }
    }

    private func report(_ event: AudioOutputEvent, of device: Int) {
        let links = state.withLock { state in state.links.values.filter { $0.device == device } }
        for link in links { link.events(event) }
    }

    func output(of number: Int) -> (any AudioOutput)? {
        state.withLock { state in state.links[number].flatMap { state.devices[$0.device]?.output } }
    }

    func setPaused(_ paused: Bool, _ number: Int) {
        withControl {
            enum Step { case none, set, takeOver }
            let (step, device) = state.withLock { state -> (Step, Int) in
                guard let link = state.links[number], let device = state.devices[link.device] else { return (.none, 0) }
                if device.rendering == number || link.span != nil { return (.set, link.device) }
                return (paused ? .none : .takeOver, link.device)
            }
            guard step != .none else { return [] }
            let lost = step == .takeOver ? flush(device, thenRender: number) : []
            output(of: number)?.setPaused(paused)
            return lost
        }
    }

    /// Pauses a link that has played to its end, unless the device plays the next one already.
    func handOver(_ number: Int) {
        let isTaken = state.withLock { state in
            guard let link = state.links[number], let device = state.devices[link.device] else { return true }
            return device.rendering != number && [state.next, state.current].contains(device.rendering)
        }
        if !isTaken { setPaused(true, number) }
    }

    func end(_ number: Int, silence: Int) {
        state.withLock { $0.links[number]?.end = End(silence: max(0, silence)) }
    }

    func flush(_ number: Int) {
        withControl {
            let device = state.withLock { state -> Int? in
                guard let link = state.links[number], let device = state.devices[link.device] else { return nil }
                state.links[number]?.end = nil
                return device.rendering == number || link.span != nil ? link.device : nil
            }
            return device.map { flush($0, thenRender: number) } ?? []
        }
    }

    func wake(_ number: Int) {
        let output = state.withLock { state -> (any AudioOutput)? in
            guard let link = state.links[number], let device = state.devices[link.device] else { return nil }
            return device.rendering == number || state.next == number ? device.output : nil
        }
        output?.wake()
    }

    func position(_ number: Int) -> AudioPosition {
        let before = state.withLock { state -> (output: any AudioOutput, flushes: Int)? in
            guard let link = state.links[number], let device = state.devices[link.device] else { return nil }
            return (device.output, device.flushes)
        }
        guard let before else { return AudioPosition(framesPlayed: 0, hostTime: 0, isRunning: false) }
        var position = before.output.position()
        return state.withLock { state in
            let none = AudioPosition(framesPlayed: 0, hostTime: position.hostTime, isRunning: false)
            guard let link = state.links[number], let device = state.devices[link.device], let span = link.span,
                !device.isHeld, device.flushes == before.flushes
            else { return none }
            let ahead = position.framesPlayed - Double(span.start)
            if ahead < 0, position.isRunning {
                // The frames of the link before are still being played.
                position.hostTime &+= Int64(-ahead / Double(device.format.sampleRate) * 1e9)
            }
            position.framesPlayed = max(0, min(ahead, Double(span.frames)))
            return position
        }
    }

    func stop(_ number: Int) {
        withControl {
            enum Step {
                case none
                case silence(Int)
                case close(any AudioOutput)
            }
            let step = state.withLock { state -> Step in
                guard let link = state.links.removeValue(forKey: number) else { return .none }
                if !state.links.values.contains(where: { $0.device == link.device }) {
                    return state.devices.removeValue(forKey: link.device).map { .close($0.output) } ?? .none
                }
                let isPlaying = state.devices[link.device]?.rendering == number
                return isPlaying ? .silence(link.device) : .none
            }
            switch step {
            case .none: return []
            case .close(let output):
                output.stop()
                return []
            case .silence(let device):
                state.withLock { $0.devices[device]?.output }?.setPaused(true)
                return flush(device, thenRender: nil)
            }
        }
    }

    // MARK: - The device

    /// Calls `body` with `control` locked, and then reports the loss to the links whose frames it has discarded.
    private func withControl(_ body: () -> [LossReport]) {
        let lost = control.withLock { _ in body() }
        for report in lost { report(.framesDiscarded) }
    }

    /// Discards the frames in a device. Call with `control` locked.
    /// - Returns: the receivers of events of the other links that have lost frames.
    private func flush(_ number: Int, thenRender link: Int?) -> [LossReport] {
        let output = state.withLock { state -> (any AudioOutput)? in
            state.devices[number]?.isHeld = true
            state.devices[number]?.flushes += 1
            return state.devices[number]?.output
        }
        output?.flush()
        let lost = state.withLock { state -> [LossReport] in
            state.devices[number]?.rendering = link
            state.devices[number]?.rendered = 0
            state.devices[number]?.isHeld = false
            state.devices[number]?.flushes += 1
            var lost: [LossReport] = []
            for (key, value) in state.links where value.device == number && value.span != nil {
                state.links[key]?.span = nil
                if key != link { lost.append(value.events) }
            }
            return lost
        }
        output?.wake()
        return lost
    }

    /// Called on the device's thread.
    private func render(_ number: Int, _ buffer: UnsafeMutableBufferPointer<Float>, _ frames: Int) -> Int {
        state.withLock { state in
            guard let device = state.devices[number], !device.isHeld, var link = device.rendering else { return 0 }
            let channels = device.format.channels
            let room = min(frames, buffer.count / max(1, channels))
            var done = 0
            while done < room {
                // Read before the samples: a link ends only after its last sample was written.
                let end = state.links[link]?.end
                let got = state.links[link]?.render(Self.rest(of: buffer, from: done * channels), room - done) ?? 0
                append(got, link, number, &state)
                done += got
                guard done < room, let end, state.current == link, let next = state.next,
                    state.links[next]?.device == number
                else { break }
                let silence = min(end.silence, room - done)
                if silence > 0 {
                    buffer[(done * channels)..<((done + silence) * channels)].update(repeating: 0)
                    state.links[link]?.end?.silence -= silence
                    state.devices[number]?.rendered += silence
                    done += silence
                    continue
                }
                let first = state.links[next]?.render(Self.rest(of: buffer, from: done * channels), room - done) ?? 0
                guard first > 0 else { break }
                append(first, next, number, &state)
                done += first
                state.devices[number]?.rendering = next
                link = next
            }
            return done
        }
    }

    private static func rest(
        of buffer: UnsafeMutableBufferPointer<Float>, from start: Int
    ) -> UnsafeMutableBufferPointer<Float> { UnsafeMutableBufferPointer(rebasing: buffer[start...]) }

    private func append(_ frames: Int, _ link: Int, _ device: Int, _ state: inout State) {
        guard frames > 0, let start = state.devices[device]?.rendered else { return }
        if state.links[link]?.span == nil { state.links[link]?.span = Span(start: start) }
        state.links[link]?.span?.frames += frames
        state.devices[device]?.rendered += frames
    }
}

/// The audio output of one session in an `AudioChain`.
public final class AudioChainLink: AudioOutput {
    private let chain: AudioChain
    let number: Int

    init(chain: AudioChain, number: Int) {
        self.chain = chain
        self.number = number
    }

    public var deviceName: String { chain.output(of: number)?.deviceName ?? "none" }

    public func start(
        format: AudioFormat, render: @escaping AudioRender, events: @escaping @Sendable (AudioOutputEvent) -> Void
    ) throws(MediaError) {
        try chain.start(number, format: format, render: render, events: events)
    }

    public func setPaused(_ paused: Bool) { chain.setPaused(paused, number) }
    public func handOver() { chain.handOver(number) }
    public func end(silentFrames: Int) { chain.end(number, silence: silentFrames) }
    public func flush() { chain.flush(number) }
    public func wake() { chain.wake(number) }
    public func position() -> AudioPosition { chain.position(number) }
    public func stop() { chain.stop(number) }
}
