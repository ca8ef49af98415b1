import AVFAudio
import CoreMedia
import Foundation
import MediaEngine
import Synchronization

/// The dependencies of playback: the callback queue, the clock, timers and the factory of playback sessions.
///
/// `system` uses the real ones; tests inject their own queue, clock and sessions.
struct PlaybackEnvironment: Sendable {
    /// Runs work asynchronously and in order on the main queue; never inside the call.
    var onMain: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
    var hostClock: any HostClock
    /// Runs work once, on any thread, when the host clock reaches a time in nanoseconds, unless the returned timer is cancelled or released
    /// before.
    var schedule: @Sendable (_ hostTime: Int64, _ work: @escaping @Sendable () -> Void) -> any PlaybackTimer
    var makeSession:
        @Sendable (MediaAsset, PlaybackSession.Options, @escaping @Sendable (SessionEvent) -> Void) -> any ItemPlayback
    /// Loads the duration of an asset.
    var loadDuration: @Sendable (MediaAsset, _ done: @escaping @Sendable (Result<CMTime, any Error>) -> Void) -> Void
    /// Creates the audio output; nil: the machine's device.
    var makeAudioOutput: (@Sendable () -> any AudioOutput)?
    /// The audio session whose interruptions, route changes and resets the players follow; nil: that of the process.
    var audioSession: AVAudioSession?
    /// Whether the network is expensive. Without desktop services Linux does not report this; set `OPENAVKIT_EXPENSIVE_NETWORK=1` where it
    /// is.
    var isExpensiveNetwork = ProcessInfo.processInfo.environment["OPENAVKIT_EXPENSIVE_NETWORK"] == "1"

    static let system = PlaybackEnvironment(
        onMain: { work in DispatchQueue.main.async(execute: work) },
        hostClock: SystemHostClock(),
        schedule: { hostTime, work in DispatchPlaybackTimer(hostTime: hostTime, work: work) },
        makeSession: { asset, options, events in PlaybackSession(asset: asset, options: options, events: events) },
        loadDuration: { asset, done in
            Task {
                do { done(.success(try await asset.load().duration)) } catch { done(.failure(error)) }
            }
        },
        makeAudioOutput: nil)
}

/// Work scheduled for a time, until it is cancelled or released.
protocol PlaybackTimer: AnyObject, Sendable {
    func cancel()
}

/// A timer of libdispatch, which uses no CPU while it waits.
///
/// `@unchecked`: dispatch sources may be cancelled from any thread, and nothing else is done with this one.
private final class DispatchPlaybackTimer: PlaybackTimer, @unchecked Sendable {
    private static let queue = DispatchQueue(label: "openavkit.time-observers", qos: .userInteractive)

    private let source: any DispatchSourceTimer

    init(hostTime: Int64, work: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeTimerSource(queue: Self.queue)
        let wait = max(0, hostTime &- SystemHostClock().now)
        source.schedule(deadline: .now() + .nanoseconds(Int(wait)), leeway: .microseconds(500))
        source.setEventHandler(handler: work)
        source.resume()
    }

    func cancel() { source.cancel() }

    deinit { source.cancel() }
}
