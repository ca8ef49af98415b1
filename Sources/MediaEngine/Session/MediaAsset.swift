import Foundation
import Synchronization

/// A piece of media, opened at most once for what it is asked and handed on to the session that plays it.
///
/// Any thread may call it.
public final class MediaAsset: Sendable {
    public let locator: MediaLocator

    private typealias Answer = @Sendable (Result<MediaInfo, MediaError>) -> Void

    /// One opening under way, and who waits for it.
    private struct Load {
        let number: Int
        var cancel: (@Sendable () -> Void)?
        var waiting: [(number: Int, answer: Answer)] = []
    }

    private enum Phase {
        case idle
        case loading(Load)
        /// The demuxer stays here until a session takes it.
        case loaded(MediaInfo, (any MediaReader)?)
        case failed(MediaError)
    }

    private struct State {
        var phase = Phase.idle
        var count = 0
        mutating func number() -> Int {
            count += 1
            return count
        }
    }

    private let state = Mutex(State())
    private let preferences = Mutex(StreamingPreferences())

    public init(_ locator: MediaLocator) { self.locator = locator }

    /// What is wanted of a stream with variants, for openings from now on; a session tells it itself.
    public func prefer(_ preferences: StreamingPreferences) { self.preferences.withLock { $0 = preferences } }

    /// Opens the media and reads its headers. The answer or error of the first call is that of every later one.
    public func load() async throws -> MediaInfo {
        try await withCheckedThrowingContinuation { continuation in
            load { continuation.resume(with: $0) }
        }
    }

    /// The same for callers that may block.
    public func loadBlocking() throws(MediaError) -> MediaInfo { try loadBlocking(interruptedBy: Interruption()) }

    private func loadBlocking(interruptedBy interruption: Interruption) throws(MediaError) -> MediaInfo {
        let gate = Condition()
        let answer = Mutex<Result<MediaInfo, MediaError>?>(nil)
        let settle: Answer = { result in
            answer.withLock { $0 = $0 ?? result }
            gate.withLock { gate.broadcast() }
        }
        if let number = wait(settle) {
            interruption.whenRaised { [self] in
                withdraw(number)
                settle(.failure(cancellation))
            }
        }
        gate.lock()
        while answer.withLock({ $0 == nil }) { gate.wait() }
        gate.unlock()
        guard let result = answer.withLock({ $0 }) else { throw cancellation }
        return try result.get()
    }

    /// Calls `body` when the media is open or has failed: at once if that is so already, else on a thread of the engine.
    public func load(_ body: @escaping @Sendable (Result<MediaInfo, MediaError>) -> Void) { _ = wait(body) }

    /// - Returns: what `withdraw` takes; nil if `body` has been called already.
    private func wait(_ body: @escaping Answer) -> Int? {
        enum Next {
            case answer(Result<MediaInfo, MediaError>)
            case start(load: Int, waiter: Int)
            case wait(waiter: Int)
        }
        let next = state.withLock { state -> Next in
            switch state.phase {
            case .idle:
                let (load, waiter) = (state.number(), state.number())
                state.phase = .loading(Load(number: load, waiting: [(waiter, body)]))
                return .start(load: load, waiter: waiter)
            case .loading(var load):
                let waiter = state.number()
                load.waiting.append((waiter, body))
                state.phase = .loading(load)
                return .wait(waiter: waiter)
            case .loaded(let info, _):
                return .answer(.success(info))
            case .failed(let error):
                return .answer(.failure(error))
            }
        }
        switch next {
        case .answer(let result):
            body(result)
            return nil
        case .start(let load, let waiter):
            EngineThread.start("open") { self.open(load) }
            return waiter
        case .wait(let waiter):
            return waiter
        }
    }

    /// Waits no more. An opening for which nobody else waits ends at once, and the next load begins anew.
    private func withdraw(_ waiter: Int) {
        let cancel = state.withLock { state -> (@Sendable () -> Void)? in
            guard case .loading(var load) = state.phase else { return nil }
            load.waiting.removeAll { $0.number == waiter }
            guard load.waiting.isEmpty else {
                state.phase = .loading(load)
                return nil
            }
            state.phase = .idle
            return load.cancel
        }
        cancel?()
    }

    private func open(_ number: Int) {
        let result: Result<any MediaReader, MediaError>
        do throws(MediaError) {
            result = .success(
                try MediaOpening.open(locator, preferences: preferences.withLock { $0 }, memory: .standard) {
                    [self] cancel in
                    let isWanted = state.withLock { state -> Bool in
                        guard case .loading(var load) = state.phase, load.number == number else { return false }
                        load.cancel = cancel
                        state.phase = .loading(load)
                        return true
                    }
                    if !isWanted { cancel() }
                })
        } catch {
            result = .failure(error)
        }
        let waiting = state.withLock { state -> [Answer] in
            guard case .loading(let load) = state.phase, load.number == number else { return [] }
            switch result {
            case .success(let demuxer): state.phase = .loaded(demuxer.info, demuxer)
            case .failure(let error): state.phase = .failed(error)
            }
            return load.waiting.map(\.answer)
        }
        let answer = result.map(\.info)
        for body in waiting { body(answer) }
    }

    /// Ends a load under way with `MediaError.Code.cancelled`.
    public func cancelLoading() {
        let load = state.withLock { state -> Load? in
            guard case .loading(let load) = state.phase else { return nil }
            state.phase = .failed(cancellation)
            return load
        }
        load?.cancel?()
        for waiter in load?.waiting ?? [] { waiter.answer(.failure(cancellation)) }
    }

    private var cancellation: MediaError {
        MediaError(.cancelled, "Loading was cancelled.", url: locator.url)
    }

    /// What has been found out so far, without waiting.
    public var loadedInfo: MediaInfo? {
        state.withLock { state in
            if case .loaded(let info, _) = state.phase { info } else { nil }
        }
    }

    /// The opened demuxer, for its one user; a further user gets one of its own. Blocks until it is open or `interruption` is raised.
    func takeDemuxer(interruptedBy interruption: Interruption) throws(MediaError) -> any MediaReader {
        _ = try loadBlocking(interruptedBy: interruption)
        let opened = state.withLock { state -> (any MediaReader)? in
            guard case .loaded(let info, let demuxer) = state.phase else { return nil }
            state.phase = .loaded(info, nil)
            return demuxer
        }
        if let opened { return opened }
        return try MediaOpening.open(locator, preferences: preferences.withLock { $0 }, memory: .standard) { cancel in
            interruption.whenRaised(cancel)
        }
    }
}
