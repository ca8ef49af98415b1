package import AVFoundation
import Foundation

/// The reason why a player whose rate is not 0 does not play.
package enum WaitReason: Equatable, Sendable {
    /// The value of `AVPlayer.reasonForWaitingToPlay`.
    case player(AVPlayer.WaitingReason)
    /// A seek is pending.
    case seeking

    /// A stable name for logs and `avplayer --json`.
    package var name: String {
        switch self {
        case .player(let reason): reason.rawValue
        case .seeking: "seeking"
        }
    }
}

/// The error that keeps an item or its player from playing.
struct PlaybackFault: Equatable {
    let error: any Error
    /// Whether only the rest of the item is unavailable: earlier times can still be sought.
    let isEarlyEnd: Bool

    static func == (a: PlaybackFault, b: PlaybackFault) -> Bool {
        a.isEarlyEnd == b.isEarlyEnd && (a.error as NSError).isEqual(b.error as NSError)
    }
}

/// The state of a player as the viewer perceives it.
enum PlayerState: Equatable {
    case noItem
    case paused
    case playing
    case waiting(WaitReason)
    /// The last item has played to its end, and playback is paused.
    case ended
    case failed(PlaybackFault)

    init(_ facts: PlaybackFacts) {
        if let fault = facts.fault {
            self = .failed(fault)
        } else if !facts.hasItem {
            self = .noItem
        } else if let reason = facts.transport.waitReason(isSeekPending: facts.isSeekPending) {
            self = .waiting(reason)
        } else if facts.transport == .playing {
            self = .playing
        } else {
            self = facts.hasEnded ? .ended : .paused
        }
    }

    var fault: PlaybackFault? { if case .failed(let fault) = self { fault } else { nil } }
}

/// The observed values that `PlayerState` is derived from.
struct PlaybackFacts {
    var transport: TransportFacts = .paused
    var hasItem = false
    var isSeekPending = false
    /// Whether the last item has played to its end, with no seek or playback since.
    var hasEnded = false
    var fault: PlaybackFault?

    /// Whether the viewer waits for a frame, which includes a seek of a paused player.
    var isWaiting: Bool {
        guard hasItem, fault == nil else { return false }
        if case .waiting = transport { return true }
        return isSeekPending
    }
}

/// `timeControlStatus` with the reason for waiting.
package enum TransportFacts: Equatable, Sendable {
    case paused
    case playing
    case waiting(AVPlayer.WaitingReason?)

    /// Reads the player's state; callable on any thread.
    package init(_ player: AVPlayer) {
        switch player.timeControlStatus {
        case .paused: self = .paused
        case .playing: self = .playing
        case .waitingToPlayAtSpecifiedRate: self = .waiting(player.reasonForWaitingToPlay)
        @unknown default: self = .paused
        }
    }

    /// Returns the reason for waiting; nil while playing or paused. A pending seek counts as waiting.
    package func waitReason(isSeekPending: Bool) -> WaitReason? {
        switch self {
        case .paused: nil
        case .playing: isSeekPending ? .seeking : nil
        case .waiting(let reason): .player(reason ?? .evaluatingBufferingRate)
        }
    }
}
