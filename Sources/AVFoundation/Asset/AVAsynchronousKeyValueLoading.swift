import Foundation
import Synchronization

/// The loading status of a key. The last three are final.
public enum AVKeyValueStatus: Int, Sendable {
    case unknown = 0
    case loading = 1
    case loaded = 2
    case failed = 3
    case cancelled = 4
}

/// An object whose properties load asynchronously: assets, tracks, metadata items.
///
/// Any thread may call it.
public protocol AVAsynchronousKeyValueLoading: AnyObject {
    /// Returns the status of a key; never blocks. Sets `outError` where the key has failed or was cancelled.
    func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus

    /// Loads the keys whose status is not final, then calls the handler once, on any thread, and never before this method has returned.
    ///
    /// The handler is called after every key has become loaded, failed or cancelled; query each key's status in it.
    @preconcurrency
    func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?)
}

extension AVAsynchronousKeyValueLoading {
    @preconcurrency
    public func loadValuesAsynchronously(forKeys keys: [String]) {
        loadValuesAsynchronously(forKeys: keys, completionHandler: nil)
    }

    /// Returns the status of a property, with its value or its error; never blocks.
    public func status<T>(of property: AVAsyncProperty<Self, T>) -> AVAsyncProperty<Self, T>.Status {
        var error: NSError?
        switch statusOfValue(forKey: property.key, error: &error) {
        case .unknown: return .notYetLoaded
        case .loading: return .loading
        case .loaded:
            do {
                return .loaded(try property.read(self))
            } catch {
                return .failed(error as NSError)
            }
        case .failed, .cancelled:
            return .failed(error ?? AVError(.unknown)._nsError)
        }
    }
}

/// The internal extension of the loading protocol that OpenAVKit's own classes implement.
protocol KeyErrorProviding: AVAsynchronousKeyValueLoading {
    /// Returns the error of a key that has failed or was cancelled, in the form in which clients receive it.
    func error(forKey key: String) -> (any Error)?
}

extension AVAsynchronousKeyValueLoading {
    /// Waits for the keys, and throws the error of the first one that did not load. A cancelled task stops waiting; loading continues.
    fileprivate func loadAll(_ keys: [String]) async throws {
        let waiter = Waiter()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiter.wait(continuation)
                loadValuesAsynchronously(forKeys: keys) { waiter.finish() }
            }
        } onCancel: {
            waiter.finish()
        }
        for key in keys {
            var error: NSError?
            switch statusOfValue(forKey: key, error: &error) {
            case .loaded: continue
            case .failed, .cancelled:
                throw (self as? any KeyErrorProviding)?.error(forKey: key) ?? error ?? AVError(.unknown)
            case .unknown, .loading: throw CancellationError()
            }
        }
    }
}

/// Resumes a continuation exactly once, by the end of loading or the cancellation of the task, whichever is first.
private final class Waiter: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Void, Never>)
        case finished
    }
    private let state = Mutex(State.idle)

    func wait(_ continuation: CheckedContinuation<Void, Never>) {
        let isFinished = state.withLock { state in
            if case .finished = state { return true }
            state = .waiting(continuation)
            return false
        }
        if isFinished { continuation.resume() }
    }

    func finish() {
        let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
            defer { state = .finished }
            guard case .waiting(let continuation) = state else { return nil }
            return continuation
        }
        continuation?.resume()
    }
}

// Load one to eight properties together. Each throws the error of the first property that fails, and the same error on every call.
extension AVAsynchronousKeyValueLoading {
    public func load<T>(_ property: AVAsyncProperty<Self, T>) async throws -> T {
        try await loadAll([property.key])
        return try property.read(self)
    }

    public func load<A, B>(_ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>) async throws
        -> (A, B)
    {
        try await loadAll([propertyA.key, propertyB.key])
        return (try propertyA.read(self), try propertyB.read(self))
    }

    public func load<A, B, C>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>
    ) async throws -> (A, B, C) {
        try await loadAll([propertyA.key, propertyB.key, propertyC.key])
        return (try propertyA.read(self), try propertyB.read(self), try propertyC.read(self))
    }

    public func load<A, B, C, D>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>
    ) async throws -> (A, B, C, D) {
        try await loadAll([propertyA.key, propertyB.key, propertyC.key, propertyD.key])
        return (try propertyA.read(self), try propertyB.read(self), try propertyC.read(self), try propertyD.read(self))
    }

    public func load<A, B, C, D, E>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>,
        _ propertyE: AVAsyncProperty<Self, E>
    ) async throws -> (A, B, C, D, E) {
        try await loadAll([propertyA.key, propertyB.key, propertyC.key, propertyD.key, propertyE.key])
        return (
            try propertyA.read(self), try propertyB.read(self), try propertyC.read(self), try propertyD.read(self),
            try propertyE.read(self)
        )
    }

    public func load<A, B, C, D, E, F>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>,
        _ propertyE: AVAsyncProperty<Self, E>, _ propertyF: AVAsyncProperty<Self, F>
    ) async throws -> (A, B, C, D, E, F) {
        try await loadAll([propertyA.key, propertyB.key, propertyC.key, propertyD.key, propertyE.key, propertyF.key])
        return (
            try propertyA.read(self), try propertyB.read(self), try propertyC.read(self), try propertyD.read(self),
            try propertyE.read(self), try propertyF.read(self)
        )
    }

    public func load<A, B, C, D, E, F, G>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>,
        _ propertyE: AVAsyncProperty<Self, E>, _ propertyF: AVAsyncProperty<Self, F>,
        _ propertyG: AVAsyncProperty<Self, G>
    ) async throws -> (A, B, C, D, E, F, G) {
        try await loadAll([
            propertyA.key, propertyB.key, propertyC.key, propertyD.key, propertyE.key, propertyF.key, propertyG.key,
        ])
        return (
            try propertyA.read(self), try propertyB.read(self), try propertyC.read(self), try propertyD.read(self),
            try propertyE.read(self), try propertyF.read(self), try propertyG.read(self)
        )
    }

    public func load<A, B, C, D, E, F, G, H>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>,
        _ propertyE: AVAsyncProperty<Self, E>, _ propertyF: AVAsyncProperty<Self, F>,
        _ propertyG: AVAsyncProperty<Self, G>, _ propertyH: AVAsyncProperty<Self, H>
    ) async throws -> (A, B, C, D, E, F, G, H) {
        try await loadAll([
            propertyA.key, propertyB.key, propertyC.key, propertyD.key, propertyE.key, propertyF.key, propertyG.key,
            propertyH.key,
        ])
        return (
            try propertyA.read(self), try propertyB.read(self), try propertyC.read(self), try propertyD.read(self),
            try propertyE.read(self), try propertyF.read(self), try propertyG.read(self), try propertyH.read(self)
        )
    }
}
