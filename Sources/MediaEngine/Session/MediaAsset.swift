import Foundation
import Synchronization

/// A media item at a URL. It is opened at most once, and the opened reader is passed on to the session that plays it.
///
/// Thread-safe.
public final class MediaAsset: Sendable {
    public let locator: MediaLocator

    private typealias Answer = @Sendable (Result<MediaInfo, MediaError>) -> Void
    /// - Returns: whether the session was still waiting for the reader.
    private typealias ReaderHandler = @Sendable (Result<any MediaReader, MediaError>) -> Bool

    /// A pending load, with the callers that wait for it.
    private struct Load {
        let number: Int
        /// The start time of the session that takes the media.
        let startTime: StartTime
        var cancel: (@Sendable () -> Void)?
        var waiting: [Answer] = []
        /// The session that waits to play the media; it receives the reader as soon as there is video.
        var pendingSession: (number: Int, take: ReaderHandler)?
        /// The reader that a session took before the media was completely opened; the session calls `settle` when it is.
        var taken: (any MediaReader)?
    }

    private enum Phase {
        case idle
        case loading(Load)
        /// The reader stays here until a session takes it.
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

    private let clock: any HostClock

    /// - Parameter clock: the clock by which a stream reloads its playlists; the clock of the session that plays the asset.
    public init(_ locator: MediaLocator, clock: any HostClock = SystemHostClock()) {
        self.locator = locator
        self.clock = clock
    }

    /// Sets the preferences for the variants of a stream that is opened from now on. A session sets its own.
    public func prefer(_ preferences: StreamingPreferences) { self.preferences.withLock { $0 = preferences } }

    /// Opens the media and reads its headers. The result of the first call is cached for later calls.
    public func load() async throws -> MediaInfo {
        try await withCheckedThrowingContinuation { continuation in
            load { continuation.resume(with: $0) }
        }
    }

    /// Opens the media like `load`, and blocks the calling thread.
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
        guard let result = answer.withLock({ $0 }) else { throw cancellation }
        return try result.get()
    }

    /// Calls `body` with the result: immediately if the media is open or has failed, else on an engine thread when it is.
    public func load(_ body: @escaping @Sendable (Result<MediaInfo, MediaError>) -> Void) {
        enum Next {
            case answer(Result<MediaInfo, MediaError>)
            case start(load: Int, StartTime)
            case wait
        }
        let next = state.withLock { state -> Next in
            switch state.phase {
            case .idle:
                let (number, startTime) = (state.number(), StartTime())
                state.phase = .loading(Load(number: number, startTime: startTime, waiting: [body]))
                return .start(load: number, startTime)
            case .loading(var load):
                load.waiting.append(body)
                state.phase = .loading(load)
                return .wait
            case .loaded(let info, _): return .answer(.success(info))
            case .failed(let error): return .answer(.failure(error))
            }
        }
        switch next {
        case .answer(let result): body(result)
        case .start(let number, let startTime): EngineThread.start("open") { self.open(number, startTime) }
        case .wait: break
        }
    }

    /// Withdraws a waiting session. If no other caller waits, the load is cancelled, and the next load starts anew.
    private func withdraw(_ pendingSession: Int) {
        let cancel = state.withLock { state -> (@Sendable () -> Void)? in
            guard case .loading(var load) = state.phase, load.pendingSession?.number == pendingSession else {
                return nil
            }
            load.pendingSession = nil
            guard load.waiting.isEmpty else {
                state.phase = .loading(load)
                return nil
            }
            state.phase = .idle
            return load.cancel
        }
        cancel?()
    }

    private func open(_ number: Int, _ startTime: StartTime) {
        let reader: any MediaReader
        do throws(MediaError) {
            reader = try MediaOpening.open(
                locator, preferences: preferences.withLock { $0 }, memory: .standard, clock: clock,
                startTime: startTime, waitsForAudio: false
            ) { [self] cancel in
                let isWanted = state.withLock { state -> Bool in
                    guard case .loading(var load) = state.phase, load.number == number else { return false }
                    load.cancel = cancel
                    state.phase = .loading(load)
                    return true
                }
                if !isWanted { cancel() }
            }
            if reader.stream?.isComplete == false, give(reader, to: number) { return }
            try reader.stream?.complete()
        } catch {
            return settle(number, .failure(error))
        }
        settle(number, .success(reader))
    }

    /// Passes a partially opened reader to a waiting session.
    private func give(_ reader: any MediaReader, to number: Int) -> Bool {
        let pendingSession = state.withLock { state -> ReaderHandler? in
            guard case .loading(var load) = state.phase, load.number == number, let pendingSession = load.pendingSession
            else {
                return nil
            }
            load.pendingSession = nil
            load.taken = reader
            load.cancel = nil
            state.phase = .loading(load)
            return pendingSession.take
        }
        guard let pendingSession else { return false }
        if !pendingSession(.success(reader)) {
            reader.cancel()
            settle(reader, .failure(cancellation))
        }
        return true
    }

