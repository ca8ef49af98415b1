import Testing

@testable import MediaEngine

@Suite("Memory freed during playback is returned to the system")
struct HeapTrimmingTests {
    @Test("memory is trimmed once a minute during playback, and not at the first call")
    func rhythm() {
        var rhythm = HeapTrimming.Rhythm()
        let times = stride(from: 1_000.0, to: 1_300, by: 7)
        let due = times.filter { rhythm.isDue(at: $0) }
        #expect(due == [1_063, 1_126, 1_189, 1_252])
    }
}
