import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import MediaEngine

/// A device that is controlled by the test.
final class FakeDevice: DeviceOutput {
    struct State {
        var render: AudioRender?
        var events: (@Sendable (AudioOutputEvent) -> Void)?
        var played = 0.0
        var rendered = 0.0
        var isPaused = true
        var isGone = false
        var isSuspended = false
        /// Whether it resumes when it receives samples.
        var restsOnly = false
        /// Frames rendered by the device's own thread just before it is closed.
        var lateFrames = 0
    }
    let state: Mutex<State>
    let clock: any HostClock

    init(clock: any HostClock, isSuspended: Bool = false) {
        self.clock = clock
        state = Mutex(State(isSuspended: isSuspended))
    }

    func start(
        format: AudioFormat, render: @escaping AudioRender, events: @escaping @Sendable (AudioOutputEvent) -> Void
    ) throws(MediaError) {
        state.withLock { ($0.render, $0.events) = (render, events) }
    }

    func pull(_ frames: Int) {
        guard let render = state.withLock({ $0.render }) else { return }
        var buffer = [Float](repeating: 0, count: frames * 2)
        let got = buffer.withUnsafeMutableBufferPointer { render($0, frames) }
        state.withLock { $0.rendered += Double(got) }
    }

    func change(_ body: (inout State) -> Void) {
        let events = state.withLock { state in
            body(&state)
            return state.events
        }
        events?(.deviceLost)
    }

    func setPaused(_ paused: Bool) {
        state.withLock { state in
            state.isPaused = paused
            if !paused, state.restsOnly { state.isSuspended = false }
        }
    }
    func flush() { state.withLock { ($0.played, $0.rendered) = (0, 0) } }
    func wake() {}
    func position() -> AudioPosition {
        state.withLock { AudioPosition(framesPlayed: $0.played, hostTime: clock.now, isRunning: !$0.isPaused) }
    }
    var deviceName: String { "fake" }
    var isGone: Bool { state.withLock { $0.isGone } }
    var isSuspended: Bool { state.withLock { $0.isSuspended } }
    var latencySeconds: Double { 0.1 }
    func retire() -> AudioAccount {
        pull(state.withLock { $0.lateFrames })
        return state.withLock { state in
            state.render = nil
            return AudioAccount(played: state.played, rendered: state.rendered)
        }
    }
    func stop() { state.withLock { $0.render = nil } }
}

@Suite struct AutomaticOutputTests {
    private final class Bench: Sendable {
        let clock = FakeHostClock()
        let rendered = Mutex(0)
        let events = Mutex<[AudioOutputEvent]>([])
        let devices = Mutex<[FakeDevice]>([])
        let output: AutomaticOutput

        /// - Parameter suspended: for each device that is opened, whether it is suspended; the last value applies to all later devices.
        init(suspended: [Bool] = [false], retryInterval: Double = 0.01) {
            let (devices, clock) = (Holder(), clock)
            output = AutomaticOutput(clock: clock, retryInterval: retryInterval) {
                devices.list.withLock { list in
                    let device = FakeDevice(clock: clock, isSuspended: suspended[min(list.count, suspended.count - 1)])
                    list.append(device)
                    return device
                }
            }
            holder = devices
        }
        private let holder: Holder
        private final class Holder: Sendable { let list = Mutex<[FakeDevice]>([]) }
        var device: FakeDevice? { holder.list.withLock { $0.last } }
        var deviceCount: Int { holder.list.withLock { $0.count } }

        func start() throws {
            try output.start(format: AudioFormat(sampleRate: 48_000, channels: 2)) { [self] _, frames in
                rendered.withLock { $0 += frames }
                return frames
            } events: { [self] event in
                events.withLock { $0.append(event) }
            }
        }

        var count: Int { rendered.withLock { $0 } }
        var played: Double { output.position().framesPlayed }

        func until(_ condition: () -> Bool) async throws -> Bool {
            await eventually(condition)
        }

        func advance(milliseconds: Int64) { clock.advance(by: milliseconds * 1_000_000) }
    }

    @Test("when a device is lost, silence accounts for its rendered frames and then continues")
    func deviceIsLost() async throws {
        let bench = Bench(retryInterval: 60)
        try bench.start()
        bench.output.setPaused(false)
        let device = try #require(bench.device)
        device.pull(4_800)
        device.state.withLock { ($0.played, $0.lateFrames) = (2_400, 960) }
        #expect(bench.played == 2_400)
        device.change { $0.isGone = true }
        #expect(try await bench.until { bench.events.withLock { $0.contains(.deviceLost) } })
        #expect(bench.played == 2_400)
        // Frames rendered just before the loss are still to be played: 70 ms.
        bench.advance(milliseconds: 70)
        #expect(try await bench.until { bench.played == 5_760 })
        #expect(bench.count == 5_760)
        bench.advance(milliseconds: 20)
        #expect(try await bench.until { bench.played == 6_720 })
        #expect(bench.count == 6_720)
        bench.output.stop()
    }

    @Test("when a device returns, it takes over without a jump, and late frames are skipped")
    func deviceReturns() async throws {
        let bench = Bench()
        try bench.start()
        bench.output.setPaused(false)
        bench.device?.change { $0.isGone = true }
        #expect(try await bench.until { bench.events.withLock { $0.contains(.deviceChanged("fake")) } })
        #expect(bench.deviceCount == 2)
        let device = try #require(bench.device)
        // The device is audible after 100 ms, so 100 ms are skipped.
        #expect(bench.count == 4_800)
        #expect(bench.played == 0)
        bench.advance(milliseconds: 60)
        #expect(bench.played == 2_880)
        device.pull(960)
        bench.advance(milliseconds: 60)
        #expect(bench.played == 4_800, "the count waits for a device that is late")
        device.state.withLock { $0.played = 480 }
        #expect(bench.played == 5_280)
        bench.output.flush()
        #expect(bench.played == 0)
        bench.output.stop()
    }

    @Test("a device that is suspended during a pause is kept; one that is suspended during playback is abandoned")
    func suspended() async throws {
        let bench = Bench(suspended: [false, true])
        try bench.start()
        let device = try #require(bench.device)
        device.change { ($0.isSuspended, $0.restsOnly) = (true, true) }
        bench.output.setPaused(false)
        bench.output.setPaused(true)
        #expect(bench.output.deviceName == "fake")
        #expect(bench.deviceCount == 1)
        device.state.withLock { ($0.isSuspended, $0.restsOnly) = (true, false) }
        bench.output.setPaused(false)
        #expect(try await bench.until { bench.output.deviceName == "none" })
        // A permanently suspended device is retried repeatedly, and never used.
        #expect(try await bench.until { bench.deviceCount >= 3 })
        #expect(bench.output.deviceName == "none")
        bench.output.stop()
    }
}
