public import Foundation
public import FoundationNetworking
import MediaEngine
import Synchronization

/// A request for one resource to the delegate of a resource loader. Any thread may respond; responses after the end are ignored.
open class AVAssetResourceLoadingRequest: NSObject, @unchecked Sendable {
    private enum Phase: Sendable { case open, finished, cancelled }

    private struct State: Sendable {
        var phase = Phase.open
        var redirect: URLRequest?
        var response: URLResponseBox?
    }

    /// Sendable: `URLResponse` is a class without that conformance, but a response is never changed after it was set.
    private struct URLResponseBox: @unchecked Sendable { let response: URLResponse? }

    open private(set) var request: URLRequest
    /// The properties of the resource, which the app sets before it provides data; nil where they are known already.
    open private(set) var contentInformationRequest: AVAssetResourceLoadingContentInformationRequest?
    open private(set) var dataRequest: AVAssetResourceLoadingDataRequest?
    /// The originator of the request.
    open private(set) var requestor = AVAssetResourceLoadingRequestor()
    private let provided: ProvidedRequest
    private let state = Mutex(State())

    init(_ provided: ProvidedRequest) {
        self.provided = provided
        request = URLRequest(url: provided.url)
        let isPart = provided.byteRange != nil && !provided.isInformation
        contentInformationRequest = isPart ? nil : AVAssetResourceLoadingContentInformationRequest()
        dataRequest = AVAssetResourceLoadingDataRequest(range: provided.byteRange) { provided.append($0) }
    }

    open var isFinished: Bool { state.withLock { $0.phase == .finished } }
    open var isCancelled: Bool { state.withLock { $0.phase == .cancelled } }

    /// The URL to load instead, with a supported scheme; read by `finishLoading()`.
    open var redirect: URLRequest? {
        get { state.withLock { $0.redirect } }
        set { state.withLock { $0.redirect = newValue } }
    }

    /// The response of a server; its MIME type is used where `contentInformationRequest` has no content type.
    open var response: URLResponse? {
        get { state.withLock { $0.response }?.response }
        set { state.withLock { $0.response = URLResponseBox(response: newValue) } }
    }

    /// Apple: creates the data for the key server. Here: throws `AVError.operationNotSupportedForAsset`, because FairPlay Streaming is
    /// available only in Apple's software. The request can be answered with the bytes of a clear key.
    open func streamingContentKeyRequestData(
        forApp appIdentifier: Data, contentIdentifier: Data, options: [String: Any]? = nil
    ) throws -> Data {
        throw AVContentKeyRequest.fairPlayUnsupported
    }

    /// Here: throws `AVError.operationNotSupportedForAsset`.
    open func persistentContentKey(
        fromKeyVendorResponse keyVendorResponse: Data, options: [String: Any]? = nil
    ) throws -> Data {
        throw AVContentKeyRequest.fairPlayUnsupported
    }

    /// Completes the request: all data has been provided, or `redirect` has been set.
    open func finishLoading() {
        guard end(as: .finished) else { return }
        if let url = redirect?.url { return provided.redirect(to: url) }
        let type = contentInformationRequest?.contentType ?? response?.mimeType
        let information = contentInformationRequest
        let length = information?.isByteRangeAccessSupported == true ? information?.contentLength : nil
        provided.finish(
            dataRequest?.bytes ?? [], mimeType: type.flatMap(Self.mimeType),
            totalLength: length.flatMap { $0 > 0 ? $0 : nil })
    }

    /// - Parameter error: the underlying error of the asset's failure.
    open func finishLoading(with error: (any Error)?) {
        guard end(as: .finished) else { return }
        provided.fail(
            MediaError(
                .refusedByClient, "The app could not load “\(provided.url.lastPathComponent.prefix(80))”.",
                url: provided.url, cause: error))
    }

    /// Fails the request after the delegate has declined it.
    func refuse() {
        guard end(as: .finished) else { return }
        provided.fail(
            MediaError(
                .unsupportedScheme,
                "The app does not load URLs with the scheme “\(provided.url.scheme?.prefix(20) ?? "")”.",
                url: provided.url))
    }

    /// - Returns: whether the request was open.
    func cancel() -> Bool { end(as: .cancelled) }

    private func end(as phase: Phase) -> Bool {
        state.withLock { state in
            guard state.phase == .open else { return false }
            state.phase = phase
            return true
        }
    }

