import AVFAudio
import CoreMedia
import Foundation
import MediaEngine
import Synchronization

/// What playback needs of the world: where callbacks run, what time it is, and what plays an item.
///
/// `system` is the machine; tests put their own queue, clock and sessions in.
struct PlaybackEnvironment: Sendable {
    /// Runs work later and in order, on the main queue; never inside the call.
    var onMain: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
    var hostClock: any HostClock
    /// Runs work once, when the host clock reaches a time in nanoseconds, on any thread, until the token is cancelled or let go.
    var schedule: @Sendable (_ hostTime: Int64, _ work: @escaping @Sendable () -> Void) -> any PlaybackTimer
    var makeSession:
        @Sendable (MediaAsset, PlaybackSession.Options, @escaping @Sendable (SessionEvent) -> Void) -> any ItemPlayback
    /// Finds out how long an asset is.
    var loadDuration: @Sendable (MediaAsset, _ done: @escaping @Sendable (Result<CMTime, any Error>) -> Void) -> Void
    /// nil: what the machine has.
    var makeAudioOutput: (@Sendable () -> any AudioOutput)?
    /// Whose interruptions, routes and resets the players follow; nil: the process's.
    var audioSession: AVAudioSession?
    /// Whether bytes cost money here. The system does not say without a desktop's services; whoever knows sets
    /// `OPENAVKIT_EXPENSIVE_NETWORK=1`.
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

/// Work that will run at a time, until it is cancelled or let go.
protocol PlaybackTimer: AnyObject, Sendable {
    func cancel()
}

/// A timer of libdispatch, which costs nothing while it waits.
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
