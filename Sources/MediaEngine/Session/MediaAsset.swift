import Foundation
import Synchronization

/// A piece of media, opened at most once for what it is asked and handed on to the session that plays it.
///
/// Any thread may call it.
public final class MediaAsset: Sendable {
    public let locator: MediaLocator

    private enum State {
        case idle
        case loading(source: (any ByteSource)?, waiting: [@Sendable (Result<MediaInfo, MediaError>) -> Void])
        /// The demuxer stays here until a session takes it.
        case loaded(MediaInfo, Demuxer?)
        case failed(MediaError)
    }

    private let state = Mutex(State.idle)

    public init(_ locator: MediaLocator) { self.locator = locator }

    /// Opens the media and reads its headers. The answer or error of the first call is that of every later one.
    public func load() async throws -> MediaInfo {
        try await withCheckedThrowingContinuation { continuation in
            load { continuation.resume(with: $0) }
        }
    }

    /// The same for callers that may block.
    public func loadBlocking() throws(MediaError) -> MediaInfo {
        let gate = Condition()
        let answer = Mutex<Result<MediaInfo, MediaError>?>(nil)
        load { result in
            answer.withLock { $0 = result }
            gate.withLock { gate.broadcast() }
        }
        gate.lock()
        while answer.withLock({ $0 == nil }) { gate.wait() }
        gate.unlock()
        guard let result = answer.withLock({ $0 }) else {
            throw MediaError(.cancelled, "Loading was cancelled.", url: locator.url)
        }
        return try result.get()
    }

    /// Calls `body` when the media is open or has failed: at once if that is so already, else on a thread of the engine.
    public func load(_ body: @escaping @Sendable (Result<MediaInfo, MediaError>) -> Void) {
        enum Next {
            case answer(Result<MediaInfo, MediaError>)
            case start
            case wait
        }
        let next = state.withLock { state -> Next in
            switch state {
            case .idle:
                state = .loading(source: nil, waiting: [body])
                return .start
            case .loading(let source, let waiting):
                state = .loading(source: source, waiting: waiting + [body])
                return .wait
            case .loaded(let info, _):
                return .answer(.success(info))
            case .failed(let error):
                return .answer(.failure(error))
            }
        }
        switch next {
        case .answer(let result): body(result)
        case .start: EngineThread.start("open") { self.open() }
        case .wait: break
        }
    }

    private func open() {
        let result: Result<Demuxer, MediaError>
        do throws(MediaError) {
            result = .success(
                try Demuxer.open(locator) { [self] source in
                    let cancelled = state.withLock { state -> Bool in
                        guard case .loading(_, let waiting) = state else { return true }
                        state = .loading(source: source, waiting: waiting)
                        return false
                    }
                    if cancelled { source.cancel() }
                })
        } catch {
            result = .failure(error)
        }
        let waiting = state.withLock { state -> [@Sendable (Result<MediaInfo, MediaError>) -> Void] in
            guard case .loading(_, let waiting) = state else { return [] }
            switch result {
            case .success(let demuxer): state = .loaded(demuxer.info, demuxer)
            case .failure(let error): state = .failed(error)
            }
            return waiting
        }
        let answer = result.map(\.info)
        for body in waiting { body(answer) }
    }

    /// Ends a load under way with `MediaError.Code.cancelled`.
    public func cancelLoading() {
        let (source, waiting) = state.withLock {
            state -> ((any ByteSource)?, [@Sendable (Result<MediaInfo, MediaError>) -> Void]) in
            guard case .loading(let source, let waiting) = state else { return (nil, []) }
            state = .failed(cancellation)
            return (source, waiting)
        }
        source?.cancel()
        for body in waiting { body(.failure(cancellation)) }
    }

    private var cancellation: MediaError {
        MediaError(.cancelled, "Loading was cancelled.", url: locator.url)
    }

    /// What has been found out so far, without waiting.
    public var loadedInfo: MediaInfo? {
        state.withLock { state in
            if case .loaded(let info, _) = state { info } else { nil }
        }
    }

    /// The opened demuxer, for its one user; a further user gets one of its own. Blocks.
    func takeDemuxer(created: @escaping @Sendable (any ByteSource) -> Void = { _ in }) throws(MediaError) -> Demuxer {
        _ = try loadBlocking()
        let opened = state.withLock { state -> Demuxer? in
            guard case .loaded(let info, let demuxer) = state else { return nil }
            state = .loaded(info, nil)
            return demuxer
        }
        if let opened { return opened }
        return try Demuxer.open(locator, created: created)
    }
}
