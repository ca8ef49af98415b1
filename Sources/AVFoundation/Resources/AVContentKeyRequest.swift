public import Foundation
import MediaEngine
import Synchronization

/// One key that an app is asked for. Any thread may answer, once.
public class AVContentKeyRequest: NSObject, @unchecked Sendable {
    // Sendable: what changes is behind a lock.
    public enum Status: Int, Sendable {
        case requestingResponse = 0
        case receivedResponse = 1
        case renewed = 2
        case retried = 3
        case cancelled = 4
        case failed = 5
    }

    /// Why an answer was asked for again. Here: nothing is asked for twice.
    public struct RetryReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let timedOut = RetryReason(rawValue: "ReceivedKeyResponseAfterSPCTimedOut")
        public static let receivedResponseWithExpiredLease = RetryReason(
            rawValue: "ReceivedKeyResponseWithExpiredLease")
        public static let receivedObsoleteContentKey = RetryReason(rawValue: "ReceivedObsoleteKeyResponse")
    }

    /// What the key is of, as the app or the playlist names it.
    public let contentKeySpecifier: AVContentKeySpecifier
    private let named: Any?
    public let initializationData: Data?
    /// What the app asked with.
    public var options: [String: Any] { contentKeySpecifier.options }
    /// The stream that waits; nil where the app has asked by itself.
    private let provided: ProvidedRequest?
    private let session: SessionReference
    /// The request whose answer this one replaces.
    private let renewed: AVContentKeyRequest?
    private let state = Mutex(State())

    private struct State: Sendable {
        var status = Status.requestingResponse
        var key: AVContentKey?
    }

    /// The session holds its requests, so they must not hold it.
    private final class SessionReference: Sendable {
        private struct Held: Sendable { weak var session: AVContentKeySession? }
        private let held: Mutex<Held>
        init(_ session: AVContentKeySession) { held = Mutex(Held(session: session)) }
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

    public var status: Status { state.withLock { $0.status } }
    /// The key that was given; nil until then.
    public var contentKey: AVContentKey? { state.withLock { $0.key } }
    /// The address of the key as a string, as the playlist names it, or what the app asked with.
    public var identifier: Any? { named }
    /// Here: always false, nothing is kept for playing offline.
    public var canProvidePersistableContentKey: Bool { false }
    /// Whether it was made by `renewExpiringResponseData(for:)`.
    public var renewsExpiringResponseData: Bool { renewed != nil }

    /// Apple: what the key server needs to see. Here: identity keys need nothing of the kind, so it fails with
    /// `AVError.operationNotSupportedForAsset`; on any thread.
    public func makeStreamingContentKeyRequestData(
        forApp appIdentifier: Data, contentIdentifier: Data?, options: [String: Any]? = nil,
        completionHandler handler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {
        handler(nil, Self.isFairPlayAlone)
    }

    /// Here: throws, as `makeStreamingContentKeyRequestData(forApp:contentIdentifier:options:completionHandler:)` fails.
    public func makeStreamingContentKeyRequestData(
        forApp appIdentifier: Data, contentIdentifier: Data?, options: [String: Any]? = nil
    ) async throws -> Data {
        throw Self.isFairPlayAlone
    }

    /// Here: throws `AVError.operationNotSupportedForAsset`.
    public func respondByRequestingPersistableContentKeyRequest() throws { throw Self.isFairPlayAlone }

    static var isFairPlayAlone: AVError {
        AVError(
            .operationNotSupportedForAsset,
            userInfo: [
                NSLocalizedDescriptionKey:
                    "This belongs to FairPlay Streaming, which only Apple's own software has. Answer with a clear key."
            ])
    }

    /// - Parameter keyResponse: the 16 bytes of an identity key.
    public func processContentKeyResponse(_ keyResponse: AVContentKeyResponse) {
        guard let key = keyResponse.key else {
            return fail(as: .failed, because: nil)
        }
        guard end(as: .receivedResponse) else { return }
        if provided == nil { session.session?.keep(key, of: self) }
        renewed?.isRenewed()
        provided?.finish(key, mimeType: nil)
        session.session?.ended(self, because: nil)
    }

    /// The key cannot be had: what waits for it fails with `error` as its cause.
    public func processContentKeyResponseError(_ error: any Error) { fail(as: .failed, because: error) }

    func fail(as status: Status, because error: (any Error)?) {
        guard end(as: status) else { return }
        let reason = error.map { " \(($0 as NSError).localizedDescription)" } ?? ""
        provided?.fail(
            MediaError(
                .keyRefused, "The app gave no key for this stream.\(reason)", url: provided?.url, cause: error))
        session.session?.ended(self, because: error)
    }

    /// Nobody waits any more.
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

/// A key, as its system delivers it.
public final class AVContentKeyResponse: NSObject, Sendable {
    /// nil where only Apple's software can read it.
    let key: [UInt8]?

    /// Here: a request that is answered with it fails.
    public init(fairPlayStreamingKeyResponseData keyResponseData: Data) { key = nil }

    /// - Parameter initializationVector: Apple: for the key's own encryption. Here: not looked at; vectors come from the playlist.
    public init(clearKeyData keyData: Data, initializationVector: Data?) { key = Array(keyData) }

    /// Here: a request that is answered with it fails.
    public init(authorizationTokenData: Data) { key = nil }
}
