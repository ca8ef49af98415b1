public import Foundation
import MediaEngine
import Synchronization

/// A protocol for the exchange of keys.
public struct AVContentKeySystem: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let fairPlayStreaming = AVContentKeySystem(rawValue: "FairPlayStreaming")
    public static let clearKey = AVContentKeySystem(rawValue: "ClearKeySystem")
    public static let authorizationToken = AVContentKeySystem(rawValue: "AuthorizationTokenSystem")
}

/// An object that may need content keys.
public protocol AVContentKeyRecipient: AnyObject {
    var mayRequireContentKeysForMediaDataProcessing: Bool { get }
}

extension AVURLAsset: AVContentKeyRecipient {
    /// Whether a content key session serves this asset.
    public var mayRequireContentKeysForMediaDataProcessing: Bool { resourceLoader.keySession != nil }
}

/// Requests the keys of encrypted streams from an app.
///
/// Here: `.clearKey` serves the identity keys of HTTP Live Streaming (AES-128, SAMPLE-AES); sessions of the other systems fail every
/// request, because only Apple's software can decrypt their content. Any thread may use it.
open class AVContentKeySession: NSObject, @unchecked Sendable {
    /// The largest number of keys that are stored for later requests of streams.
    static let maximumKept = 64

    private struct State: Sendable {
        weak var delegate: (any AVContentKeySessionDelegate)?
        var queue: DispatchQueue?
        var recipients: [Recipient] = []
        var open: [AVContentKeyRequest] = []
        /// Responses to requests of the app, by the identifier of the key; the oldest first.
        var kept: [(name: String, key: [UInt8])] = []
        var isExpired = false
    }

    private struct Recipient: Sendable { weak var asset: AVURLAsset? }

    open private(set) var keySystem: AVContentKeySystem
    private let state = Mutex(State())

    public init(keySystem: AVContentKeySystem) { self.keySystem = keySystem }

    /// - Parameter storageURL: Apple: for reports of sessions that ended abnormally. Here: ignored; there are no such reports.
    public convenience init(keySystem: AVContentKeySystem, storageDirectoryAt storageURL: URL) {
        self.init(keySystem: keySystem)
    }

    /// Here: always empty, because identity keys have no such reports.
    open class func pendingExpiredSessionReports(
        withAppIdentifier appIdentifier: Data, storageDirectoryAt storageURL: URL
    ) -> [Data] { [] }

    /// Here: always nil, because identity keys have no protection sessions.
    open var contentProtectionSessionIdentifier: Data? { nil }

    /// - Parameter delegateQueue: a serial queue; nil: the delegate is not called.
    open func setDelegate(_ delegate: (any AVContentKeySessionDelegate)?, queue delegateQueue: DispatchQueue?) {
        state.withLock { state in
            state.delegate = delegate
            state.queue = delegateQueue
        }
    }

    open var delegate: (any AVContentKeySessionDelegate)? { state.withLock { $0.delegate } }
    open var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

    /// Serves the keys of an asset from now on. Recipients other than AVURLAsset need no keys and are ignored.
    open func addContentKeyRecipient(_ recipient: any AVContentKeyRecipient) {
        guard let asset = recipient as? AVURLAsset else { return }
        asset.resourceLoader.keySession = self
        changeRecipients { recipients in
            recipients.removeAll { $0.asset == nil || $0.asset === asset }
            recipients.append(Recipient(asset: asset))
        }
    }

    open func removeContentKeyRecipient(_ recipient: any AVContentKeyRecipient) {
        guard let asset = recipient as? AVURLAsset else { return }
        if asset.resourceLoader.keySession === self { asset.resourceLoader.keySession = nil }
        changeRecipients { $0.removeAll { $0.asset == nil || $0.asset === asset } }
    }

    private func changeRecipients(_ change: (inout [Recipient]) -> Void) {
        let assets = state.withLock { state in
            // Not deallocated inside the lock, where their last other reference ends meanwhile: a client's class may use the session then.
            let assets = state.recipients.compactMap(\.asset)
            change(&state.recipients)
            return assets
        }
        withExtendedLifetime(assets) {}
    }

    open var contentKeyRecipients: [any AVContentKeyRecipient] {
        state.withLock { $0.recipients.compactMap(\.asset) }
    }

    /// Requests a key from the delegate before a stream needs it; a stream that needs it later receives it at once.
    ///
    /// - Parameter identifier: the absolute URL of the key, as a string.
    open func processContentKeyRequest(
        withIdentifier identifier: Any?, initializationData: Data?, options: [String: Any]? = nil
    ) {
        offer(
            AVContentKeyRequest(
                identifier: identifier, initializationData: initializationData, options: options ?? [:], nil, self))
    }

    /// Requests a key again whose response expires. Here: playing streams keep their key, because identity keys do not expire; streams that
    /// are opened later use the new one.
    open func renewExpiringResponseData(for contentKeyRequest: AVContentKeyRequest) {
        guard [.receivedResponse, .renewed].contains(contentKeyRequest.status) else { return }
        offer(
            AVContentKeyRequest(
                identifier: contentKeyRequest.identifier, initializationData: contentKeyRequest.initializationData,
                options: contentKeyRequest.options, nil, renewing: contentKeyRequest, self))
    }

