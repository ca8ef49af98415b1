import MediaTesting
import Synchronization
import Testing

@testable import MediaEngine

/// The order of samples on the device of an `AudioChain`.
struct AudioChainTests {
    /// A link with numbered samples.
    private final class Program: Sendable {
        let link: AudioChainLink
        private let samples: Mutex<[Float]>
        let discards = Atomic(0)

        init(
            _ chain: AudioChain, _ samples: [Float], rate: Int = 48_000,
            whenDiscarded: @escaping @Sendable (AudioChainLink) -> Void = { _ in }
        ) throws {
            link = chain.makeLink()
            self.samples = Mutex(samples)
            try link.start(
                format: AudioFormat(sampleRate: rate, channels: 1),
                render: { [self] buffer, frames in
                    self.samples.withLock { samples in
                        let count = min(frames, samples.count)
                        for index in 0..<count { buffer[index] = samples[index] }
                        samples.removeFirst(count)
                        return count
                    }
                },
                events: { [self] event in
                    guard event == .framesDiscarded else { return }
                    discards.add(1, ordering: .relaxed)
                    whenDiscarded(link)
                })
        }

        func add(_ more: [Float]) { samples.withLock { $0 += more } }
    }

    private let clock = FakeHostClock()
    private let device: CapturingAudioOutput
    private let chain: AudioChain

    init() {
        let device = CapturingAudioOutput(clock: clock)
        self.device = device
        chain = AudioChain(clock: clock) { device }
    }

    @Test("when the current link has ended, the same buffer continues with the next link")
    func follows() throws {
        let first = try Program(chain, [1, 2, 3])
        let second = try Program(chain, [11, 12, 13, 14])
        chain.setOrder(current: first.link, next: second.link)
        first.link.setPaused(false)
        first.link.end(silentFrames: 0)
        device.pull(frames: 5)
        #expect(device.samples == [1, 2, 3, 11, 12])
        #expect(first.link.position().framesPlayed == 3)
        #expect(second.link.position().framesPlayed == 2)
        // The end of the first session does not interrupt the second.
        first.link.handOver()
        chain.setOrder(current: second.link, next: nil)
        first.link.stop()
        device.pull(frames: 5)
        #expect(device.samples == [1, 2, 3, 11, 12, 13, 14])
    }

    @Test("a link that has not ended is not followed, however empty it is")
    func underrun() throws {
        let first = try Program(chain, [1])
        let second = try Program(chain, [11])
        chain.setOrder(current: first.link, next: second.link)
        first.link.setPaused(false)
        device.pull(frames: 5)
        first.add([2])
        device.pull(frames: 5)
        #expect(device.samples == [1, 2])
    }

    @Test("silence between links is rendered, even across buffers")
    func silence() throws {
        let first = try Program(chain, [1])
        let second = try Program(chain, [11])
        chain.setOrder(current: first.link, next: second.link)
        first.link.setPaused(false)
        first.link.end(silentFrames: 3)
        device.pull(frames: 3)
        device.pull(frames: 3)
        #expect(device.samples == [1, 0, 0, 0, 11])
    }

    @Test("a flush of the current link discards samples of the next one, which receives an event")
    func discarded() throws {
        let first = try Program(chain, [1])
        let second = try Program(chain, [11, 12])
        chain.setOrder(current: first.link, next: second.link)
        first.link.setPaused(false)
        first.link.end(silentFrames: 0)
        device.pull(frames: 2)
        first.link.flush()
        #expect(second.discards.load(ordering: .relaxed) == 1)
        #expect(first.discards.load(ordering: .relaxed) == 0)
        first.add([5])
        device.pull(frames: 2)
        #expect(device.samples == [1, 11, 5])
    }

    @Test("a link that has lost samples may control the device when it receives the event")
    func controlsDuringEvent() throws {
        let first = try Program(chain, [1])
        let second = try Program(chain, [11, 12, 13]) { link in
            link.setPaused(false)
            link.flush()
        }
        chain.setOrder(current: first.link, next: second.link)
        first.link.setPaused(false)
        first.link.end(silentFrames: 0)
        device.pull(frames: 2)
        first.link.flush()
        #expect(second.discards.load(ordering: .relaxed) == 1)
        device.pull(frames: 2)
        #expect(device.samples == [1, 11, 12, 13])
    }

    @Test("a link that is no longer next is withdrawn from the device")
    func withdrawn() throws {
        let first = try Program(chain, [1])
        let second = try Program(chain, [11, 12])
        chain.setOrder(current: first.link, next: second.link)
        first.link.setPaused(false)
        first.link.end(silentFrames: 0)
        device.pull(frames: 2)
        chain.setOrder(current: first.link, next: nil)
        #expect(second.discards.load(ordering: .relaxed) == 1)
        device.pull(frames: 2)
        #expect(device.samples == [1, 11])
    }

    @Test("a link that starts to play while another one renders takes the device over")
    func takesOver() throws {
        let first = try Program(chain, [1, 2, 3])
        let second = try Program(chain, [11])
        chain.setOrder(current: first.link, next: nil)
        first.link.setPaused(false)
        device.pull(frames: 1)
        chain.setOrder(current: second.link, next: nil)
        second.link.setPaused(false)
        device.pull(frames: 2)
        #expect(device.samples == [1, 11])
        #expect(device.flushCount == 1)
    }

    @Test("a paused current link stays paused although the next one is already rendered")
    func pausedAtTheEnd() throws {
        let first = try Program(chain, [1])
        let second = try Program(chain, [11, 12])
        chain.setOrder(current: first.link, next: second.link)
        first.link.setPaused(false)
        first.link.end(silentFrames: 0)
        device.pull(frames: 2)
        first.link.setPaused(true)
        #expect(device.isPaused)
        first.link.setPaused(false)
        device.pull(frames: 2)
        #expect(device.samples == [1, 11, 12])
    }
}
