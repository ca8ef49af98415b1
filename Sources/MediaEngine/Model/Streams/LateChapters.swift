public import Foundation
public import HLS
import Synchronization

/// The chapters of a stream, which come from a resource of their own after playing has begun (spec/hls.md section 9). Any thread.
public final class LateChapters: Sendable {
    public struct Found: Sendable {
        public var chapters: [SessionChapter]
        /// Of the resource: what the addresses of pictures count from.
        public var baseURL: URL
    }

    private typealias Listener = @Sendable (Found?) -> Void

    private struct State: Sendable {
        var isSettled = false
        var found: Found?
        var listeners: [Listener] = []
    }

    /// Loads a resource of the stream and calls back once, on any thread.
    typealias Load = @Sendable (URL, @escaping @Sendable (Result<Data, MediaError>) -> Void) -> Void

    private let load: Load
    private let state = Mutex(State())

    /// - Parameter load: loads the pictures of chapters.
    init(load: @escaping Load) { self.load = load }

    /// The first word counts. nil: there are none, or they could not be had.
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

    /// Whether it is known what there is.
    public var isSettled: Bool { state.withLock { $0.isSettled } }

    /// Calls `body` once it is known what there is: now, or later on a thread of the engine; within 20 s.
    public func whenHere(_ body: @escaping @Sendable (Found?) -> Void) {
        let found = state.withLock { state -> Found?? in
            if state.isSettled { return .some(state.found) }
            state.listeners.append(body)
            return nil
        }
        if let found { body(found) }
    }

    /// Waits until it is known what there is, or until `deadline`.
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

    /// Loads the picture of a chapter.
    /// - Parameter body: called once, on a thread of the engine.
    public func loadPicture(_ url: URL, _ body: @escaping @Sendable (Result<Data, MediaError>) -> Void) {
        load(url, body)
    }
}
