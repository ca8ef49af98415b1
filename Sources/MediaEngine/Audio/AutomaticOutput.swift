import Foundation
import Synchronization

/// Plays through the audio server; while the server is unavailable, through a silent output on the host clock.
///
/// The count of played frames continues over every change of output, so that item time does not jump.
final class AutomaticOutput: AudioOutput {
    /// The frame count between the start of a device and its first played frame.
    private struct Bridge {
        var played: Double
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
        /// The server's name of the device that the client has chosen.
        var deviceName: String?
        /// The number of frames that count as rendered before the device's first frame.
        var base = 0.0
        var bridge: Bridge?
        var count = PlayedFrameCount(sampleRate: 48_000)
        /// Incremented at the start and end of each flush; odd while the device is being flushed and its count is not valid.
        var flushes = 0

        var active: (any AudioOutput)? { device ?? silence }
    }

    private let clock: any HostClock
    private let retryInterval: Double
    private let makeDevice: @Sendable () -> any DeviceOutput
    private let state = Mutex(State())
    /// Acquired before `state` by methods that change the output, or that must not run during a change.
    private let change = Mutex(())

    /// The interval of attempts to reconnect to a server.
    static let retryInterval = 2.0
    /// The time that a suspended device has to resume.
    static let wakingSeconds = 0.3
    /// The queue on which lost devices are stopped, so that the devices' event handlers do not block.
    private static let lossQueue = DispatchQueue(label: "media audio device loss")
    /// The queue on which devices are reopened, one after another: opening may take a second or two.
    private static let retryQueue = DispatchQueue(label: "media audio device retry")

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
            state.count = PlayedFrameCount(sampleRate: format.sampleRate)
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
            // The device was lost before it was installed, so `handle` has ignored the event.
            Self.lossQueue.async { [self] in checkDevice(device) }
        }
    }

    /// Installs one of the two outputs as the active one, in the current pause state.
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
            active.selectDevice(state.withLock { $0.deviceName })
            if !state.withLock({ $0.isPaused }) { active.setPaused(false) }
            return true
        }
    }

    private func open(_ render: @escaping AudioRender) -> (any DeviceOutput)? {
        let (format, name) = state.withLock { ($0.format, $0.deviceName) }
        let device = makeDevice()
        device.selectDevice(name)
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

    // MARK: - Switching from the device to silence

    /// Handles an event of a device. Stopping a device may block, so it is done on another queue.
    private func handle(_ event: AudioOutputEvent, from device: any DeviceOutput) {
        switch event {
        case .deviceLost:
            Self.lossQueue.async { [self] in checkDevice(device) }
        case .deviceChanged, .framesDiscarded:
            let events = state.withLock { $0.device === device ? $0.events : nil }
            events?(event)
        }
    }

    /// Switches away from a device that is lost or suspended. A device that is suspended during a pause is kept.
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
                let played = Self.counted(account.played, state, at: now)
                let silence = NullOutput(
                    clock: clock, played: played, silentFrames: max(0, state.base + account.rendered - played))
                // Starting a null output cannot fail.
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

    // MARK: - Switching back to the device

    private func retryLater() {
        Self.retryQueue.asyncAfter(deadline: .now() + retryInterval) { [weak self] in self?.retry() }
    }

    private func retry() {
        guard let render = state.withLock({ $0.isStopped || $0.silence == nil ? nil : $0.render }) else { return }
        // The device connects without rendering, while the silent output continues.
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

    /// Resumes a suspended device for a moment.
    private func isAwake(_ device: any DeviceOutput) -> Bool {
        guard device.isSuspended else { return true }
        device.setPaused(false)
        let deadline = SystemHostClock().now + Nanoseconds(seconds: Self.wakingSeconds)
        while device.isSuspended, !device.isGone, SystemHostClock().now < deadline { usleep(5_000) }
        device.setPaused(true)
        device.flush()
        return !device.isSuspended
    }

    /// Audio continues at the media time at which the device's first frame will be audible; frames before are skipped.
    private func takeOver(_ device: any DeviceOutput, _ isOpen: SharedFlag) -> Bool {
        change.withLock { _ in
            let wanted = state.withLock { state -> (NullOutput, AudioFormat, AudioRender, Bool)? in
                guard !state.isStopped, let silence = state.silence, let render = state.render else { return nil }
                return (silence, state.format, render, state.isPaused)
            }
            guard let (silence, format, render, isPaused) = wanted, !device.isGone else { return false }
            let account = silence.retire()
            let missed = account.played + (isPaused ? 0 : device.latencySeconds * Double(format.sampleRate))
            let skipped = Self.skip(Int(missed - account.rendered), render, format)
            state.withLock { state in
                state.silence = nil
                state.device = device
                state.base = account.rendered + Double(skipped)
                state.bridge = Bridge(played: account.played, since: clock.now)
            }
            device.selectDevice(state.withLock { $0.deviceName })
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

    /// Converts the device's count to this output's count, including the time until the device's first frame.
    private static func counted(_ played: Double, _ state: State, at host: Int64) -> Double {
        guard played <= 0, let bridge = state.bridge else { return state.base + played }
        let elapsed = state.isPaused ? 0 : Double(max(0, host - bridge.since)) / 1e9
        return min(state.base, bridge.played + elapsed * Double(state.format.sampleRate))
    }

    // MARK: - The output

    func setPaused(_ paused: Bool) {
        let device = change.withLock { _ -> (any DeviceOutput)? in
            let now = clock.now
            let (active, device) = state.withLock { state -> ((any AudioOutput)?, (any DeviceOutput)?) in
                if state.isPaused != paused, let bridge = state.bridge {
                    state.bridge = Bridge(played: max(bridge.played, Self.counted(0, state, at: now)), since: now)
                }
                state.isPaused = paused
                state.count.setRunning(!paused, at: now)
                return (state.active, state.device)
            }
            active?.setPaused(paused)
            return device
        }
        guard !paused, let device, device.isSuspended else { return }
        // The device was suspended during the pause and resumes now, unless it was suspended by the user.
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

    func selectDevice(_ name: String?) {
        change.withLock { _ in
            let active = state.withLock { state in
                state.deviceName = name
                return state.active
            }
            active?.selectDevice(name)
        }
    }

    func position() -> AudioPosition {
        let (active, flushes) = state.withLock { ($0.active, $0.flushes) }
        let reported = active?.position()
        return state.withLock { state in
            // The output changed or was flushed during the call: return the last count.
            guard let reported, state.active === active, state.flushes == flushes, flushes % 2 == 0 else {
                return AudioPosition(framesPlayed: state.count.frames, hostTime: clock.now, isRunning: false)
            }
            let counted = Self.counted(reported.framesPlayed, state, at: reported.hostTime)
            return AudioPosition(
                framesPlayed: state.count.admit(counted, at: reported.hostTime), hostTime: reported.hostTime,
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

/// The output of a session that has none configured.
enum DefaultAudioOutput {
    static func make(clock: any HostClock) -> any AudioOutput { AutomaticOutput(clock: clock) }
}
