public import Foundation
import Synchronization

/// A request for the value of a lazily loaded metadata item. Only the first response counts. Any thread may use it.
open class AVMetadataItemValueRequest: NSObject, @unchecked Sendable {
    private let lazyValue: LazyMetadataValue

    init(_ lazyValue: LazyMetadataValue) {
        self.lazyValue = lazyValue
        super.init()
    }

    /// The item whose value is requested; nil after it was released.
    open var metadataItem: AVMetadataItem? { lazyValue.item.withLock { $0.object } }

    /// Responds with the value: text, a number, a date, data, an array or a dictionary.
    open func respond(value: Any) {
        lazyValue.finish(.success(MetadataValue(MetadataFields.normalized(value))))
    }

    /// Responds with the error.
    open func respond(error: any Error) {
        lazyValue.finish(.failure(error))
    }
}

/// A value that is requested once, when it is first needed.
final class LazyMetadataValue: Sendable {
    struct WeakItem: Sendable {
        weak var object: AVMetadataItem?
    }

    private struct State {
        var isRequested = false
        var result: Result<MetadataValue, any Error>?
        var waiting: [@Sendable (Result<MetadataValue, any Error>) -> Void] = []
    }

    let item = Mutex(WeakItem())
    private let handler: @Sendable (AVMetadataItemValueRequest) -> Void
    private let state = Mutex(State())

    init(handler: @escaping @Sendable (AVMetadataItemValueRequest) -> Void) {
        self.handler = handler
    }

    var status: (AVKeyValueStatus, error: (any Error)?) {
        state.withLock { state in
            switch state.result {
            case .success: (.loaded, nil)
            case .failure(let error): (.failed, error)
            case nil: (state.isRequested ? .loading : .unknown, nil)
            }
        }
    }

    /// Requests the value unless it has been requested before. The completion is called on any thread, after this method has returned.
    func load(_ completion: @escaping @Sendable (Result<MetadataValue, any Error>) -> Void) {
        let (isFirst, result) = state.withLock { state -> (Bool, Result<MetadataValue, any Error>?) in
            if let result = state.result { return (false, result) }
            state.waiting.append(completion)
            defer { state.isRequested = true }
            return (!state.isRequested, nil)
        }
        if let result { DispatchQueue.global().async { completion(result) } }
        if isFirst { DispatchQueue.global().async { self.handler(AVMetadataItemValueRequest(self)) } }
    }

    func finish(_ result: Result<MetadataValue, any Error>) {
        let waiting = state.withLock { state in
            guard state.result == nil else { return [@Sendable (Result<MetadataValue, any Error>) -> Void]() }
            state.result = result
            defer { state.waiting = [] }
            return state.waiting
        }
        for completion in waiting { completion(result) }
    }

    /// Blocks until the value is available.
    func wait() -> Result<NSObject?, any Error> {
        if let result = state.withLock({ $0.result }) { return result.map(\.object) }
        let arrived = DispatchSemaphore(value: 0)
        load { _ in arrived.signal() }
        arrived.wait()
        guard let result = state.withLock({ $0.result }) else { return .success(nil) }
        return result.map(\.object)
    }
}