    /// Here: fails with `AVError.operationNotSupportedForAsset`, because no key is persistable.
    open func makeSecureTokenForExpirationDate(
        ofPersistableContentKey persistableContentKeyData: Data,
        completionHandler handler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {
        handler(nil, AVContentKeyRequest.fairPlayUnsupported)
    }

    /// Here: fails with `AVError.operationNotSupportedForAsset`, because no key is persistable.
    open func invalidatePersistableContentKey(
        _ persistableContentKeyData: Data, options: [String: Any]? = nil,
        completionHandler handler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {
        handler(nil, AVContentKeyRequest.fairPlayUnsupported)
    }

    /// Cancels all requests; later ones fail.
    open func expire() {
        let open = state.withLock { state in
            state.isExpired = true
            state.kept.removeAll()
            defer { state.open.removeAll() }
            return state.open
        }
        for request in open { request.fail(as: .cancelled, because: nil) }
    }

    /// Handles a stream's request for a key.
    /// - Returns: whether the session will respond.
    func load(_ provided: ProvidedRequest) -> Bool {
        guard delegate != nil, delegateQueue != nil else { return false }
        let name = provided.url.absoluteString
        if let key = state.withLock({ state in state.kept.last { $0.name == name }?.key }) {
            provided.finish(key, mimeType: nil)
            return true
        }
        let request = AVContentKeyRequest(
            identifier: name, initializationData: nil, provided, self)
        provided.onEnd { [weak request] in request?.streamIsGone() }
        offer(request)
        return true
    }

    private func offer(_ request: AVContentKeyRequest) {
        let (delegate, queue, isExpired) = state.withLock { state in
            if !state.isExpired { state.open.append(request) }
            return (state.delegate, state.queue, state.isExpired)
        }
        guard !isExpired, keySystem == .clearKey else { return request.fail(as: .failed, because: nil) }
        guard let delegate, let queue else { return }
        queue.async { [weak self] in
            guard let self else { return }
            if request.renewsExpiringResponseData {
                delegate.contentKeySession(self, didProvideRenewingContentKeyRequest: request)
            } else {
                delegate.contentKeySession(self, didProvide: request)
            }
        }
    }

    /// Stores a key for later requests of streams.
    func keep(_ key: [UInt8], of request: AVContentKeyRequest) {
        guard let name = request.identifier as? String else { return }
        state.withLock { state in
            guard !state.isExpired else { return }
            state.kept.removeAll { $0.name == name }
            if state.kept.count >= Self.maximumKept { state.kept.removeFirst() }
            state.kept.append((name, key))
        }
    }

    func ended(_ request: AVContentKeyRequest, because error: (any Error)?) {
        let (delegate, queue) = state.withLock { state in
            state.open.removeAll { $0 === request }
            return (state.delegate, state.queue)
        }
        let hasSucceeded = request.status == .receivedResponse
        guard let delegate, let queue, hasSucceeded || request.status == .failed else { return }
        let failure =
            error.map { $0 as NSError }
            ?? NSError(domain: AVError.errorDomain, code: AVError.Code.contentIsNotAuthorized.rawValue)
        let reported = FailureBox(error: failure)
        queue.async { [weak self] in
            guard let self else { return }
            if hasSucceeded {
                delegate.contentKeySession(self, contentKeyRequestDidSucceed: request)
            } else {
                delegate.contentKeySession(self, contentKeyRequest: request, didFailWithError: reported.error)
            }
        }
    }

    /// Sendable: errors are not changed after they were created.
    private struct FailureBox: @unchecked Sendable { let error: any Error }
}

/// The delegate that provides keys, called on the queue that was set with it.
@preconcurrency
public protocol AVContentKeySessionDelegate: AnyObject, Sendable {
    /// Requests a key: respond with `processContentKeyResponse` or `processContentKeyResponseError`, at once or later.
    func contentKeySession(_ session: AVContentKeySession, didProvide keyRequest: AVContentKeyRequest)
    /// Requests a key again, after `renewExpiringResponseData(for:)`. Without this method the request gets no response.
    func contentKeySession(
        _ session: AVContentKeySession, didProvideRenewingContentKeyRequest keyRequest: AVContentKeyRequest)
    /// Here: not called, because no key is persistable.
    func contentKeySession(_ session: AVContentKeySession, didProvide keyRequest: AVPersistableContentKeyRequest)
    /// Here: not called, because requests are not repeated.
    func contentKeySession(
        _ session: AVContentKeySession, shouldRetry keyRequest: AVContentKeyRequest,
        reason retryReason: AVContentKeyRequest.RetryReason
    ) -> Bool
    func contentKeySession(
        _ session: AVContentKeySession, contentKeyRequest keyRequest: AVContentKeyRequest,
        didFailWithError err: any Error)
    func contentKeySession(_ session: AVContentKeySession, contentKeyRequestDidSucceed keyRequest: AVContentKeyRequest)
}

extension AVContentKeySessionDelegate {
    public func contentKeySession(
        _ session: AVContentKeySession, didProvideRenewingContentKeyRequest keyRequest: AVContentKeyRequest
    ) {}
    public func contentKeySession(
        _ session: AVContentKeySession, didProvide keyRequest: AVPersistableContentKeyRequest
    ) {}
    public func contentKeySession(
        _ session: AVContentKeySession, shouldRetry keyRequest: AVContentKeyRequest,
        reason retryReason: AVContentKeyRequest.RetryReason
    ) -> Bool { false }
    public func contentKeySession(
        _ session: AVContentKeySession, contentKeyRequest keyRequest: AVContentKeyRequest,
        didFailWithError err: any Error
    ) {}
    public func contentKeySession(
        _ session: AVContentKeySession, contentKeyRequestDidSucceed keyRequest: AVContentKeyRequest
    ) {}
}