    /// Converts a type identifier, which the app may have set, to a MIME type.
    private static func mimeType(_ type: String) -> String? {
        switch type {
        case "public.m3u-playlist": "application/vnd.apple.mpegurl"
        default: type.contains("/") ? type : nil
        }
    }
}

/// A request to renew a resource, whose `renewalDate` the delegate has set. Here: never sent.
open class AVAssetResourceRenewalRequest: AVAssetResourceLoadingRequest, @unchecked Sendable {}

/// The content type of a FairPlay Streaming key.
public let AVStreamingKeyDeliveryContentKeyType = "com.apple.streamingkeydelivery.contentkey"
/// The content type of a FairPlay Streaming key that can be stored.
public let AVStreamingKeyDeliveryPersistentContentKeyType = "com.apple.streamingkeydelivery.persistentcontentkey"
/// The option of `streamingContentKeyRequestData` that requests a key that can be stored. Here: without effect.
public let AVAssetResourceLoadingRequestStreamingContentKeyRequestRequiresPersistentKey =
    "RequiresPersistentKey"

/// The originator of a resource request. Here: always the player.
open class AVAssetResourceLoadingRequestor: NSObject, @unchecked Sendable {
    /// Here: always false, because no supported key system has such reports.
    open var providesExpiredSessionReports: Bool { false }
}

/// The properties of a resource.
open class AVAssetResourceLoadingContentInformationRequest: NSObject, @unchecked Sendable {
    private struct State: Sendable {
        var contentType: String?
        var contentLength: Int64 = 0
        var isByteRangeAccessSupported = false
        var renewalDate: Date?
        var isEntireLengthAvailableOnDemand = false
    }

    private let state = Mutex(State())

    /// Here: nil, any type is allowed.
    open var allowedContentTypes: [String]? { nil }

    /// A uniform type identifier, or a MIME type.
    open var contentType: String? {
        get { state.withLock { $0.contentType } }
        set { state.withLock { $0.contentType = newValue } }
    }

    open var contentLength: Int64 {
        get { state.withLock { $0.contentLength } }
        set { state.withLock { $0.contentLength = newValue } }
    }

    open var isByteRangeAccessSupported: Bool {
        get { state.withLock { $0.isByteRangeAccessSupported } }
        set { state.withLock { $0.isByteRangeAccessSupported = newValue } }
    }

    /// Here: stored without effect.
    open var renewalDate: Date? {
        get { state.withLock { $0.renewalDate } }
        set { state.withLock { $0.renewalDate = newValue } }
    }

    /// Here: stored without effect.
    open var isEntireLengthAvailableOnDemand: Bool {
        get { state.withLock { $0.isEntireLengthAvailableOnDemand } }
        set { state.withLock { $0.isEntireLengthAvailableOnDemand = newValue } }
    }
}

/// The requested byte range of a resource.
open class AVAssetResourceLoadingDataRequest: NSObject, @unchecked Sendable {
    private let range: Range<Int64>?
    private let received = Mutex<[UInt8]>([])
    private let passOn: @Sendable ([UInt8]) -> Void

    /// - Parameter passOn: called with the bytes of each `respond(with:)`, in order.
    init(range: Range<Int64>?, passOn: @escaping @Sendable ([UInt8]) -> Void) {
        self.range = range
        self.passOn = passOn
    }

    open var requestedOffset: Int64 { range?.lowerBound ?? 0 }
    /// Here: the largest integer for a whole resource, whose length is not known.
    open var requestedLength: Int { range.map { $0.count } ?? .max }
    open var requestsAllDataToEndOfResource: Bool { range == nil }
    /// The offset after the last byte that was provided.
    open var currentOffset: Int64 { requestedOffset + Int64(received.withLock { $0.count }) }

    /// Provides the next bytes; may be called any number of times. Bytes beyond the requested range are dropped. A file is played from the
    /// bytes that have been provided, before the request is finished.
    open func respond(with data: Data) {
        received.withLock { received in
            let room = range.map { max(0, $0.count - received.count) } ?? data.count
            let bytes = Array(data.prefix(room))
            received += bytes
            // Within the lock, so that the bytes of several threads keep their order.
            passOn(bytes)
        }
    }

    var bytes: [UInt8] { received.withLock { $0 } }
}
