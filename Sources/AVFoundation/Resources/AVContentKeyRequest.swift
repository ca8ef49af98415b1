public import Foundation
import MediaEngine
import Synchronization

// Options of key requests, which belong to FairPlay Streaming: requests for its data fail here whatever the options are.

/// Versions of the protocol, as numbers.
public let AVContentKeyRequestProtocolVersionsKey = "ProtocolVersionsKey"
/// Whether the device identifier is random.
public let AVContentKeyRequestShouldRandomizeDeviceIdentifierKey = "ShouldRandomizeDeviceIdentifierKey"
/// The seed of the random device identifier.
public let AVContentKeyRequestRandomDeviceIdentifierSeedKey = "RandomDeviceIdentifierSeedKey"
public let AVContentKeyRequestRequiresValidationDataInSecureTokenKey = "RequiresValidationDataInSecureTokenKey"

/// A request for one key to the app. Any thread may respond, once.
open class AVContentKeyRequest: NSObject, @unchecked Sendable {
    // Sendable: the mutable state is behind a lock.
    public enum Status: Int, Sendable {
        case requestingResponse = 0
        case receivedResponse = 1
        case renewed = 2
        case retried = 3
        case cancelled = 4
        case failed = 5
    }

    /// The reason for a repeated request. Here: requests are not repeated.
    public struct RetryReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let timedOut = RetryReason(rawValue: "ReceivedKeyResponseAfterSPCTimedOut")
        public static let receivedResponseWithExpiredLease = RetryReason(
            rawValue: "ReceivedKeyResponseWithExpiredLease")
        public static let receivedObsoleteContentKey = RetryReason(rawValue: "ReceivedObsoleteKeyResponse")
    }

    /// The identity of the key that the app or a stream requests.
    open private(set) var contentKeySpecifier: AVContentKeySpecifier
    private let named: Any?
    open private(set) var initializationData: Data?
    /// The options of the app's own request.
    open var options: [String: Any] { contentKeySpecifier.options }
    /// The stream's request for the key; nil where the app made the request.
    private let provided: ProvidedRequest?
    private let session: SessionReference
    /// The request whose response this one renews.
    private let renewed: AVContentKeyRequest?
    private let state = Mutex(State())

    private struct State: Sendable {
        var status = Status.requestingResponse
        var key: AVContentKey?
    }

    /// A weak reference, because the session retains its requests.
    private final class SessionReference: Sendable {
        private struct WeakSession: Sendable { weak var session: AVContentKeySession? }
        private let held: Mutex<WeakSession>
        init(_ session: AVContentKeySession) { held = Mutex(WeakSession(session: session)) }
        var session: AVContentKeySession? { held.withLock { $0.session } }
    }

    init(
        identifier: Any?, initializationData: Data?, options: [String: Any] = [:], _ provided: ProvidedRequest?,
        renewing renewed: AVContentKeyRequest? = nil, _ session: AVContentKeySession
    ) {
        named = identifier
        contentKeySpecifier = AVContentKeySpecifier(
            forKeySystem: session.keySystem, identifier: identifier ?? "", options: options)
        self.initializationData = initializationData
        self.provided = provided
        self.renewed = renewed
        self.session = SessionReference(session)
    }

    open var status: Status { state.withLock { $0.status } }
    /// The key of the response; nil before it.
    open var contentKey: AVContentKey? { state.withLock { $0.key } }
    /// The absolute URL of the key as a string, or the identifier of the app's own request.
    open var identifier: Any? { named }
    /// Here: always false, because keys cannot be stored for offline playback.
    open var canProvidePersistableContentKey: Bool { false }
    /// Whether the request was created by `renewExpiringResponseData(for:)`.
    open var renewsExpiringResponseData: Bool { renewed != nil }

    /// Apple: creates the data for the key server. Here: identity keys need none, so the call fails with
    /// `AVError.operationNotSupportedForAsset`; the handler is called on any thread.
    open func makeStreamingContentKeyRequestData(
        forApp appIdentifier: Data, contentIdentifier: Data?, options: [String: Any]? = nil,
        completionHandler handler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {
        handler(nil, Self.fairPlayUnsupported)
    }

    /// Here: throws the error of `makeStreamingContentKeyRequestData(forApp:contentIdentifier:options:completionHandler:)`.
    open func makeStreamingContentKeyRequestData(
        forApp appIdentifier: Data, contentIdentifier: Data?, options: [String: Any]? = nil
    ) async throws -> Data {
        throw Self.fairPlayUnsupported
    }

    /// Requests an `AVPersistableContentKeyRequest` in place of this one. Here: throws `AVError.operationNotSupportedForAsset`, because keys
    /// cannot be stored for offline playback; the app may still respond with a clear key.
    open func respondByRequestingPersistableContentKeyRequestAndReturnError() throws { throw Self.fairPlayUnsupported }

    /// Apple: raises an exception where `canProvidePersistableContentKey` is false. Here: fails the request.
    @available(
        *, deprecated, renamed: "respondByRequestingPersistableContentKeyRequestAndReturnError()",
        message: "Keys cannot be stored; the other method reports that as an error."
    )
    open func respondByRequestingPersistableContentKeyRequest() {
        processContentKeyResponseError(Self.fairPlayUnsupported)
    }

    static var fairPlayUnsupported: AVError {
        AVError(
            .operationNotSupportedForAsset,
            userInfo: [
                NSLocalizedDescriptionKey:
                    "FairPlay Streaming is available only in Apple's software. Respond with a clear key."
            ])
    }

    /// - Parameter keyResponse: the 16 bytes of an identity key.
    open func processContentKeyResponse(_ keyResponse: AVContentKeyResponse) {
        guard let key = keyResponse.key else {
            return fail(as: .failed, because: nil)
        }
        guard end(as: .receivedResponse) else { return }
        if provided == nil { session.session?.keep(key, of: self) }
        renewed?.isRenewed()
        provided?.finish(key, mimeType: nil)
        session.session?.ended(self, because: nil)
    }

    /// Fails the request: streams that need the key fail with `error` as the underlying error.
    open func processContentKeyResponseError(_ error: any Error) { fail(as: .failed, because: error) }

    func fail(as status: Status, because error: (any Error)?) {
        guard end(as: status) else { return }
        let reason = error.map { " \(($0 as NSError).localizedDescription)" } ?? ""
        provided?.fail(
            MediaError(
                .keyRefused, "The app provided no key for this stream.\(reason)", url: provided?.url, cause: error))
        session.session?.ended(self, because: error)
    }

    /// Cancels the request after its stream was closed.
    func streamIsGone() {
        guard end(as: .cancelled) else { return }
        session.session?.ended(self, because: nil)
    }

    private func isRenewed() {
        state.withLock { state in if state.status == .receivedResponse { state.status = .renewed } }
    }

    private func end(as status: Status) -> Bool {
        state.withLock { state in
            guard state.status == .requestingResponse else { return false }
            state.status = status
            if status == .receivedResponse { state.key = AVContentKey(contentKeySpecifier) }
            return true
        }
    }
}

/// The response to a key request.
open class AVContentKeyResponse: NSObject, @unchecked Sendable {
    /// nil where only Apple's software can read the response.
    let key: [UInt8]?

    /// Here: a request with this response fails.
    public init(fairPlayStreamingKeyResponseData keyResponseData: Data) { key = nil }

    /// - Parameter initializationVector: Apple: the vector of the encrypted key. Here: ignored; the vectors of segments are in the
    ///   playlist.
    public init(clearKeyData keyData: Data, initializationVector: Data?) { key = Array(keyData) }

    /// Here: a request with this response fails.
    public init(authorizationTokenData: Data) { key = nil }
}
