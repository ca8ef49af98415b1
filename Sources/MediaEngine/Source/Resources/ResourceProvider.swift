public import Foundation

/// Loads resources in the engine's stead: those of schemes that it does not know, and keys.
public protocol ResourceProvider: AnyObject, Sendable {
    /// Takes a request over, or leaves it to the engine. Must not wait; called on any thread.
    /// - Returns: whether `request` will be answered.
    func load(_ request: ProvidedRequest) -> Bool
}

/// A resource that somebody else is asked for. Answered once, from any thread; what comes later is ignored.
public final class ProvidedRequest: Sendable {
    public let url: URL
    /// Whether this is the key of encrypted media.
    public let isKey: Bool
    /// nil: the whole.
    public let byteRange: Range<Int64>?
    /// Whether only what the resource is matters: its type, its length and whether parts of it can be had. `finish` may give no bytes then.
    public let isInformation: Bool
    private let request: ResourceRequest
    private let maximumBytes: Int64
    private let fetch: ResourceFetch
    private let reload: @Sendable (ResourceRequest) -> Void
    private let start: Int64

    init(
        _ request: ResourceRequest, maximumBytes: Int64, _ fetch: ResourceFetch,
        reload: @escaping @Sendable (ResourceRequest) -> Void
    ) {
        self.request = request
        url = request.url
        isKey = request.kind == .key
        byteRange = request.byteRange
        isInformation = request.isInformation
        self.maximumBytes = maximumBytes
        self.fetch = fetch
        self.reload = reload
        start = SystemHostClock().now
    }

    /// Runs when nobody wants the resource any more, or at its end.
    public func whenOver(_ action: @escaping @Sendable () -> Void) { fetch.atEnd(action) }

    /// - Parameter bytes: of the whole resource, or of `byteRange`.
    /// - Parameter totalLength: of the whole; nil where it is unknown or parts of it cannot be had.
    public func finish(_ bytes: [UInt8], mimeType: String?, totalLength: Int64? = nil) {
        finish(bytes, mimeType: mimeType, base: nil, totalLength: totalLength)
    }

    /// - Parameter base: what addresses in the resource count from; nil: its own address.
    func finish(_ bytes: [UInt8], mimeType: String?, base: URL?, totalLength: Int64? = nil) {
        guard Int64(bytes.count) <= maximumBytes else {
            return fetch.end(.failure(ResourceLimits.error(request, Int64(bytes.count), maximumBytes)))
        }
        if let byteRange, byteRange.count != bytes.count, !isInformation {
            return fetch.end(.failure(ResourceLimits.isShort(request, Int64(bytes.count))))
        }
        let record = TransferRecord(
            url: url, status: 200, firstByteOffset: byteRange?.lowerBound ?? 0, byteCount: Int64(bytes.count),
            start: start, firstByte: start, end: SystemHostClock().now, reusedConnection: false, serverAddress: nil)
        fetch.end(
            .success(
                FetchedResource(
                    bytes: bytes, url: base ?? url, mimeType: mimeType, status: 200, totalLength: totalLength,
                    record: record)))
    }

    /// The engine loads this address instead.
    public func redirect(to url: URL) {
        var moved = request
        moved.url = url
        reload(moved)
    }

    public func fail(_ error: MediaError) { fetch.end(.failure(error)) }
}

/// A provider as a part of a locator: the same one is equal.
public struct ResourceProviderReference: Sendable, Hashable {
    public let provider: any ResourceProvider

    public init(_ provider: any ResourceProvider) { self.provider = provider }

    public static func == (left: Self, right: Self) -> Bool { left.provider === right.provider }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(provider)) }
}
