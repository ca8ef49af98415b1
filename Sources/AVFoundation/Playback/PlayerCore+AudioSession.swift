import AVFAudio
import Foundation

/// What the audio session and the system do to a player: semantics section 16.
extension PlayerCore {
    /// Follows the audio session until the player closes.
    func observeAudioSession() {
        follow(AVAudioSession.interruptionNotification) { core, note in
            guard Self.number(note, AVAudioSessionInterruptionTypeKey) == AVAudioSession.InterruptionType.began.rawValue
            else { return }
            core.interrupt()
        }
        follow(AVAudioSession.routeChangeNotification) { core, note in
            guard
                Self.number(note, AVAudioSessionRouteChangeReasonKey)
                    == AVAudioSession.RouteChangeReason.oldDeviceUnavailable.rawValue
            else { return }
            core.interrupt()
        }
        follow(AVAudioSession.mediaServicesWereResetNotification) { core, _ in
            core.fail(AVError(.mediaServicesWereReset))
        }
    }

    private func interrupt() {
        guard read({ $0.transport.rate != 0 }) else { return }
        setRate(0, reason: .audioSessionInterrupted)
    }

    private func follow(_ name: Notification.Name, _ body: @escaping @Sendable (PlayerCore, Notification) -> Void) {
        systemObservers.add(name) { [weak self] note in
            // Other sessions are those of tests, and no business of a player's.
            if let session = note.object as? AVAudioSession, session !== AVAudioSession.sharedInstance() { return }
            guard let self else { return }
            body(self, note)
        }
    }

    private static func number(_ note: Notification, _ key: String) -> UInt? {
        switch note.userInfo?[key] {
        case let number as UInt: number
        case let number as Int: UInt(exactly: number)
        case let number as NSNumber: number.uintValue
        default: nil
        }
    }
}

/// Observers of notifications that end with their owner.
///
/// `@unchecked`: the tokens are only added while the owner is made and removed when it goes.
final class NotificationObservers: @unchecked Sendable {
    private var tokens: [any NSObjectProtocol] = []
    private let lock = NSLock()

    func add(_ name: Notification.Name, _ body: @escaping @Sendable (Notification) -> Void) {
        let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil, using: body)
        lock.withLock { tokens.append(token) }
    }

    func removeAll() {
        let all = lock.withLock {
            defer { tokens = [] }
            return tokens
        }
        for token in all { NotificationCenter.default.removeObserver(token) }
    }

    deinit { removeAll() }
}
