import Foundation
import Testing

@testable import WindowSystem

/// The guarantees of each kind of main loop, tested from another process.
struct MainLoopTests {
    /// The limit for a hop or a wake: far below the duration of a frame, also on a loaded machine.
    static let latencyLimitMicroseconds = 5000

    @Test("decision 5 (a): GLib's loop serves the main actor, wakes, frames, timers and RunLoop.main")
    func mainLoop_runs_servesEverything() async throws {
        let probe = try #require(Probe.start(["loop"]))
        try await expectService(probe, runLoopTimer: true)
        #expect(await probe.line("done") == "7")
    }

    @Test("decision 5 (b): under RunLoop.main.run the same sources are pumped")
    func mainLoop_runLoopRuns_sourcesArePumped() async throws {
        let probe = try #require(Probe.start(["guest"]))
        try await expectService(probe, runLoopTimer: true)
        #expect(await probe.line("done") == "0")
    }

    @Test("decision 5 (c): under dispatchMain the loop works; opening a window and run() fail with an error")
    func mainLoop_dispatchMain_windowRefuses() async throws {
        let probe = try #require(Probe.start(["dispatch"], environment: ["DISPLAY": ":0"]))
        #expect(await probe.line("window") == "mainThreadLost")
        #expect(await probe.line("run") == "refused")
        try await expectService(probe, runLoopTimer: false)
        #expect(await probe.line("done") == "0")
    }

    private func expectService(_ probe: ChildProgram, runLoopTimer: Bool) async throws {
        let hop = try #require(await probe.line("hop").flatMap { Int($0) })
        #expect(hop < Self.latencyLimitMicroseconds)
        let wake = try #require(await probe.line("wake").flatMap { Int($0) })
        #expect(wake < Self.latencyLimitMicroseconds)
        let frames = await probe.line("frames")
        #expect(frames == "steady", "\(probe.lines) \(probe.errors)")
        #expect(await probe.line("timer") == "fired")
        if runLoopTimer { #expect(await probe.line("runLoopTimer") == "fired") }
    }

    @Test(
        "section 6: Ctrl-C ends the loop with 130, SIGTERM with 143",
        arguments: [(SIGINT, Int32(130)), (SIGTERM, 143)] as [(Int32, Int32)])
    func mainLoop_signal_quitsWithCode(signal: Int32, code: Int32) async throws {
        let probe = try #require(Probe.start(["signals"]))
        _ = try #require(await probe.line("ready"))
        probe.signal(signal)
        #expect(await probe.line("done") == "\(code)")
        #expect(await probe.exitCode() == code)
    }

    @Test("decision 5: an idle loop uses no processor time")
    func mainLoop_idle_sleeps() async throws {
        let probe = try #require(
            Probe.start(["idle"], removing: ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"]))
        #expect(await probe.line("textScale") == "1.0")
        let used = try #require(await probe.line("idle").flatMap { Int($0) })
        #expect(used < 20_000, "microseconds in one second")
    }

    @MainActor
    @Test("decision 5 (c): timers, frames and signals work in a test process, whose main function is async")
    func mainLoop_asyncMain_timersFire() async {
        await withCheckedContinuation { continuation in
            MainLoop.shared.schedule(after: .milliseconds(1)) { continuation.resume() }
        }
        let frame = await withCheckedContinuation { continuation in
            MainLoop.shared.frames.requestFrame { continuation.resume(returning: $0) }
        }
        #expect(frame.deadline > frame.time)
        var signal: WakeSignal?
        var calls = 0
        await withCheckedContinuation { continuation in
            let made = WakeSignal {
                calls += 1
                if calls == 1 { continuation.resume() }
            }
            signal = made
            DispatchQueue.global().async { for _ in 0..<100 { made.raise() } }
        }
        #expect((1...100).contains(calls))
        signal = nil
        _ = signal
    }

    @MainActor
    @Test("a repeating timer repeats until it is cancelled, and a cancelled one never fires")
    func loopTimer_repeats_untilCancelled() async {
        var timer: LoopTimer?
        var count = 0
        let never = MainLoop.shared.schedule(after: .milliseconds(1)) { Issue.record("fired after cancel") }
        never.cancel()
        await withCheckedContinuation { continuation in
            timer = MainLoop.shared.schedule(every: .milliseconds(1)) {
                count += 1
                if count == 3 {
                    timer?.cancel()
                    continuation.resume()
                }
            }
        }
        #expect(timer?.isPending == false)
        #expect(!never.isPending)
        #expect(count == 3)
    }
}
