import AVFAudio
import Foundation

/// What the audio session and the system do to a player: semantics section 16.
///
/// Known by the names of the notifications, which are public and stable.
extension PlayerCore {
    private static let interruption = Notification.Name("AVAudioSessionInterruptionNotification")
    private static let interruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
    private static let interruptionBegan: UInt = 1
    private static let routeChange = Notification.Name("AVAudioSessionRouteChangeNotification")
    private static let routeChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
    private static let oldDeviceUnavailable: UInt = 2
    private static let servicesReset = Notification.Name("AVAudioSessionMediaServicesWereResetNotification")

    /// Follows the audio session until the player closes.
    func observeAudioSession() {
        follow(Self.interruption) { core, note in
            guard Self.number(note, Self.interruptionTypeKey) == Self.interruptionBegan else { return }
            core.interrupt()
        }
        follow(Self.routeChange) { core, note in
            guard Self.number(note, Self.routeChangeReasonKey) == Self.oldDeviceUnavailable else { return }
            core.interrupt()
        }
        follow(Self.servicesReset) { core, _ in core.fail(AVError(.mediaServicesWereReset)) }
    }

    private func interrupt() {
        guard read({ $0.transport.rate != 0 }) else { return }
        setRate(0, reason: .audioSessionInterrupted)
    }

    private func follow(_ name: Notification.Name, _ body: @escaping @Sendable (PlayerCore, Notification) -> Void) {
        systemObservers.add(name) { [weak self] note in
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