    /// Completes a load.
    private func settle(_ number: Int, _ result: Result<any MediaReader, MediaError>) {
        let load = state.withLock { state -> Load? in
            guard case .loading(let load) = state.phase, load.number == number else { return nil }
            switch result {
            case .success(let reader): state.phase = .loaded(reader.info, load.pendingSession == nil ? reader : nil)
            case .failure(let error): state.phase = .failed(error)
            }
            return load
        }
        _ = load?.pendingSession?.take(result)
        let answer = result.map(\.info)
        for body in load?.waiting ?? [] { body(answer) }
    }

    /// Completes a load whose reader a session took before the media was completely opened.
    func settle(_ taken: any MediaReader, _ result: Result<MediaInfo, MediaError>) {
        let load = state.withLock { state -> Load? in
            guard case .loading(let load) = state.phase, load.taken === taken else { return nil }
            switch result {
            case .success(let info): state.phase = .loaded(info, nil)
            case .failure(let error) where error.code == .cancelled: state.phase = .idle
            case .failure(let error): state.phase = .failed(error)
            }
            return load
        }
        guard let load else { return }
        // Other callers must not fail because the session was closed.
        if case .failure(let error) = result, error.code == .cancelled {
            for body in load.waiting { self.load(body) }
        } else {
            for body in load.waiting { body(result) }
        }
    }

    /// Ends a pending load with `MediaError.Code.cancelled`.
    public func cancelLoading() {
        let load = state.withLock { state -> Load? in
            guard case .loading(let load) = state.phase else { return nil }
            // A session that has taken the reader continues to play.
            state.phase = .failed(cancellation)
            return load
        }
        load?.cancel?()
        _ = load?.pendingSession?.take(.failure(cancellation))
        for body in load?.waiting ?? [] { body(.failure(cancellation)) }
    }

    private var cancellation: MediaError {
        MediaError(.cancelled, "Loading was cancelled.", url: locator.url)
    }

    /// The information loaded so far; nil if loading has not completed.
    public var loadedInfo: MediaInfo? {
        state.withLock { state in
            if case .loaded(let info, _) = state.phase { info } else { nil }
        }
    }

    /// Returns the opened reader to its first user; every further user gets a new reader. Blocks until the reader is open or `interruption`
    /// is raised. If the reader is not complete, the caller must call `settle` when it is.
    /// - Parameter startTime: the start position, which can change until a stream requests its first segment.
    func takeDemuxer(
        startTime: StartTime = StartTime(), interruptedBy interruption: Interruption
    ) throws(MediaError) -> any MediaReader {
        if let reader = try wait(startTime, interruptedBy: interruption) { return reader }
        return try MediaOpening.open(
            locator, preferences: preferences.withLock { $0 }, memory: .standard, clock: clock,
            startTime: startTime, waitsForAudio: false
        ) { cancel in
            interruption.whenRaised(cancel)
        }
    }

    /// - Returns: nil if another session has the reader.
    private func wait(
        _ startTime: StartTime, interruptedBy interruption: Interruption
    ) throws(MediaError) -> (any MediaReader)? {
        enum Next {
            case opened((any MediaReader)?)
            case failed(MediaError)
            case start(load: Int, waiter: Int)
            case wait(waiter: Int)
        }
        let gate = Condition()
        let answer = Mutex<Result<any MediaReader, MediaError>?>(nil)
        let settle: ReaderHandler = { result in
            let isFirst = answer.withLock { answer in
                defer { answer = answer ?? result }
                return answer == nil
            }
            gate.withLock { gate.broadcast() }
            return isFirst
        }
        let next = state.withLock { state -> Next in
            switch state.phase {
            case .idle:
                let (load, waiter) = (state.number(), state.number())
                state.phase = .loading(Load(number: load, startTime: startTime, pendingSession: (waiter, settle)))
                return .start(load: load, waiter: waiter)
            case .loading(var load):
                guard load.taken == nil, load.pendingSession == nil else { return .opened(nil) }
                let waiter = state.number()
                load.pendingSession = (waiter, settle)
                load.startTime.follow(startTime)
                state.phase = .loading(load)
                return .wait(waiter: waiter)
            case .loaded(let info, let reader):
                state.phase = .loaded(info, nil)
                return .opened(reader)
            case .failed(let error): return .failed(error)
            }
        }
        let waiter: Int
        switch next {
        case .opened(let reader): return reader
        case .failed(let error): throw error
        case .start(let load, let number):
            waiter = number
            EngineThread.start("open") { self.open(load, startTime) }
        case .wait(let number): waiter = number
        }
        interruption.whenRaised { [self] in
            withdraw(waiter)
            _ = settle(.failure(cancellation))
        }
        gate.lock()
        while answer.withLock({ $0 == nil }) { gate.wait() }
        gate.unlock()
        guard let result = answer.withLock({ $0 }) else { throw cancellation }
        return try result.get()
    }
}
