import MediaTesting
import Synchronization
import Testing

@testable import MediaEngine

@Suite struct NullOutputTests {
    private let format = AudioFormat(sampleRate: 48_000, channels: 2)

    private func until(_ condition: () -> Bool) async throws -> Bool {
        await eventually(condition)
    }

    @Test("outputs on the system clock share a timer; a clock that is an object has its own")
    func timers() {
        let (one, other) = (FakeHostClock(), FakeHostClock())
        let shared = NullOutputTimer.timer(for: SystemHostClock())
        #expect(NullOutputTimer.timer(for: SystemHostClock()) === shared)
        let timer = NullOutputTimer.timer(for: one)
        #expect(NullOutputTimer.timer(for: one) === timer)
        #expect(NullOutputTimer.timer(for: other) !== timer)
        #expect(timer !== shared)
    }

    @Test("one thread drives all outputs of a clock, and ends when none is running")
    func oneThread() async throws {
        let clock = FakeHostClock()
        let timer = NullOutputTimer.timer(for: clock)
        let outputs = (0..<30).map { _ in NullOutput(clock: clock) }
        for output in outputs { try output.start(format: format, render: { $1 }, events: { _ in }) }
        #expect(!timer.hasThread, "paused outputs need none")
        for output in outputs { output.setPaused(false) }
        #expect(timer.hasThread)
        for round in 1...20 {
            // An output that starts wakes the thread, which briefly does not wait for the clock.
            #expect(try await until { clock.waiterCount == 1 }, "one thread waits for the clock")
            clock.advance(by: NullOutputTimer.interval)
            #expect(try await until { outputs.allSatisfy { $0.position().framesPlayed == Double(round * 480) } })
        }
        for output in outputs.dropLast() { output.setPaused(true) }
        #expect(timer.hasThread)
        outputs.last?.stop()
        #expect(try await until { !timer.hasThread })
        outputs.first?.setPaused(false)
        #expect(try await until { clock.isAwaited })
        clock.advance(by: NullOutputTimer.interval)
        #expect(try await until { outputs.first?.position().framesPlayed == 21 * 480 })
        outputs.first?.stop()
    }

    @Test("an output that is released while playing ends its thread")
    func released() async throws {
        let clock = FakeHostClock()
        let timer = NullOutputTimer.timer(for: clock)
        do {
            let output = NullOutput(clock: clock)
            try output.start(format: format, render: { $1 }, events: { _ in })
            output.setPaused(false)
        }
        #expect(
            try await until {
                clock.advance(by: NullOutputTimer.interval); return !timer.hasThread
            })
    }
}
