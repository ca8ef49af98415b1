import Foundation
import MediaEngine
import MediaTesting
import Testing

@Suite struct FakeHostClockTests {
    @Test("advancing the clock to a deadline wakes the thread that waits for it")
    func advance_wakesAWaiterWhoseDeadlineHasCome() {
        let clock = FakeHostClock(now: 0)
        let condition = Condition()
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            condition.withLock { clock.wait(on: condition, until: 100) }
            done.signal()
        }
        while clock.waiterCount == 0 { sched_yield() }
        clock.advance(by: 99)
        #expect(clock.waiterCount == 1)
        clock.advance(by: 1)
        #expect(done.wait(timeout: .now() + 5) == .success)
        #expect(clock.now == 100)
    }

    @Test("a capturing output records the frames that the test pulls, and none while paused")
    func capturingOutput_recordsPulledFramesUnlessPaused() throws {
        let output = CapturingAudioOutput(clock: FakeHostClock())
        try output.start(
            format: AudioFormat(sampleRate: 48_000, channels: 2),
            render: { buffer, frames in
                buffer.update(repeating: 0.5)
                return min(frames, 10)
            }, events: { _ in })
        #expect(output.pull(frames: 64) == 0)
        output.setPaused(false)
        #expect(output.pull(frames: 64) == 10)
        #expect(output.samples == [Float](repeating: 0.5, count: 20))
        #expect(output.position().framesPlayed == 10)
        output.flush()
        #expect(output.position().framesPlayed == 0)
    }
}
