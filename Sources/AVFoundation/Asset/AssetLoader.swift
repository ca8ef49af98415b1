import CoreMedia
import Dispatch
import Foundation
import MediaEngine
import Synchronization

/// Loads an asset's media once for all its keys, and stores the status of each key.
///
/// Any thread may call it. Handlers are called on a global dispatch queue, never inside a call.
final class AssetLoader: Sendable {
    private struct State {
        var machine: KeyLoadingMachine
        var media: MediaAsset
        var info: MediaInfo?
        var captions = CaptionSidecars()
        var handlers: [Int: @Sendable () -> Void] = [:]
    }

    private let state: Mutex<State>
    /// Signalled when a load ends, for the threads that block on it.
    private let ended = NSCondition()

    /// How long, in seconds, reading a property blocks for media that is not a file.
    static let longestRemoteWait: TimeInterval = 10

    init(locator: MediaLocator, keys: Set<String>) {
        state = Mutex(State(machine: KeyLoadingMachine(knownKeys: keys), media: MediaAsset(locator)))
    }

    /// The engine's asset; replaced by a new one after `cancel`.
    var media: MediaAsset { state.withLock { $0.media } }

    /// nil until loaded.
    var info: MediaInfo? { state.withLock { $0.info } }

    /// The caption files beside the media, and those that the client has named; read before `info` is set.
    var captions: CaptionSidecars { state.withLock { $0.captions } }

    func status(of key: String) -> AVKeyValueStatus {
        let status = state.withLock { $0.machine.status(of: key) }
        let isLate = key == Self.chapterKey && info?.deferredChapters?.isSettled == false
        return status == .loaded && isLate ? .loading : status
    }
    func error(of key: String) -> (any Error)? { state.withLock { $0.machine.error(of: key) } }

    /// The only key that may load later than the others.
    private static let chapterKey = "availableChapterLocales"

    func load(_ keys: [String], completion handler: (@Sendable () -> Void)?) {
        var completion = handler
        if let handler, keys.contains(Self.chapterKey) {
            completion = { [self] in
                guard let late = info?.deferredChapters else { return handler() }
                late.whenHere { _ in DispatchQueue.global().async(execute: handler) }
            }
        }
        let actions = state.withLock { state in
            let (request, actions) = state.machine.request(keys)
            if let completion { state.handlers[request] = completion }
            return actions
        }
        perform(actions)
    }

    func cancel() {
        let (actions, media) = state.withLock { state -> (KeyLoadingMachine.Actions, MediaAsset) in
            let actions = state.machine.cancel()
            let media = state.media
            if actions.stopsLoading { state.media = MediaAsset(media.locator) }
            return (actions, media)
        }
        if actions.stopsLoading { media.cancelLoading() }
        perform(actions)
        wakeWaiters()
    }

    /// Returns the media information; starts loading and blocks where necessary. nil where loading failed or timed out.
    func waitForInfo() -> MediaInfo? {
        let (start, media) = state.withLock { ($0.machine.startIfIdle(), $0.media) }
        perform(KeyLoadingMachine.Actions(start: start))
        // A nil deadline stands for 'no limit': waiting until `Date.distantFuture` traps in Foundation.
        let deadline = media.locator.url.isFileURL ? nil : Date(timeIntervalSinceNow: Self.longestRemoteWait)
        ended.lock()
        defer { ended.unlock() }
        while state.withLock({ $0.machine.isLoading }) {
            guard let deadline else {
                ended.wait()
                continue
            }
            if !ended.wait(until: deadline) { break }
        }
        return info
    }

    private func perform(_ actions: KeyLoadingMachine.Actions) {
        if let generation = actions.start {
            let media = media
            media.load { result in self.finish(result, of: media, generation: generation) }
        }
        guard !actions.completed.isEmpty else { return }
        let handlers = state.withLock { state in actions.completed.compactMap { state.handlers.removeValue(forKey: $0) }
        }
        for handler in handlers { DispatchQueue.global().async(execute: handler) }
    }

    private func finish(_ result: Result<MediaInfo, MediaError>, of media: MediaAsset, generation: Int) {
        // Read here, on the loading thread, because reading the asset's properties later must not block.
        let captions = (try? result.get()) == nil ? nil : CaptionSidecars(of: media.locator)
        let actions = state.withLock { state -> KeyLoadingMachine.Actions in
            switch result {
            case .success(let info):
                if state.media === media {
                    state.info = info
                    state.captions = captions ?? CaptionSidecars()
                }
                return state.machine.finish(generation: generation, error: nil)
            case .failure(let error):
                return state.machine.finish(generation: generation, error: error.publicError)
            }
        }
        wakeWaiters()
        perform(actions)
    }

    private func wakeWaiters() {
        ended.lock()
        ended.broadcast()
        ended.unlock()
    }
}
