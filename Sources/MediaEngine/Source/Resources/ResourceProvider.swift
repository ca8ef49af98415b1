public import Foundation

/// Loads resources on behalf of the engine: resources with custom schemes, and keys.
public protocol ResourceProvider: AnyObject, Sendable {
    /// Handles a request, or leaves it to the engine. Must not block; called on any thread.
    /// - Returns: whether the provider will respond to `request`.
    func load(_ request: ProvidedRequest) -> Bool
}

/// A request for a resource that a provider loads. Responded to once, on any thread; later responses are ignored.
public final class ProvidedRequest: Sendable {
    public let url: URL
    /// Whether this is the key of encrypted media.
    public let isKey: Bool
    /// Nil: the whole resource.
    public let byteRange: Range<Int64>?
    /// Whether only the properties of the resource are requested: its type, its length, and whether ranges are supported. `finish` may then
    /// pass no bytes.
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

    /// Calls `action` when the request is cancelled or has ended.
    public func onEnd(_ action: @escaping @Sendable () -> Void) { fetch.atEnd(action) }

    /// Supplies the next bytes ahead of `finish`, which passes all of them again; a file is read as they arrive. Not called within
    /// `ResourceProvider.load`.
    public func append(_ bytes: [UInt8]) { fetch.deliver(bytes) }

    /// - Parameter bytes: the bytes of the whole resource, or of `byteRange`.
    /// - Parameter totalLength: the length of the whole resource; nil if it is unknown or ranges are not supported.
    public func finish(_ bytes: [UInt8], mimeType: String?, totalLength: Int64? = nil) {
        finish(bytes, mimeType: mimeType, base: nil, totalLength: totalLength)
    }

    /// - Parameter base: the base of relative URLs in the resource; nil: its own URL.
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

    /// Lets the engine load this URL instead.
    public func redirect(to url: URL) {
        var moved = request
        moved.url = url
        reload(moved)
    }

    public func fail(_ error: MediaError) { fetch.end(.failure(error)) }
}

/// A reference to a provider, for a locator. References to the same provider are equal.
public struct ResourceProviderReference: Sendable, Hashable {
    public let provider: any ResourceProvider

    public init(_ provider: any ResourceProvider) { self.provider = provider }

    public static func == (left: Self, right: Self) -> Bool { left.provider === right.provider }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(provider)) }
}
