/// Which bytes of a resource are requested, and what a response to that request means.
public struct BodyRequest: Sendable, Equatable {
    public enum Extent: Sendable, Equatable {
        case whole
        /// Not empty.
        case range(Range<Int64>)
        /// From a byte to the end.
        case from(Int64)
    }

    public var extent: Extent
    /// Whether an encoded range can be used, which is only so where decoding starts at the resource's first byte.
    public var acceptsEncodedRange: Bool
    /// The most bytes that are received and discarded where a server sends the whole resource instead of a range.
    public var maximumSkip: Int64

    public static let usualSkip: Int64 = 256 << 20

    public init(_ extent: Extent, acceptsEncodedRange: Bool = false, maximumSkip: Int64 = usualSkip) {
        self.extent = extent
        self.acceptsEncodedRange = acceptsEncodedRange
        self.maximumSkip = maximumSkip
    }

    /// The first requested byte.
    public var firstByte: Int64 {
        switch extent {
        case .whole: 0
        case .range(let range): range.lowerBound
        case .from(let offset): offset
        }
    }

    /// The value of the Range field behind `bytes=`; nil for the whole resource.
    public var rangeValue: String? {
        switch extent {
        case .whole: nil
        case .range(let range): "\(range.lowerBound)-\(range.upperBound - 1)"
        case .from(let offset): "\(offset)-"
        }
    }

    /// Whether an encoded body may be requested: ranges count encoded bytes, so only for a whole resource.
    public var allowsContentEncoding: Bool { extent == .whole }

    public enum Answer: Sendable, Equatable {
        case body(Body)
        /// The resource ends at or before the first requested byte.
        case pastEnd(resourceLength: Int64)
        case failure(HTTPFailure)
    }

    public struct Body: Sendable, Equatable {
        /// Bytes at the start of the decoded body that were not requested.
        public var skip: Int64
        /// Bytes of the body; nil where unknown, as for an encoded body.
        public var length: Int64?
        /// Bytes of the whole resource; nil where unknown.
        public var resourceLength: Int64?
        /// Whether the server sent a range, not the whole resource.
        public var isPartial: Bool
    }

    /// Interprets a complete head that is not a redirect.
    /// - Parameter now: seconds since 1970.
    public func answer(_ head: HTTPHead, now: Double) -> Answer {
        let length = head.isEncoded ? nil : head.contentLength
        switch head.status {
        case 206: return partial(head, length)
        case 200...299:
            guard firstByte <= maximumSkip else {
                return .failure(HTTPFailure(.rangesUnsupported, detail: "status \(head.status) for byte \(firstByte)"))
            }
            return .body(Body(skip: firstByte, length: length, resourceLength: length, isPartial: false))
        case 416:
            if case .from = extent, let total = head.contentRange?.total, firstByte >= total {
                return .pastEnd(resourceLength: total)
            }
        default: break
        }
        return .failure(
            HTTPFailure(
                .status(head.status, retryAfter: head.retryAfter(now: now)), detail: "HTTP status \(head.status)"))
    }

    private func partial(_ head: HTTPHead, _ length: Int64?) -> Answer {
        guard let range = head.contentRange, range.start == firstByte,
            // A partial response to a request for the whole resource must cover the whole resource.
            extent != .whole || (range.total != nil && range.total == length)
        else { return .failure(HTTPFailure(.otherRange, detail: head.fields["content-range"])) }
        guard !head.isEncoded || (acceptsEncodedRange && firstByte == 0) else {
            return .failure(HTTPFailure(.encodedRange, detail: head.fields["content-encoding"]))
        }
        var total = head.isEncoded ? nil : range.total
        if case .from = extent, total == nil {
            total = length.map { firstByte.addingReportingOverflow($0).partialValue }
        }
        return .body(Body(skip: 0, length: length, resourceLength: total, isPartial: true))
    }
}
