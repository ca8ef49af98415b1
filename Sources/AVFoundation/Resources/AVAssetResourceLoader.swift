public import Foundation
import MediaEngine
import Synchronization

/// Lets an app load the resources that an asset's URL and playlists name with custom URL schemes. Any thread may use it.
///
/// A file is requested in byte ranges where `isByteRangeAccessSupported` is set and the length is known, otherwise as a whole.
open class AVAssetResourceLoader: NSObject, @unchecked Sendable {
    private struct State: Sendable {
        weak var delegate: (any AVAssetResourceLoaderDelegate)?
        var queue: DispatchQueue?
        weak var keySession: AVContentKeySession?
    }

    private let state = Mutex(State())
    /// The engine's access to this loader; the asset retains it.
    let provider = Provider()

    override init() {
        super.init()
        provider.loader.withLock { $0.loader = self }
    }

    /// - Parameter delegateQueue: a serial queue; nil: the delegate is not called.
    open func setDelegate(_ delegate: (any AVAssetResourceLoaderDelegate)?, queue delegateQueue: DispatchQueue?) {
        state.withLock { state in
            state.delegate = delegate
            state.queue = delegateQueue
        }
    }

    open var delegate: (any AVAssetResourceLoaderDelegate)? { state.withLock { $0.delegate } }
    open var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

    /// The key session, which gets requests for keys before the delegate does.
    var keySession: AVContentKeySession? {
        get { state.withLock { $0.keySession } }
        set { state.withLock { $0.keySession = newValue } }
    }

    /// The schemes that the engine loads by itself.
    private static let knownSchemes: Set<String> = ["http", "https", "data", "file"]

    /// Passes a request to the key session or the delegate.
    private func load(_ request: ProvidedRequest) -> Bool {
        if request.isKey, let keySession, keySession.load(request) { return true }
        guard !Self.knownSchemes.contains(request.url.scheme?.lowercased() ?? "") else { return false }
        let (delegate, queue) = state.withLock { ($0.delegate, $0.queue) }
        guard let delegate, let queue else { return false }
        let loading = AVAssetResourceLoadingRequest(request)
        // The closure retains the loading request while it is open, independent of the delegate.
        request.onEnd { [weak self, weak delegate] in
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

    /// Connects the engine to the loader without a reference cycle.
    final class Provider: ResourceProvider {
        struct Loader: Sendable { weak var loader: AVAssetResourceLoader? }
        let loader = Mutex(Loader())
        func load(_ request: ProvidedRequest) -> Bool { loader.withLock { $0.loader }?.load(request) ?? false }
    }
}

/// The delegate that loads resources for an asset, called on the queue that was set with it.
@preconcurrency
public protocol AVAssetResourceLoaderDelegate: NSObjectProtocol, Sendable {
    /// - Returns: whether the app will respond to the request; otherwise loading fails. Responses may arrive later, on any thread.
    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool

    /// Here: not called, because a `renewalDate` has no effect.
    /// - Returns: whether the app will respond to the request.
    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForRenewalOfRequestedResource renewalRequest: AVAssetResourceRenewalRequest
    ) -> Bool

    /// Reports that the request was cancelled.
    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest)
}

extension AVAssetResourceLoaderDelegate {
    public func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool { false }

    public func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForRenewalOfRequestedResource renewalRequest: AVAssetResourceRenewalRequest
    ) -> Bool { false }

    public func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest
    ) {}
}
