public import Foundation
public import HLS
import Synchronization

/// The chapters of a stream, which are loaded after playback has started (spec/hls.md section 9). Thread-safe.
public final class DeferredChapters: Sendable {
    public struct Found: Sendable {
        public var chapters: [SessionChapter]
        /// The URL of the resource: the base of image URLs.
        public var baseURL: URL
    }

    private typealias Listener = @Sendable (Found?) -> Void

    private struct State: Sendable {
        var isSettled = false
        var found: Found?
        var listeners: [Listener] = []
    }

    /// Loads a resource of the stream. The completion is called once, on any thread.
    typealias Load = @Sendable (URL, @escaping @Sendable (Result<Data, MediaError>) -> Void) -> Void

    private let load: Load
    private let state = Mutex(State())

    /// - Parameter load: loads the images of chapters.
    init(load: @escaping Load) { self.load = load }

    /// Sets the result if it is not set. Nil: there are no chapters, or loading has failed.
    func settle(_ found: Found?) {
        let listeners = state.withLock { state -> [Listener] in
            guard !state.isSettled else { return [] }
            state.isSettled = true
            state.found = found
            defer { state.listeners.removeAll() }
            return state.listeners
        }
        for listener in listeners { listener(found) }
    }

    /// Whether the result is set.
    public var isSettled: Bool { state.withLock { $0.isSettled } }

    /// Calls `body` once with the result: at once if it is set, else within 20 s on an engine thread.
    public func whenHere(_ body: @escaping @Sendable (Found?) -> Void) {
        let found = state.withLock { state -> Found?? in
            if state.isSettled { return .some(state.found) }
            state.listeners.append(body)
            return nil
        }
        if let found { body(found) }
    }

    /// Blocks until the result is set, or until `deadline`.
    public func wait(until deadline: Date) -> Found? {
        let arrived = NSCondition()
        whenHere { _ in
            arrived.lock()
            arrived.broadcast()
            arrived.unlock()
        }
        arrived.lock()
        defer { arrived.unlock() }
        while !state.withLock({ $0.isSettled }), arrived.wait(until: deadline) {}
        return state.withLock { $0.found }
    }

    /// Loads the image of a chapter.
    /// - Parameter body: called once, on an engine thread.
    public func loadImage(_ url: URL, _ body: @escaping @Sendable (Result<Data, MediaError>) -> Void) {
        load(url, body)
    }
}
