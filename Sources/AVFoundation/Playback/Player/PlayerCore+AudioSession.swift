import AVFAudio
import Foundation
import Synchronization

/// The effects of the audio session and the system on a player (semantics section 16).
extension PlayerCore {
    /// Observes the audio session until the player closes.
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

    private func interrupt() { pause(reason: .audioSessionInterrupted) }

    private func follow(_ name: Notification.Name, _ body: @escaping @Sendable (PlayerCore, Notification) -> Void) {
        systemObservers.add(name) { [weak self] note in
            guard let self else { return }
            // Sessions other than the player's own exist only in tests and are ignored.
            let own = environment.audioSession ?? .sharedInstance()
            if let session = note.object as? AVAudioSession, session !== own { return }
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

/// Notification observers that are removed with their owner. Any thread may use them.
final class NotificationObservers: Sendable {
    private let tokens = Mutex<[any NSObjectProtocol]>([])

    func add(_ name: Notification.Name, _ body: @escaping @Sendable (Notification) -> Void) {
        tokens.withLock { tokens in
            tokens.append(
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil, using: body))
        }
    }

    func removeAll() {
        tokens.withLock { tokens in
            for token in tokens { NotificationCenter.default.removeObserver(token) }
            tokens = []
        }
    }

    deinit { removeAll() }
}
