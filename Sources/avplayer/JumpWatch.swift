import AVKit
import Synchronization

/// Records whether an item has posted a time jump since the watch was created.
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
