import AVFoundation
import Foundation
import QuartzCore
import Synchronization
import Testing

@testable import AVFoundation

/// Playback gates with simulated sessions.
struct PlaybackGateTests {
    private final class Gate: PlaybackGate {
        let admitted = Mutex<Set<ObjectIdentifier>>([])

        func admits(_ item: AVPlayerItem) -> Bool { admitted.withLock { $0.contains(ObjectIdentifier(item)) } }
        func admit(_ item: AVPlayerItem) { admitted.withLock { _ = $0.insert(ObjectIdentifier(item)) } }
    }

    private let world = PlaybackWorld()

    @Test("an item that a gate does not admit waits with its rate, shows no frame, and plays once it is admitted")
    func heldItem_waits() {
        let item = world.item()
        let player = world.player(item)
        let gate = Gate()
        player.addPlaybackGate(gate)
        let layer = AVPlayerLayer(player: player)
        layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
        player.play()
        world.sessions[0].start()
        world.settle()
        #expect(player.isHeldByGate)
        #expect(player.rate == 1 && player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        #expect(player.reasonForWaitingToPlay == .evaluatingBufferingRate)
        #expect(item.status == .readyToPlay)
        #expect(world.sessions[0].wantedRate == 0)
        #expect(!layer.isReadyForDisplay && layer.videoRect == .zero)
        gate.admit(item)
        player.playbackGateDidChange()
        world.settle()
        #expect(!player.isHeldByGate && player.timeControlStatus == .playing)
        #expect(world.sessions[0].wantedRate == 1)
        #expect(layer.isReadyForDisplay)
    }

    @Test("each item of a queue is held when it becomes the current one, also by playing the one before to its end")
    func nextItem_isHeld() {
        let items = [world.item("a"), world.item("b")]
        let player = world.queuePlayer(items)
        let gate = Gate()
        gate.admit(items[0])
        player.addPlaybackGate(gate)
        player.play()
        world.sessions[0].start()
        world.settle()
        #expect(player.timeControlStatus == .playing)
        world.sessions[0].reachEnd()
        world.settle()
        #expect(player.currentItem === items[1])
        world.sessions[1].start()
        world.settle()
        #expect(player.isHeldByGate && player.rate == 1 && world.sessions[1].wantedRate == 0)
        player.removePlaybackGate(gate)
        #expect(!player.isHeldByGate && player.timeControlStatus == .playing)
    }

    @Test("a gate that is added during playback stops it; a released gate holds no further item")
    func lateGate_stops() {
        let player = world.player(world.item())
        player.play()
        world.sessions[0].start()
        world.settle()
        var gate: Gate? = Gate()
        if let gate { player.addPlaybackGate(gate) }
        #expect(world.sessions[0].wantedRate == 0 && player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        gate = nil
        player.playbackGateDidChange()
        #expect(world.sessions[0].wantedRate == 1 && player.timeControlStatus == .playing)
    }

    @Test("pausing, seeking and replacing a held item leaves the player in the states of a waiting player")
    func heldItem_takesCommands() {
        let item = world.item()
        let player = world.player(item)
        let gate = Gate()
        player.addPlaybackGate(gate)
        player.playImmediately(atRate: 1)
        world.sessions[0].start()
        world.settle()
        player.pause()
        #expect(player.timeControlStatus == .paused && player.reasonForWaitingToPlay == nil)
        player.seek(to: CMTime(value: 10, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
        world.settle()
        #expect(player.currentTime().seconds == 10)
        let next = world.item("next")
        gate.admit(next)
        player.replaceCurrentItem(with: next)
        #expect(!player.isHeldByGate)
        player.replaceCurrentItem(with: nil)
        #expect(!player.isHeldByGate)
    }
}
