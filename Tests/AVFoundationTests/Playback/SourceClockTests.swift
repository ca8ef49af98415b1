import AVFoundation
import CoreMedia
import Testing

struct SourceClockTests {
    @Test("the clock of a player is none by default, and the one that was set (issue 18)")
    func sourceClock() {
        let player = AVPlayer()
        #expect(player.sourceClock == nil && player.masterClock == nil)
        player.sourceClock = .hostTimeClock
        #expect(player.sourceClock === CMClock.hostTimeClock && player.masterClock === CMClock.hostTimeClock)
    }
}
