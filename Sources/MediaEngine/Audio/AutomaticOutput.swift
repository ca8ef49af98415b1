import Foundation
import Synchronization

/// The machine's sound, or none: falls to silence on the host clock when the server is not there or goes, and comes back with it.
///
/// The count of frames goes on over every change of output, so that the time of what is played does not jump.
final class AutomaticOutput: AudioOutput {
    /// The count between the moment that a device takes over and its first sound.
    private struct Bridge {
        var heard: Double
        var since: Int64
    }

    private struct State {
        var silence: NullOutput?
        var device: (any DeviceOutput)?
        var format = AudioFormat(sampleRate: 48_000, channels: 2)
        var render: AudioRender?
        var events: (@Sendable (AudioOutputEvent) -> Void)?
        var isPaused = true
        var isStopped = false
        /// Frames that count as rendered before the first one that the device got.
        var base = 0.0
        var bridge: Bridge?
        var count = HeardCount(sampleRate: 48_000)
        /// Changes with each flush; odd while the device is being flushed, when its count means nothing.
        var flushes = 0

        var active: (any AudioOutput)? { device ?? silence }
    }

    private let clock: any HostClock
    private let retryInterval: Double
    private let makeDevice: @Sendable () -> any DeviceOutput
    private let state = Mutex(State())
    /// Taken before `state` by whatever changes the output or must not fall between two.
    private let change = Mutex(())

    /// Between two attempts to reach a server that was there before.
    static let retryInterval = 2.0
    /// A device that rests has so long to wake.
    static let wakingSeconds = 0.3
    /// Devices that are lost are left from here: quickly, and not on a thread of theirs.
    private static let lossQueue = DispatchQueue(label: "media sound loss")
    /// Devices are opened again from here, one after the other: it may take a second or two.
    private static let retryQueue = DispatchQueue(label: "media sound retry")

    init(
        clock: any HostClock, retryInterval: Double = AutomaticOutput.retryInterval,
        makeDevice: (@Sendable () -> any DeviceOutput)? = nil
    ) {
        self.clock = clock
        self.retryInterval = retryInterval
        self.makeDevice = makeDevice ?? { PulseOutput(clock: clock) }
    }

    var deviceName: String { state.withLock { $0.active }?.deviceName ?? "none" }

    func start(
        format: AudioFormat, render: @escaping AudioRender, events: @escaping @Sendable (AudioOutputEvent) -> Void
    ) throws(MediaError) {
        state.withLock { state in
            state.format = format
            state.render = render
            state.events = events
            state.count = HeardCount(sampleRate: format.sampleRate)
            state.count.setRunning(!state.isPaused, at: clock.now)
        }
        let device = open(render)
        let silence = device == nil ? NullOutput(clock: clock) : nil
        try silence?.start(format: format, render: render, events: { _ in })
        guard install(device, silence) else {
            device?.stop()
            silence?.stop()
            return
        }
        if let device, device.isGone {
            // Lost before it was this output's device: `handle` has ignored that event.
            Self.lossQueue.async { [self] in checkDevice(device) }
        }
    }

    /// Makes one of the two what is played through, paused or not as was wished meanwhile.
    /// - Returns: false if this output was stopped meanwhile.
    private func install(_ device: (any DeviceOutput)?, _ silence: NullOutput?) -> Bool {
        change.withLock { _ -> Bool in
            let active = state.withLock { state -> (any AudioOutput)? in
                guard !state.isStopped else { return nil }
                state.device = device
                state.silence = silence
                return state.active
            }
            guard let active else { return false }
            if !state.withLock({ $0.isPaused }) { active.setPaused(false) }
            return true
        }
    }

    private func open(_ render: @escaping AudioRender) -> (any DeviceOutput)? {
        let format = state.withLock { $0.format }
        let device = makeDevice()
        do throws(MediaError) {
            try device.start(format: format, render: render) { [weak self, weak device] event in
                guard let self, let device else { return }
                self.handle(event, from: device)
            }
            return device
        } catch {
            return nil
        }
    }

    // MARK: - From the device to silence

    /// On the device's thread, which must not close itself: the change is made elsewhere.
    private func handle(_ event: AudioOutputEvent, from device: any DeviceOutput) {
        switch event {
        case .deviceLost:
            Self.lossQueue.async { [self] in checkDevice(device) }
        case .deviceChanged:
            let events = state.withLock { $0.device === device ? $0.events : nil }
            events?(event)
        }
    }

    /// Leaves a device that is gone, or does not play what it should. One that rests during a pause is none of these.
    private func checkDevice(_ device: any DeviceOutput) {
        guard device.isGone || (device.isSuspended && state.withLock { !$0.isPaused }) else { return }
        fallSilent(from: device)
    }

    private func fallSilent(from device: any DeviceOutput) {
        let events = change.withLock { _ -> (@Sendable (AudioOutputEvent) -> Void)? in
            let isActive = state.withLock { !$0.isStopped && $0.device === device }
            guard isActive else { return nil }
            let account = device.retire()
            let now = clock.now
            return state.withLock { state -> (@Sendable (AudioOutputEvent) -> Void)? in
                guard let render = state.render else { return nil }
                let heard = Self.counted(account.heard, state, at: now)
                let silence = NullOutput(
                    clock: clock, heard: heard, owed: max(0, state.base + account.rendered - heard))
                // It has nothing to open, so it cannot fail.
                try? silence.start(format: state.format, render: render, events: { _ in })
                silence.setPaused(state.isPaused)
                state.device = nil
                state.silence = silence
                state.base = 0
                state.bridge = nil
                return state.events
            }
        }
        guard let events else { return }
        events(.deviceLost)
        retryLater()
    }

