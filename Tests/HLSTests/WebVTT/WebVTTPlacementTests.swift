import CoreMedia
import Testing

@testable import HLS

@Suite("Placement of a segment's cues in the presentation (hls.md section 5; bis section 3.5)")
struct WebVTTPlacementTests {
    private func seconds(_ value: Double) -> CMTime { CMTime(seconds: value, preferredTimescale: 1_000_000_000) }

    /// Returns the start of the first cue, in seconds.
    private func start(
        _ cue: Double, map: TimestampMap?, segment: Double, duration: Double = 6, offset: Double = 0
    ) -> (start: Double?, ignoresTimestamps: Bool) {
        var file = WebVTTFile()
        file.timestampMap = map
        file.cues = [WebVTTCue(start: seconds(cue), end: seconds(cue + 1), payload: "x")]
        let placement = WebVTTPlacement(
            file, start: seconds(segment), duration: seconds(duration), clockOffset: seconds(offset),
            tolerance: seconds(6))
        return (placement.cues.first?.start.seconds, placement.ignoresTimestamps)
    }

    private func expect(_ actual: (start: Double?, ignoresTimestamps: Bool), _ wanted: Double, ignores: Bool = false) {
        #expect(abs((actual.start ?? .infinity) - wanted) < 1e-6)
        #expect(actual.ignoresTimestamps == ignores)
    }

    @Test("a cue is placed at cue - LOCAL + MPEGTS, on the timeline of audio and video [hls.md 14: VTT map]")
    func mapped() {
        let map = TimestampMap(local: 1_500_000_000, transport: 900_000)
        expect(start(2.5, map: map, segment: 1, offset: -10), 1)
        expect(start(20.5, map: map, segment: 18, offset: -10), 19)
    }

    @Test("without a map, cue times are relative to timestamp 0 of audio and video")
    func unmapped() {
        expect(start(8, map: nil, segment: 6), 8)
        expect(start(18, map: nil, segment: 6, offset: -10), 8)
    }

    @Test("wraparounds of 33 bits are corrected in both directions, also where one map applies to a whole day")
    func wrapping() {
        let turn = Double(Int64(1) << 33) / 90_000
        expect(start(3, map: TimestampMap(local: 0, transport: 900_000), segment: turn + 12), turn + 13)
        // A value just before the overflow belongs to the previous period.
        expect(start(2, map: TimestampMap(local: 0, transport: (1 << 33) - 90_000), segment: 0), 1)
        let day = 30 * 3600.0
        expect(start(day, map: TimestampMap(local: 0, transport: 900_000), segment: day, offset: -10), day)
        // A segment longer than half a period keeps the cues inside it.
        expect(start(20 * 3600, map: nil, segment: 0, duration: 24 * 3600), 20 * 3600)
    }

    @Test(
        "timestamps more than a target duration away from the segment are ignored [hls.md 5: VTT map that is off]"
    )
    func unbelievable() {
        let map = TimestampMap(local: 0, transport: 90_000 * 1_000)
        expect(start(31, map: map, segment: 30), 31, ignores: true)
        // Times relative to the segment's start.
        expect(start(1, map: map, segment: 300), 301, ignores: true)
        // Neither interpretation matches: the file's timestamps are used.
        expect(start(5_000, map: map, segment: 300), 6_000)
        expect(start(40, map: nil, segment: 30), 40)
    }

    @Test("extreme times do not trap")
    func edges() {
        for time in [CMTime.invalid, .positiveInfinity, .negativeInfinity, CMTime(value: .max, timescale: 1)] {
            for map in [TimestampMap(local: .max, transport: .max), TimestampMap(local: .min, transport: .min), nil] {
                var file = WebVTTFile()
                file.timestampMap = map
                file.cues = [WebVTTCue(start: time, end: time, payload: "x")]
                let placement = WebVTTPlacement(
                    file, start: time, duration: time, clockOffset: time, tolerance: time)
                #expect(placement.cues.count == 1)
            }
        }
    }
}
