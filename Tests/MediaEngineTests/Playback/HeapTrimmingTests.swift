import Testing

@testable import MediaEngine

@Suite("Memory that playing leaves free goes back to the system")
struct HeapTrimmingTests {
    @Test("once a minute while something plays, and not at once")
    func rhythm() {
        var rhythm = HeapTrimming.Rhythm()
        let times = stride(from: 1_000.0, to: 1_300, by: 7)
        let due = times.filter { rhythm.isDue(at: $0) }
        #expect(due == [1_063, 1_126, 1_189, 1_252])
    }
}