    // MARK: - And back

    private func retryLater() {
        Self.retryQueue.asyncAfter(deadline: .now() + retryInterval) { [weak self] in self?.retry() }
    }

    private func retry() {
        guard let render = state.withLock({ $0.isStopped || $0.silence == nil ? nil : $0.render }) else { return }
        // It connects and waits with nothing to play, while silence goes on.
        let isOpen = SharedFlag()
        let device = open { buffer, frames in isOpen.value.load(ordering: .acquiring) ? render(buffer, frames) : 0 }
        guard let device, isAwake(device), takeOver(device, isOpen) else {
            device?.stop()
            retryLater()
            return
        }
        device.wake()
        state.withLock { $0.events }?(.deviceChanged(device.deviceName))
    }

    private final class SharedFlag: Sendable { let value = Atomic(false) }

    /// Gives a device that rests the occasion to wake.
    private func isAwake(_ device: any DeviceOutput) -> Bool {
        guard device.isSuspended else { return true }
        device.setPaused(false)
        let deadline = SystemHostClock().now + Nanoseconds(seconds: Self.wakingSeconds)
        while device.isSuspended, !device.isGone, SystemHostClock().now < deadline { usleep(5_000) }
        device.setPaused(true)
        device.flush()
        return !device.isSuspended
    }

    /// Sound goes on where time will be when the device's first frame is heard; what lies between is left out.
    private func takeOver(_ device: any DeviceOutput, _ isOpen: SharedFlag) -> Bool {
        change.withLock { _ in
            let wanted = state.withLock { state -> (NullOutput, AudioFormat, AudioRender, Bool)? in
                guard !state.isStopped, let silence = state.silence, let render = state.render else { return nil }
                return (silence, state.format, render, state.isPaused)
            }
            guard let (silence, format, render, isPaused) = wanted, !device.isGone else { return false }
            let account = silence.retire()
            let missed = account.heard + (isPaused ? 0 : device.latencySeconds * Double(format.sampleRate))
            let skipped = Self.skip(Int(missed - account.rendered), render, format)
            state.withLock { state in
                state.silence = nil
                state.device = device
                state.base = account.rendered + Double(skipped)
                state.bridge = Bridge(heard: account.heard, since: clock.now)
            }
            isOpen.value.store(true, ordering: .releasing)
            device.setPaused(isPaused)
            return true
        }
    }

    private static func skip(_ frames: Int, _ render: AudioRender, _ format: AudioFormat) -> Int {
        guard frames > 0 else { return 0 }
        var buffer = [Float](repeating: 0, count: frames * format.channels)
        return buffer.withUnsafeMutableBufferPointer { render($0, frames) }
    }

    /// The device's count on this output's, over the bridge where there is one.
    private static func counted(_ heard: Double, _ state: State, at host: Int64) -> Double {
        guard heard <= 0, let bridge = state.bridge else { return state.base + heard }
        let elapsed = state.isPaused ? 0 : Double(max(0, host - bridge.since)) / 1e9
        return min(state.base, bridge.heard + elapsed * Double(state.format.sampleRate))
    }

    // MARK: - The output

    func setPaused(_ paused: Bool) {
        let device = change.withLock { _ -> (any DeviceOutput)? in
            let now = clock.now
            let (active, device) = state.withLock { state -> ((any AudioOutput)?, (any DeviceOutput)?) in
                if state.isPaused != paused, let bridge = state.bridge {
                    state.bridge = Bridge(heard: max(bridge.heard, Self.counted(0, state, at: now)), since: now)
                }
                state.isPaused = paused
                state.count.setRunning(!paused, at: now)
                return (state.active, state.device)
            }
            active?.setPaused(paused)
            return device
        }
        guard !paused, let device, device.isSuspended else { return }
        // It rested during the pause and wakes now, unless somebody has put it to sleep.
        Self.lossQueue.asyncAfter(deadline: .now() + Self.wakingSeconds) { [weak self] in
            self?.checkDevice(device)
        }
    }

    func flush() {
        change.withLock { _ in
            let active = state.withLock { state in
                state.base = 0
                state.bridge = nil
                state.flushes += 1
                state.count.flush(at: clock.now)
                return state.active
            }
            active?.flush()
            state.withLock { $0.flushes += 1 }
        }
    }

    func wake() { state.withLock { $0.active }?.wake() }

    func position() -> AudioPosition {
        let (active, flushes) = state.withLock { ($0.active, $0.flushes) }
        let reported = active?.position()
        return state.withLock { state in
            // Changed or flushed in between: the last count rather than the wrong one.
            guard let reported, state.active === active, state.flushes == flushes, flushes % 2 == 0 else {
                return AudioPosition(framesHeard: state.count.frames, hostTime: clock.now, isRunning: false)
            }
            let counted = Self.counted(reported.framesHeard, state, at: reported.hostTime)
            return AudioPosition(
                framesHeard: state.count.admit(counted, at: reported.hostTime), hostTime: reported.hostTime,
                isRunning: reported.isRunning)
        }
    }

    func stop() {
        let active = change.withLock { _ in
            state.withLock { state -> (any AudioOutput)? in
                let active = state.active
                state.isStopped = true
                state.render = nil
                state.events = nil
                state.device = nil
                state.silence = nil
                return active
            }
        }
        active?.stop()
    }
}

/// The output that a session uses where it is given none.
enum DefaultAudioOutput {
    static func make(clock: any HostClock) -> any AudioOutput { AutomaticOutput(clock: clock) }
}
