import Foundation
import Synchronization
import WindowSystem

/// Checks that every kind of main loop must pass. Prints `done` at the end.
@MainActor
final class LoopChecks {
    private var wake: WakeSignal?
    private var frames: [FrameClock.Frame] = []
    private var runLoopTimer: Timer?

    func start(atEnd: @escaping @MainActor () -> Void) {
        hop { [self] in
            wakeFromThread { [self] in
                frame { [self] in
                    timer { [self] in
                        runLoop(then: atEnd)
                    }
                }
            }
        }
    }

    /// Measures ten hops from a worker to the main actor; prints the median in microseconds.
    private func hop(then next: @escaping @MainActor () -> Void) {
        Task.detached {
            var times: [TimeInterval] = []
            for _ in 0..<11 {
                let start = MonotonicTime.now
                let arrived = await MainActor.run { MonotonicTime.now }
                times.append(arrived - start)
            }
            let median = times.sorted()[5]
            await MainActor.run {
                tell("hop \(Int(median * 1_000_000))")
                next()
            }
        }
    }

    private func wakeFromThread(then next: @escaping @MainActor () -> Void) {
        let raised = RaiseTime()
        var times: [TimeInterval] = []
        let signal = WakeSignal { [self] in
            // The second raise of a pair calls again if the first call was already over; after the last pair that is ignored.
            guard wake != nil else { return }
            times.append(MonotonicTime.now - raised.seconds)
            if times.count < 11 {
                raiseLater(raised)
            } else {
                tell("wake \(Int(times.sorted()[5] * 1_000_000))")
                wake = nil
                next()
            }
        }
        wake = signal
        raiseLater(raised)
    }

    private func raiseLater(_ raised: RaiseTime) {
        let signal = wake
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(2)) {
            raised.recordNow()
            signal?.raise()
            signal?.raise()
        }
    }

    private func frame(then next: @escaping @MainActor () -> Void) {
        MainLoop.shared.frames.requestFrame { [self] frame in
            frames.append(frame)
            if frames.count < 4 { return self.frame(then: next) }
            let steps = zip(frames.dropFirst(), frames).map { $0.time - $1.time }
            // A late frame of a busy machine shortens the step after it, but four frames never come within two periods.
            let isSteady = steps.allSatisfy { $0 > 0 } && steps.reduce(0, +) > 2 / 60.0
            tell("frames \(isSteady ? "steady" : "\(steps)")")
            next()
        }
    }

    private func timer(then next: @escaping @MainActor () -> Void) {
        let start = MonotonicTime.now
        MainLoop.shared.schedule(after: .milliseconds(5)) {
            tell("timer \(MonotonicTime.now - start >= 0.005 ? "fired" : "early")")
            next()
        }
    }

    private func runLoop(then next: @escaping @MainActor () -> Void) {
        runLoopTimer = Timer(timeInterval: 0.005, repeats: false) { _ in
            tell("runLoopTimer fired")
            MainActor.assumeIsolated { next() }
        }
        if let runLoopTimer, MainLoop.isOnProcessMainThread {
            RunLoop.main.add(runLoopTimer, forMode: .common)
        } else {
            next()
        }
    }
}

/// The time at which a signal was last raised, in seconds of `MonotonicTime`.
private final class RaiseTime: Sendable {
    private let time = Mutex<TimeInterval>(0)
    var seconds: TimeInterval { time.withLock { $0 } }
    func recordNow() { time.withLock { $0 = MonotonicTime.now } }
}

@MainActor
func probeLoop() {
    let checks = LoopChecks()
    checks.start { MainLoop.shared.quit(code: 7) }
    do {
        let code = try MainLoop.shared.run()
        tell("done \(code)")
    } catch {
        tell("refused \(error)")
    }
}

@MainActor
func probeGuest() {
    let checks = LoopChecks()
    checks.start {
        tell("done 0")
        exit(0)
    }
    RunLoop.main.run()
}

@MainActor
func probeDispatchMain() {
    DispatchQueue.main.async {
        let checks = LoopChecks()
        do throws(WindowError) {
            _ = try DisplayWindow()
            tell("window made")
        } catch {
            tell("window \(error.code)")
        }
        do {
            try MainLoop.shared.run()
        } catch {
            tell("run refused")
        }
        checks.start {
            tell("done 0")
            exit(0)
        }
    }
    dispatchMain()
}

@MainActor
func probeSignals() {
    MainLoop.shared.schedule(after: .zero) { tell("ready") }
    let code = (try? MainLoop.shared.run()) ?? -1
    tell("done \(code)")
    exit(code)
}

/// Sleeps with an open window and prints the processor time used, in microseconds.
@MainActor
func probeIdle() {
    var window: DisplayWindow?
    do throws(WindowError) {
        window = try DisplayWindow(WindowOptions(title: "idle", size: CGSize(width: 200, height: 100)))
        window?.show()
    } catch {
        tell("noWindow \(error.code)")
    }
    // Services that start after the first frame must not keep the loop awake either.
    var inhibitor: IdleInhibitor? = IdleInhibitor(reason: "probe")
    MainLoop.shared.whenIdle {
        GamepadHub.shared.start()
        inhibitor = nil
        _ = inhibitor
    }
    Task {
        let settings = await DesktopSettings.read()
        tell("textScale \(settings.textScale)")
    }
    var start: clock_t = 0
    MainLoop.shared.schedule(after: .milliseconds(300)) { start = clock() }
    MainLoop.shared.schedule(after: .milliseconds(1300)) {
        tell("idle \(clock() - start)")
        MainLoop.shared.quit()
    }
    _ = try? MainLoop.shared.run()
    window?.close()
}
