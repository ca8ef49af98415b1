import Testing

@testable import MediaEngine

/// `spec/hls.md` section 6: the rate of buffered audio may change without a gap.
struct AudioRingTests {
    @Test("section 6: samples written at a new rate have media times of that rate; earlier samples keep theirs")
    func rates() {
        let ring = AudioRing(format: AudioFormat(sampleRate: 1000, channels: 1), seconds: 4)
        ring.reset(serial: 1, rate: 1)
        ring.release()
        let samples = [Float](repeating: 0.5, count: 1000)
        let second = Nanoseconds.second
        samples.withUnsafeBufferPointer { samples in
            #expect(ring.write(samples, frames: 1000, mediaTime: 0, serial: 1, earliest: 0) == 1000)
            #expect(ring.write(samples, frames: 1000, mediaTime: second, serial: 1, earliest: 0, rate: 1.05) == 1000)
            #expect(
                ring.write(samples, frames: 1000, mediaTime: second * 205 / 100, serial: 1, earliest: 0, rate: 1)
                    == 1000)
        }
        var played = [Float](repeating: 0, count: 3000)
        #expect(played.withUnsafeMutableBufferPointer { ring.read(into: $0, frames: 3000) } == 3000)
        // No gap or overlap was detected.
        #expect(played.allSatisfy { $0 == 0.5 })
        func place(_ frame: Double) -> (milliseconds: Int64, rate: Double)? {
            ring.place(framesPlayed: frame).map { (($0.time + 500_000) / 1_000_000, $0.rate) }
        }
        #expect(place(500).map { $0 == (500, 1) } == true)
        #expect(place(1500).map { $0 == (1525, 1.05) } == true)
        #expect(place(2500).map { $0 == (2550, 1) } == true)
    }

    @Test(
        "hls.md section 7: a gap is filled with silence once, and the samples after it follow without a second gap [hls.md 7: holes]"
    )
    func hole() {
        let ring = AudioRing(format: AudioFormat(sampleRate: 1000, channels: 1), seconds: 4)
        ring.reset(serial: 1, rate: 1)
        ring.release()
        let samples = [Float](repeating: 0.5, count: 20)
        let starts = [0, 20, 110, 130, 150, 170]
        samples.withUnsafeBufferPointer { samples in
            for start in starts {
                let time = Nanoseconds(start) * .millisecond
                #expect(ring.write(samples, frames: 20, mediaTime: time, serial: 1, earliest: 0) == 20)
            }
        }
        #expect(ring.filledFrames == 190)
        var played = [Float](repeating: 1, count: 190)
        #expect(played.withUnsafeMutableBufferPointer { ring.read(into: $0, frames: 190) } == 190)
        #expect(played.enumerated().allSatisfy { $1 == ((40..<110).contains($0) ? 0 : 0.5) })
        for frame in [10, 75, 115, 185] {
            let time = ring.mediaTime(framesPlayed: Double(frame)).map { ($0 + 500_000) / 1_000_000 }
            #expect(time == Int64(frame))
        }
    }

    @Test("a position that was read before a flush gives no media time of the samples after it")
    func positionBeforeFlush() {
        let ring = AudioRing(format: AudioFormat(sampleRate: 1000, channels: 1), seconds: 4)
        let samples = [Float](repeating: 0.5, count: 1000)
        func play(serial: Int) {
            ring.reset(serial: serial, rate: 1)
            ring.release()
            samples.withUnsafeBufferPointer {
                _ = ring.write($0, frames: 1000, mediaTime: 0, serial: serial, earliest: 0)
            }
            var read = [Float](repeating: 0, count: 1000)
            _ = read.withUnsafeMutableBufferPointer { ring.read(into: $0, frames: 1000) }
        }
        play(serial: 1)
        let host = HostTime(nanoseconds: 0)
        let position = AudioPosition(framesPlayed: 700, hostTime: 0, isRunning: true)
        #expect(ring.deviceState(at: host) { position }.audible?.time == 700 * .millisecond)
        let late = ring.deviceState(at: host) {
            play(serial: 2)
            return position
        }
        #expect(late.serial == 2)
        #expect(late.audible == nil)
        #expect(!late.isFinished)
    }

    @Test("playback has not ended while the device has not taken the last samples, however far its clock has run")
    func lateDevice() {
        let ring = AudioRing(format: AudioFormat(sampleRate: 1000, channels: 1), seconds: 4)
        ring.reset(serial: 1, rate: 1)
        ring.release()
        [Float](repeating: 0.5, count: 100).withUnsafeBufferPointer {
            _ = ring.write($0, frames: 100, mediaTime: 0, serial: 1, earliest: 0)
        }
        ring.complete(serial: 1)
        var samples = [Float](repeating: 0, count: 100)
        func take(_ frames: Int) { _ = samples.withUnsafeMutableBufferPointer { ring.read(into: $0, frames: frames) } }
        func isFinished() -> Bool {
            ring.deviceState(at: HostTime(nanoseconds: 50 * .millisecond)) {
                AudioPosition(framesPlayed: 60, hostTime: 0, isRunning: true)
            }
            .isFinished
        }
        take(60)
        #expect(!isFinished())
        take(40)
        #expect(isFinished())
    }

    private func stereoRing(of left: Float, _ right: Float, frames: Int) -> AudioRing {
        let ring = AudioRing(format: AudioFormat(sampleRate: 1000, channels: 2), seconds: 4)
        ring.reset(serial: 1, rate: 1)
        ring.release()
        let samples = (0..<frames).flatMap { _ in [left, right] }
        samples.withUnsafeBufferPointer {
            #expect(ring.write($0, frames: frames, mediaTime: 0, serial: 1, earliest: 0) == frames)
        }
        return ring
    }

    private func read(_ ring: AudioRing, frames: Int) -> [Float] {
        var played = [Float](repeating: 9, count: 2 * frames)
        #expect(played.withUnsafeMutableBufferPointer { ring.read(into: $0, frames: frames) } == frames)
        return played
    }

    @Test("a pan lowers the other channel, and ramps without a jump")
    func pan() {
        let ring = stereoRing(of: 0.5, 0.25, frames: 300)
        ring.setGain(1, pan: 0.5, ramps: false)
        #expect(read(ring, frames: 1) == [0.25, 0.25])
        ring.setGain(0.5, pan: -1, ramps: false)
        #expect(read(ring, frames: 1) == [0.25, 0])
        ring.setGain(0.5, pan: 1, ramps: true)
        let ramp = read(ring, frames: 20)
        #expect(ramp[0] > 0.2 && ramp[1] > 0 && ramp[1] < 0.05)
        #expect(zip(ramp, ramp.dropFirst(2)).allSatisfy { abs($0 - $1) < 0.03 })
        #expect(ramp.suffix(2) == [0, 0.125])
    }

    @Test("levels are those of the samples since the last call, after the gain; too few samples keep the last ones")
    func levels() {
        let ring = stereoRing(of: 0.5, -0.25, frames: 300)
        #expect(ring.takeLevels().isEmpty)
        ring.setMetering(true)
        #expect(ring.takeLevels() == [AudioLevel(), AudioLevel()])
        ring.setGain(0.5, ramps: false)
        _ = read(ring, frames: 100)
        let levels = ring.takeLevels()
        #expect(levels == [AudioLevel(peak: 0.25, average: 0.25), AudioLevel(peak: 0.125, average: 0.125)])
        ring.setGain(0, ramps: false)
        _ = read(ring, frames: 5)
        #expect(ring.takeLevels() == levels)
        _ = read(ring, frames: 40)
        #expect(ring.takeLevels() == [AudioLevel(), AudioLevel()])
        ring.setGain(1, ramps: false)
        _ = read(ring, frames: 50)
        ring.clearLevels()
        #expect(ring.takeLevels() == [AudioLevel(), AudioLevel()])
        ring.setMetering(false)
        #expect(ring.takeLevels().isEmpty)
    }
}
