package import AVFoundation
import Foundation

/// Why a player that is to play does not.
package enum WaitReason: Equatable, Sendable {
    /// As `AVPlayer.reasonForWaitingToPlay` says.
    case player(AVPlayer.WaitingReason)
    /// A seek has not landed yet.
    case seeking

    /// A stable name for logs and `avplayer --json`.
    package var name: String {
        switch self {
        case .player(let reason): reason.rawValue
        case .seeking: "seeking"
        }
    }
}

/// Why an item or its player does not play.
struct PlaybackFault: Equatable {
    let error: any Error
    /// Whether only the rest of the item is missing: what came before can be sought.
    let isEarlyEnd: Bool

    static func == (a: PlaybackFault, b: PlaybackFault) -> Bool {
        a.isEarlyEnd == b.isEarlyEnd && (a.error as NSError).isEqual(b.error as NSError)
    }
}

/// What a player does, as a viewer understands it.
enum PlayerState: Equatable {
    case noItem
    case paused
    case playing
    case waiting(WaitReason)
    /// Paused at the end of the last item.
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

/// What `PlayerState` follows from, as the observations report it.
struct PlaybackFacts {
    var transport: TransportFacts = .paused
    var hasItem = false
    var isSeekPending = false
    /// The last item has played to its end, and nothing has moved since.
    var hasEnded = false
    var fault: PlaybackFault?

    /// Whether the viewer waits for a picture, also where a paused player seeks.
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

    /// Any thread.
    package init(_ player: AVPlayer) {
        switch player.timeControlStatus {
        case .paused: self = .paused
        case .playing: self = .playing
        case .waitingToPlayAtSpecifiedRate: self = .waiting(player.reasonForWaitingToPlay)
        @unknown default: self = .paused
        }
    }

    /// Returns why nothing moves; nil while playing or paused. A pending seek is a wait as any other.
    package func waitReason(isSeekPending: Bool) -> WaitReason? {
        switch self {
        case .paused: nil
        case .playing: isSeekPending ? .seeking : nil
        case .waiting(let reason): .player(reason ?? .evaluatingBufferingRate)
        }
    }
}
