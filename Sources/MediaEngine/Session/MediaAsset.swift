import Foundation
import Synchronization

/// A piece of media, opened at most once for what it is asked and handed on to the session that plays it.
///
/// Any thread may call it.
public final class MediaAsset: Sendable {
    public let locator: MediaLocator

    private typealias Answer = @Sendable (Result<MediaInfo, MediaError>) -> Void
    /// - Returns: whether it was still waited for.
    private typealias Taker = @Sendable (Result<any MediaReader, MediaError>) -> Bool

    /// One opening under way, and who waits for it.
    private struct Load {
        let number: Int
        /// Where the session that takes the media begins.
        let startTime: StartTime
        var cancel: (@Sendable () -> Void)?
        var waiting: [Answer] = []
        /// The session that waits to play it, which has it as soon as there are pictures.
        var taker: (number: Int, take: Taker)?
        /// What a session has taken before all was known of it; it tells when that is so.
        var taken: (any MediaReader)?
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

    private let clock: any HostClock

    /// - Parameter clock: the clock by which a stream reloads its playlists; the clock of the session that plays the asset.
    public init(_ locator: MediaLocator, clock: any HostClock = SystemHostClock()) {
        self.locator = locator
        self.clock = clock
    }

    /// What is wanted of a stream with variants, for openings from now on; a session tells it itself.
    public func prefer(_ preferences: StreamingPreferences) { self.preferences.withLock { $0 = preferences } }

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
        guard let result = answer.withLock({ $0 }) else { throw cancellation }
        return try result.get()
    }

    /// Calls `body` when the media is open or has failed: at once if that is so already, else on a thread of the engine.
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

    /// A session waits no more. An opening for which nobody else waits ends at once, and the next load begins anew.
    private func withdraw(_ taker: Int) {
        let cancel = state.withLock { state -> (@Sendable () -> Void)? in
            guard case .loading(var load) = state.phase, load.taker?.number == taker else {
                return nil
            }
            load.taker = nil
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
                startTime: startTime, waitsForSound: false
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

    /// Hands on what is not wholly known yet, where a session waits for it.
    private func give(_ reader: any MediaReader, to number: Int) -> Bool {
        let taker = state.withLock { state -> Taker? in
            guard case .loading(var load) = state.phase, load.number == number, let taker = load.taker else {
                return nil
            }
            load.taker = nil
            load.taken = reader
            load.cancel = nil
            state.phase = .loading(load)
            return taker.take
        }
        guard let taker else { return false }
        if !taker(.success(reader)) {
            reader.cancel()
            settle(reader, .failure(cancellation))
        }
        return true
    }

    /// The end of an opening.
    private func settle(_ number: Int, _ result: Result<any MediaReader, MediaError>) {
        let load = state.withLock { state -> Load? in
            guard case .loading(let load) = state.phase, load.number == number else { return nil }
            switch result {
            case .success(let reader): state.phase = .loaded(reader.info, load.taker == nil ? reader : nil)
            case .failure(let error): state.phase = .failed(error)
            }
            return load
        }
        _ = load?.taker?.take(result)
        let answer = result.map(\.info)
        for body in load?.waiting ?? [] { body(answer) }
    }

    /// What a session has taken before all was known of it: this is all, or why there will be no more.
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
        // Whoever else waits has nothing to do with the session that left.
        if case .failure(let error) = result, error.code == .cancelled {
            for body in load.waiting { self.load(body) }
        } else {
            for body in load.waiting { body(result) }
        }
    }

    /// Ends a load under way with `MediaError.Code.cancelled`.
    public func cancelLoading() {
        let load = state.withLock { state -> Load? in
            guard case .loading(let load) = state.phase else { return nil }
            // A session plays on with what it has.
            state.phase = .failed(cancellation)
            return load
        }
        load?.cancel?()
        _ = load?.taker?.take(.failure(cancellation))
        for body in load?.waiting ?? [] { body(.failure(cancellation)) }
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

    /// The opened demuxer, for its one user; a further user gets one of its own. Blocks until it is open or `interruption` is raised. It may not
    /// be complete: then `settle` is to be called when it is.
    /// - Parameter startTime: where the user begins, as long as a stream has requested no segment.
    func takeDemuxer(
        startTime: StartTime = StartTime(), interruptedBy interruption: Interruption
    ) throws(MediaError) -> any MediaReader {
        if let reader = try wait(startTime, interruptedBy: interruption) { return reader }
        return try MediaOpening.open(
            locator, preferences: preferences.withLock { $0 }, memory: .standard, clock: clock,
            startTime: startTime, waitsForSound: false
        ) { cancel in
            interruption.whenRaised(cancel)
        }
    }

    /// - Returns: nil where another one has it.
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
        let settle: Taker = { result in
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
                state.phase = .loading(Load(number: load, startTime: startTime, taker: (waiter, settle)))
                return .start(load: load, waiter: waiter)
            case .loading(var load):
                guard load.taken == nil, load.taker == nil else { return .opened(nil) }
                let waiter = state.number()
                load.taker = (waiter, settle)
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
