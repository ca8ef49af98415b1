public import Foundation
public import FoundationNetworking
import MediaEngine
import Synchronization

/// One resource that a resource loader's delegate is asked for. Any thread may answer; what comes after the end is ignored.
public final class AVAssetResourceLoadingRequest: NSObject, Sendable {
    private enum Phase: Sendable { case open, finished, cancelled }

    private struct State: Sendable {
        var phase = Phase.open
        var redirect: URLRequest?
        var response: URLResponseBox?
    }

    /// `URLResponse` is a class without Sendable; nobody changes one that was handed in.
    private struct URLResponseBox: @unchecked Sendable { let response: URLResponse? }

    public let request: URLRequest
    /// To be filled in before data is given; nil where it is known already what the resource is.
    public let contentInformationRequest: AVAssetResourceLoadingContentInformationRequest?
    public let dataRequest: AVAssetResourceLoadingDataRequest?
    /// Who asks.
    public let requestor = AVAssetResourceLoadingRequestor()
    private let provided: ProvidedRequest
    private let state = Mutex(State())

    init(_ provided: ProvidedRequest) {
        self.provided = provided
        request = URLRequest(url: provided.url)
        let isPart = provided.byteRange != nil && !provided.isInformation
        contentInformationRequest = isPart ? nil : AVAssetResourceLoadingContentInformationRequest()
        dataRequest = AVAssetResourceLoadingDataRequest(range: provided.byteRange)
    }

    public var isFinished: Bool { state.withLock { $0.phase == .finished } }
    public var isCancelled: Bool { state.withLock { $0.phase == .cancelled } }

    /// The address to load instead, of a scheme that can be loaded; looked at by `finishLoading()`.
    public var redirect: URLRequest? {
        get { state.withLock { $0.redirect } }
        set { state.withLock { $0.redirect = newValue } }
    }

    /// What a server has said; its content type counts where `contentInformationRequest` has none.
    public var response: URLResponse? {
        get { state.withLock { $0.response }?.response }
        set { state.withLock { $0.response = URLResponseBox(response: newValue) } }
    }

    /// All data has been given, or `redirect` says where it is.
    public func finishLoading() {
        guard end(as: .finished) else { return }
        if let url = redirect?.url { return provided.redirect(to: url) }
        let type = contentInformationRequest?.contentType ?? response?.mimeType
        let information = contentInformationRequest
        let length = information?.isByteRangeAccessSupported == true ? information?.contentLength : nil
        provided.finish(
            dataRequest?.bytes ?? [], mimeType: type.flatMap(Self.mimeType),
            totalLength: length.flatMap { $0 > 0 ? $0 : nil })
    }

    /// - Parameter error: what loading the asset fails with.
    public func finishLoading(with error: (any Error)?) {
        guard end(as: .finished) else { return }
        provided.fail(
            MediaError(
                .refusedByClient, "The app could not load “\(provided.url.lastPathComponent.prefix(80))”.",
                url: provided.url, cause: error))
    }

    /// The delegate will not answer.
    func refuse() {
        guard end(as: .finished) else { return }
        provided.fail(
            MediaError(
                .unsupportedScheme,
                "The app does not load addresses that begin with “\(provided.url.scheme?.prefix(20) ?? ""):”.",
                url: provided.url))
    }

    /// - Returns: whether it was open.
    func cancel() -> Bool { end(as: .cancelled) }

    private func end(as phase: Phase) -> Bool {
        state.withLock { state in
            guard state.phase == .open else { return false }
            state.phase = phase
            return true
        }
    }

    /// The delegate may name a type by its identifier.
    private static func mimeType(_ type: String) -> String? {
        switch type {
        case "public.m3u-playlist": "application/vnd.apple.mpegurl"
        default: type.contains("/") ? type : nil
        }
    }
}

/// Who asks for a resource. Here: always the player.
public final class AVAssetResourceLoadingRequestor: NSObject, Sendable {
    /// Here: false, no key system that is here makes such reports.
    public var providesExpiredSessionReports: Bool { false }
}

/// What a resource is.
public final class AVAssetResourceLoadingContentInformationRequest: NSObject, Sendable {
    private struct State: Sendable {
        var contentType: String?
        var contentLength: Int64 = 0
        var isByteRangeAccessSupported = false
        var renewalDate: Date?
        var isEntireLengthAvailableOnDemand = false
    }

    private let state = Mutex(State())

    /// Here: nil, any type will do.
    public var allowedContentTypes: [String]? { nil }

    /// A type identifier, or a content type of HTTP.
    public var contentType: String? {
        get { state.withLock { $0.contentType } }
        set { state.withLock { $0.contentType = newValue } }
    }

    public var contentLength: Int64 {
        get { state.withLock { $0.contentLength } }
        set { state.withLock { $0.contentLength = newValue } }
    }

    public var isByteRangeAccessSupported: Bool {
        get { state.withLock { $0.isByteRangeAccessSupported } }
        set { state.withLock { $0.isByteRangeAccessSupported = newValue } }
    }

    /// Here: kept, and not looked at.
    public var renewalDate: Date? {
        get { state.withLock { $0.renewalDate } }
        set { state.withLock { $0.renewalDate = newValue } }
    }

    /// Here: kept, and not looked at.
    public var isEntireLengthAvailableOnDemand: Bool {
        get { state.withLock { $0.isEntireLengthAvailableOnDemand } }
        set { state.withLock { $0.isEntireLengthAvailableOnDemand = newValue } }
    }
}

/// Which bytes of a resource are wanted.
public final class AVAssetResourceLoadingDataRequest: NSObject, Sendable {
    private let range: Range<Int64>?
    private let received = Mutex<[UInt8]>([])

    init(range: Range<Int64>?) { self.range = range }

    public var requestedOffset: Int64 { range?.lowerBound ?? 0 }
    /// Here: of a whole resource, whose length is not known, the largest there is.
    public var requestedLength: Int { range.map { $0.count } ?? .max }
    public var requestsAllDataToEndOfResource: Bool { range == nil }
    /// Behind the last byte that was given.
    public var currentOffset: Int64 { requestedOffset + Int64(received.withLock { $0.count }) }

    /// The next bytes; may be called any number of times. What is more than was wanted is thrown away.
    public func respond(with data: Data) {
        received.withLock { received in
            guard let range else { return received += data }
            received += data.prefix(max(0, range.count - received.count))
        }
    }

    var bytes: [UInt8] { received.withLock { $0 } }
}
