import Testing

@testable import MediaEngine

@Suite struct DevicePositionTests {
    private static let rate = 48_000.0

    /// A report of a device that plays frame 0 at host time 1 s, received `late` milliseconds late.
    private static func report(at seconds: Double, late: Double = 0) -> DevicePosition.Report {
        DevicePosition.Report(frame: seconds * rate, host: Int64((1 + seconds + late / 1000) * 1e9))
    }

    private static func milliseconds(_ position: DevicePosition, at seconds: Double) -> Double? {
        position.frame(at: Int64((1 + seconds) * 1e9)).map { ($0 / rate - seconds) * 1000 }
    }

    @Test("before the first report there is no position; after it the position advances at the sample rate")
    func first() throws {
        var position = DevicePosition(sampleRate: 48_000)
        #expect(position.frame(at: 5_000_000_000) == nil)
        position.add(Self.report(at: 0.5))
        #expect(abs(try #require(Self.milliseconds(position, at: 0.5))) < 0.01)
        #expect(abs(try #require(Self.milliseconds(position, at: 2))) < 0.01)
        position.reset()
        #expect(position.frame(at: 5_000_000_000) == nil)
    }

    @Test("delayed reports do not move the position if they are fewer than half")
    func delayed() throws {
        var position = DevicePosition(sampleRate: 48_000)
        for index in 0..<20 {
            let seconds = Double(index) * 1.5
            position.add(Self.report(at: seconds, late: index % 3 == 2 ? 12 : 0.1))
            guard index >= 2 else { continue }
            let error = try #require(Self.milliseconds(position, at: seconds + 1))
            #expect(abs(error) < 0.2, "after report \(index): \(error) ms")
        }
    }

    @Test("a device whose clock differs by 100 ppm is followed within a millisecond")
    func drift() throws {
        var position = DevicePosition(sampleRate: 48_000)
        for index in 0..<200 {
            let seconds = Double(index) * 1.5
            var report = Self.report(at: seconds)
            report.frame *= 1.0001
            position.add(report)
            let frame = try #require(position.frame(at: report.host))
            #expect(abs(frame - report.frame) < Self.rate / 1000)
        }
    }

    @Test("a single contradicting report is ignored; two consistent ones replace the others")
    func jump() throws {
        var position = DevicePosition(sampleRate: 48_000)
        for index in 0..<5 { position.add(Self.report(at: Double(index))) }
        #expect(position.add(Self.report(at: 5, late: 200)) == .needsAnother)
        #expect(abs(try #require(Self.milliseconds(position, at: 5))) < 0.01)
        #expect(position.add(Self.report(at: 5.1, late: -300)) == .ignored)
        #expect(position.add(Self.report(at: 5.2, late: -300)) == .accepted)
        #expect(abs(try #require(Self.milliseconds(position, at: 5.2)) - 300) < 0.01)
    }

    @Test("a report that agrees with the previous ones discards a contradicting one")
    func outlier() throws {
        var position = DevicePosition(sampleRate: 48_000)
        for index in 0..<5 { position.add(Self.report(at: Double(index))) }
        #expect(position.add(Self.report(at: 5, late: 200)) == .needsAnother)
        #expect(position.add(Self.report(at: 5.1)) == .accepted)
        #expect(position.add(Self.report(at: 6, late: 200)) == .needsAnother)
    }
}

@Suite struct PlayedFrameCountTests {
    private static let second: Int64 = 1_000_000_000

    private static func running() -> PlayedFrameCount {
        var count = PlayedFrameCount(sampleRate: 1000)
        count.setRunning(true, at: 0)
        return count
    }

    @Test("when the device reports a lower count, the last count is returned until the device exceeds it")
    func backwards() {
        var count = Self.running()
        #expect(count.admit(1000, at: Self.second) == 1000)
        #expect(count.admit(400, at: Self.second * 11 / 10) == 1000)
        #expect(count.admit(-50, at: Self.second * 12 / 10) == 1000)
        #expect(count.admit(1100, at: Self.second * 13 / 10) == 1100)
        #expect(count.frames == 1100)
    }

    @Test("a count beyond the possible playing time is limited, and is correct again soon")
    func jump() {
        var count = Self.running()
        #expect(count.admit(1e9, at: Self.second) == 1260)
        #expect(count.admit(1100, at: Self.second * 11 / 10) == 1260)
        #expect(count.admit(1300, at: Self.second * 13 / 10) == 1300)
    }

    @Test("paused time does not count; a flush restarts the count")
    func pausesAndFlushes() {
        var count = Self.running()
        count.setRunning(false, at: Self.second)
        #expect(count.admit(1e9, at: Self.second * 100) == 1260)
        count.setRunning(true, at: Self.second * 100)
        #expect(count.admit(1e9, at: Self.second * 101) == 2270)
        count.flush(at: Self.second * 101)
        #expect(count.frames == 0)
        #expect(count.admit(1e9, at: Self.second * 101) == 250)
    }
}
