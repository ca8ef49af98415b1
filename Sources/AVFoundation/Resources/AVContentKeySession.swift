public import Foundation
import MediaEngine
import Synchronization

/// How keys are exchanged.
public struct AVContentKeySystem: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let fairPlayStreaming = AVContentKeySystem(rawValue: "FairPlayStreaming")
    public static let clearKey = AVContentKeySystem(rawValue: "ClearKeySystem")
    public static let authorizationToken = AVContentKeySystem(rawValue: "AuthorizationTokenSystem")
}

/// What may need content keys.
public protocol AVContentKeyRecipient: AnyObject {
    var mayRequireContentKeysForMediaDataProcessing: Bool { get }
}

extension AVURLAsset: AVContentKeyRecipient {
    /// Whether a content key session serves this asset.
    public var mayRequireContentKeysForMediaDataProcessing: Bool { resourceLoader.keySession != nil }
}

/// Asks an app for the keys of encrypted streams.
///
/// Here: `.clearKey` serves the identity keys of HTTP Live Streaming (AES-128, SAMPLE-AES); sessions of the other systems fail every
/// request, as only Apple's own software can open what they protect. Any thread.
public final class AVContentKeySession: NSObject, Sendable {
    private struct State: Sendable {
        weak var delegate: (any AVContentKeySessionDelegate)?
        var queue: DispatchQueue?
        var recipients: [Recipient] = []
        var open: [AVContentKeyRequest] = []
        var isExpired = false
    }

    private struct Recipient: Sendable { weak var asset: AVURLAsset? }

    public let keySystem: AVContentKeySystem
    private let state = Mutex(State())

    public init(keySystem: AVContentKeySystem) { self.keySystem = keySystem }

    /// - Parameter delegateQueue: serial; nil: the delegate gets nothing.
    public func setDelegate(_ delegate: (any AVContentKeySessionDelegate)?, queue delegateQueue: DispatchQueue?) {
        state.withLock { state in
            state.delegate = delegate
            state.queue = delegateQueue
        }
    }

    public var delegate: (any AVContentKeySessionDelegate)? { state.withLock { $0.delegate } }
    public var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

    /// Serves an asset's keys from now on. Recipients that are no AVURLAsset need none and are ignored.
    public func addContentKeyRecipient(_ recipient: any AVContentKeyRecipient) {
        guard let asset = recipient as? AVURLAsset else { return }
        asset.resourceLoader.keySession = self
        state.withLock { state in
            state.recipients.removeAll { $0.asset == nil || $0.asset === asset }
            state.recipients.append(Recipient(asset: asset))
        }
    }

    public func removeContentKeyRecipient(_ recipient: any AVContentKeyRecipient) {
        guard let asset = recipient as? AVURLAsset else { return }
        if asset.resourceLoader.keySession === self { asset.resourceLoader.keySession = nil }
        state.withLock { $0.recipients.removeAll { $0.asset == nil || $0.asset === asset } }
    }

    public var contentKeyRecipients: [any AVContentKeyRecipient] {
        state.withLock { $0.recipients.compactMap(\.asset) }
    }

    /// Asks the delegate for a key that no stream has asked for yet.
    public func processContentKeyRequest(
        withIdentifier identifier: Any?, initializationData: Data?, options: [String: Any]? = nil
    ) {
        offer(AVContentKeyRequest(identifier: identifier as? String, initializationData: initializationData, nil, self))
    }

    /// Ends all requests; later ones fail.
    public func expire() {
        let open = state.withLock { state in
            state.isExpired = true
            defer { state.open.removeAll() }
            return state.open
        }
        for request in open { request.fail(as: .cancelled, because: nil) }
    }

    /// A stream needs a key.
    /// - Returns: whether the session will answer.
    func load(_ provided: ProvidedRequest) -> Bool {
        guard delegate != nil, delegateQueue != nil else { return false }
        let request = AVContentKeyRequest(
            identifier: provided.url.absoluteString, initializationData: nil, provided, self)
        provided.whenOver { [weak request] in request?.streamIsGone() }
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
            delegate.contentKeySession(self, didProvide: request)
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
        let told = FailureBox(error: failure)
        queue.async { [weak self] in
            guard let self else { return }
            if hasSucceeded {
                delegate.contentKeySession(self, contentKeyRequestDidSucceed: request)
            } else {
                delegate.contentKeySession(self, contentKeyRequest: request, didFailWithError: told.error)
            }
        }
    }

    /// Nobody changes an error once it is made.
    private struct FailureBox: @unchecked Sendable { let error: any Error }
}

/// Gives out keys, on the queue that it was set with.
public protocol AVContentKeySessionDelegate: AnyObject, Sendable {
    /// A key is needed: answer with `processContentKeyResponse` or `processContentKeyResponseError`, now or later.
    func contentKeySession(_ session: AVContentKeySession, didProvide keyRequest: AVContentKeyRequest)
    func contentKeySession(
        _ session: AVContentKeySession, contentKeyRequest keyRequest: AVContentKeyRequest,
        didFailWithError err: any Error)
    func contentKeySession(_ session: AVContentKeySession, contentKeyRequestDidSucceed keyRequest: AVContentKeyRequest)
}

extension AVContentKeySessionDelegate {
    public func contentKeySession(
        _ session: AVContentKeySession, contentKeyRequest keyRequest: AVContentKeyRequest,
        didFailWithError err: any Error
    ) {}
    public func contentKeySession(
        _ session: AVContentKeySession, contentKeyRequestDidSucceed keyRequest: AVContentKeyRequest
    ) {}
}
