import CoreMedia
import Foundation
import FrameConversion
import MediaTesting
import Synchronization

@testable import MediaEngine

/// A session under test that records every event, with waits that time out.
final class SessionProbe: Sendable {
    let session: PlaybackSession
    private let seen: Seen

    /// Longer than anything in these tests takes, even on a slow machine.
    static let timeout: Duration = .seconds(90)

    final class Seen: Sendable {
        struct State {
            var events: [SessionEvent] = []
            var waiting: [(matches: @Sendable (SessionEvent) -> Bool, resume: @Sendable (SessionEvent?) -> Void)] = []
        }
        let state = Mutex(State())

        func add(_ event: SessionEvent) {
            let ready = state.withLock { state in
                state.events.append(event)
                let ready = state.waiting.filter { $0.matches(event) }
                state.waiting.removeAll { $0.matches(event) }
                return ready
            }
            for waiter in ready { waiter.resume(event) }
        }
    }

    init(_ url: URL, change: (inout PlaybackSession.Options) -> Void = { _ in }) {
        var options = PlaybackSession.Options()
        options.playsAudio = false
        change(&options)
        let seen = Seen()
        self.seen = seen
        session = PlaybackSession(asset: MediaAsset(MediaLocator(url: url)), options: options) { seen.add($0) }
        session.prepare()
    }

    var events: [SessionEvent] { seen.state.withLock { $0.events } }
    var warnings: [MediaError] {
        events.compactMap { event in
            if case .warning(let error) = event { error } else { nil }
        }
    }

    /// Returns the first past or future event that `matches`; nil after `timeout`.
    func event(_ matches: @escaping @Sendable (SessionEvent) -> Bool) async -> SessionEvent? {
        await withCheckedContinuation { continuation in
            let once = Mutex(false)
            let resume: @Sendable (SessionEvent?) -> Void = { event in
                let isFirst = once.withLock { done in
                    defer { done = true }
                    return !done
                }
                if isFirst { continuation.resume(returning: event) }
            }
            let past = seen.state.withLock { state -> SessionEvent? in
                if let past = state.events.first(where: matches) { return past }
                state.waiting.append((matches, resume))
                return nil
            }
            if let past { resume(past) }
            Task {
                await elapse(Self.timeout)
                resume(nil)
            }
        }
    }

    func firstPicture() async -> Bool {
        await event { event in if case .firstFrame = event { true } else { false } } != nil
    }

    func failure() async -> MediaError? {
        let event = await event { event in
            switch event {
            case .failed, .endedEarly, .ended: true
            default: false
            }
        }
        return switch event {
        case .failed(let error), .endedEarly(let error): error
        default: nil
        }
    }

    func ended() async -> Bool {
        let event = await event { event in
            switch event {
            case .failed, .endedEarly, .ended: true
            default: false
            }
        }
        if case .ended = event { return true }
        return false
    }

    func seek(_ seconds: Double, before: CMTime = .zero, after: CMTime = .zero) async -> (
        finished: Bool, reachedTime: Double
    ) {
        await withCheckedContinuation { continuation in
            session.seek(
                to: CMTime(seconds: seconds, preferredTimescale: 90_000), toleranceBefore: before, toleranceAfter: after
            ) { finished, reachedTime in
                continuation.resume(returning: (finished, reachedTime.seconds))
            }
        }
    }

    func step(_ count: Int) async -> Bool {
        await withCheckedContinuation { continuation in
            session.step(by: count) { continuation.resume(returning: $0) }
        }
    }

    /// The number encoded in the displayed frame.
    var mark: Int? {
        session.video.copyPixels().flatMap { FrameMark.read(from: $0.bytes, width: $0.width, height: $0.height) }
    }
}
