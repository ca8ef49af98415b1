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
            core.pause(reason: .audioSessionInterrupted)
        }
        follow(AVAudioSession.mediaServicesWereResetNotification) { core, _ in
            core.fail(AVError(.mediaServicesWereReset))
        }
        follow(Self.didEnterBackground) { core, _ in core.enterBackground() }
    }

    /// `UIApplication.didEnterBackgroundNotification`, of a higher layer.
    private static let didEnterBackground = Notification.Name("UIApplicationDidEnterBackgroundNotification")

    /// Pauses video that the client does not want to continue while no window of the app is visible.
    private func enterBackground() {
        update(.playback) { state in
            guard state.transport.rate != 0, state.options.backgroundPolicy == .pauses,
                !state.options.isExternalPlaybackActive, state.current?.read({ $0.item.abilities.stepForward }) == true
            else { return }
            setRate(0, reason: .appBackgrounded, &state)
        }
    }

    private func interrupt() {
        update(.playback) { state in
            guard state.transport.rate != 0 else { return }
            state.interruptedRate = state.transport.rate
            setRate(0, reason: .audioSessionInterrupted, &state)
        }
    }

    /// Continues playback that an interruption has paused, unless the client has set a rate since.
    func resumeAfterInterruption() {
        update(.playback) { state in
            guard let rate = state.interruptedRate, state.transport.rate == 0 else { return }
            setRate(rate, reason: .setRateCalled, &state)
        }
    }

    private var audioSession: AVAudioSession { environment.audioSession ?? .sharedInstance() }

    /// Lets the session follow the audio server. The server may be slow to answer, so playback does not wait.
    func reportPlaybackToAudioSession() {
        let session = audioSession
        Self.sessionQueue.async { session.playbackBegan() }
    }

    private static let sessionQueue = DispatchQueue(label: "openavkit.audio-session")

    private func follow(_ name: Notification.Name, _ body: @escaping @Sendable (PlayerCore, Notification) -> Void) {
        systemObservers.add(name) { [weak self] note in
            guard let self else { return }
            // Sessions other than the player's own exist only in tests and are ignored.
            if let session = note.object as? AVAudioSession, session !== audioSession { return }
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
