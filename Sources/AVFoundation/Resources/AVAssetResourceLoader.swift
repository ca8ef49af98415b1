public import Foundation
import MediaEngine
import Synchronization

/// Lets an app load what its asset's address and playlists name by schemes of its own. Any thread.
///
/// A file is asked for by parts where `isByteRangeAccessSupported` says so and a length is given, else as a whole.
public final class AVAssetResourceLoader: NSObject, Sendable {
    private struct State: Sendable {
        weak var delegate: (any AVAssetResourceLoaderDelegate)?
        var queue: DispatchQueue?
        weak var keySession: AVContentKeySession?
    }

    private let state = Mutex(State())
    /// What the engine asks; holds the loader for as long as the asset lives.
    let provider = Provider()

    override init() {
        super.init()
        provider.loader.withLock { $0.loader = self }
    }

    /// - Parameter delegateQueue: serial; nil: the delegate gets nothing.
    public func setDelegate(_ delegate: (any AVAssetResourceLoaderDelegate)?, queue delegateQueue: DispatchQueue?) {
        state.withLock { state in
            state.delegate = delegate
            state.queue = delegateQueue
        }
    }

    public var delegate: (any AVAssetResourceLoaderDelegate)? { state.withLock { $0.delegate } }
    public var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

    /// The session that is asked for keys before anybody else.
    var keySession: AVContentKeySession? {
        get { state.withLock { $0.keySession } }
        set { state.withLock { $0.keySession = newValue } }
    }

    /// What the engine loads by itself.
    private static let knownSchemes: Set<String> = ["http", "https", "data", "file"]

    /// Asks the key session or the delegate.
    private func load(_ request: ProvidedRequest) -> Bool {
        if request.isKey, let keySession, keySession.load(request) { return true }
        guard !Self.knownSchemes.contains(request.url.scheme?.lowercased() ?? "") else { return false }
        let (delegate, queue) = state.withLock { ($0.delegate, $0.queue) }
        guard let delegate, let queue else { return false }
        let loading = AVAssetResourceLoadingRequest(request)
        // Holds the loading request for as long as it is open, whether or not the delegate does.
        request.whenOver { [weak self, weak delegate] in
            guard loading.cancel() else { return }
            queue.async { [weak self, weak delegate] in
                guard let self, let delegate else { return }
                delegate.resourceLoader(self, didCancel: loading)
            }
        }
        queue.async { [weak self] in
            guard let self else { return }
            guard !delegate.resourceLoader(self, shouldWaitForLoadingOfRequestedResource: loading) else { return }
            loading.refuse()
        }
        return true
    }

    /// Between the engine and the loader, which must not hold each other.
    final class Provider: ResourceProvider {
        struct Loader: Sendable { weak var loader: AVAssetResourceLoader? }
        let loader = Mutex(Loader())
        func load(_ request: ProvidedRequest) -> Bool { loader.withLock { $0.loader }?.load(request) ?? false }
    }
}

/// Loads resources for an asset, on the queue that it was set with.
public protocol AVAssetResourceLoaderDelegate: NSObjectProtocol, Sendable {
    /// - Returns: whether the request will be answered; else loading fails. Answers may come later, on any thread.
    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool

    /// Nobody waits for the answer any more.
    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest)
}

extension AVAssetResourceLoaderDelegate {
    public func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool { false }

    public func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest
    ) {}
}
