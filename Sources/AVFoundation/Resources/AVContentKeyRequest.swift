public import Foundation
import MediaEngine
import Synchronization

/// One key that an app is asked for. Any thread may answer, once.
public final class AVContentKeyRequest: NSObject, Sendable {
    public enum Status: Int, Sendable {
        case requestingResponse = 0
        case receivedResponse = 1
        case renewed = 2
        case retried = 3
        case cancelled = 4
        case failed = 5
    }

    private let text: String?
    public let initializationData: Data?
    /// The stream that waits; nil where the app has asked by itself.
    private let provided: ProvidedRequest?
    private let session: SessionReference
    private let state = Mutex(Status.requestingResponse)

    /// The session holds its requests, so they must not hold it.
    private final class SessionReference: Sendable {
        private struct Held: Sendable { weak var session: AVContentKeySession? }
        private let held: Mutex<Held>
        init(_ session: AVContentKeySession) { held = Mutex(Held(session: session)) }
        var session: AVContentKeySession? { held.withLock { $0.session } }
    }

    init(
        identifier: String?, initializationData: Data?, _ provided: ProvidedRequest?, _ session: AVContentKeySession
    ) {
        text = identifier
        self.initializationData = initializationData
        self.provided = provided
        self.session = SessionReference(session)
    }

    public var status: Status { state.withLock { $0 } }
    /// The address of the key as a string, as the playlist names it.
    public var identifier: Any? { text }
    /// Here: always false, nothing is kept for playing offline.
    public var canProvidePersistableContentKey: Bool { false }
    /// Here: always false.
    public var renewsExpiringResponseData: Bool { false }

    /// - Parameter keyResponse: the 16 bytes of an identity key.
    public func processContentKeyResponse(_ keyResponse: AVContentKeyResponse) {
        guard let key = keyResponse.key else {
            return fail(as: .failed, because: nil)
        }
        guard end(as: .receivedResponse) else { return }
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

    private func end(as status: Status) -> Bool {
        state.withLock { state in
            guard state == .requestingResponse else { return false }
            state = status
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
