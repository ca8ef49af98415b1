import AVKit
import Synchronization

/// Whether an item has posted that its time has jumped, since this was made.
@MainActor
final class JumpWatch {
    private final class Flag: Sendable {
        let isRaised = Atomic(false)
    }

    private let flag = Flag()
    private let token: any NSObjectProtocol

    var hasHappened: Bool { flag.isRaised.load(ordering: .acquiring) }

    init(_ item: AVPlayerItem) {
        token = NotificationCenter.default.addObserver(
            forName: AVPlayerItem.timeJumpedNotification, object: item, queue: nil
        ) { [flag] _ in flag.isRaised.store(true, ordering: .releasing) }
    }

    isolated deinit { NotificationCenter.default.removeObserver(token) }
}
