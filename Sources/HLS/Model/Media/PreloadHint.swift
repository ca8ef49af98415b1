/// A resource that will be needed soon (EXT-X-PRELOAD-HINT, bis section 4.4.5.3). There is at most one of each kind.
public struct PreloadHint: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, Codable {
        case part = "PART"
        case map = "MAP"
    }

    public var kind: Kind
    public var uri: String
    public var byteRangeStart: UInt64
    /// nil: to the end of the resource.
    public var byteRangeLength: UInt64?
    /// Whether BYTERANGE-START is present; the default is 0.
    public var statesStart: Bool
    public var line: Int

    /// The value of the Range header, nil where the whole resource is hinted. An open end becomes the largest offset, because caches need
    /// an end.
    public var requestHeader: String? {
        guard statesStart || byteRangeLength != nil else { return nil }
        guard let byteRangeLength else { return "bytes=\(byteRangeStart)-9007199254740991" }
        return ByteRange(length: byteRangeLength, offset: byteRangeStart).requestHeader
    }
}

/// The newest position of another rendition of the same presentation (EXT-X-RENDITION-REPORT, bis section 4.4.5.4).
public struct RenditionReport: Sendable, Hashable {
    public var uri: String
    /// LAST-MSN as written; nil means the same as in the reporting playlist.
    public var lastSequenceNumber: UInt64?
    public var lastPart: UInt64?
    public var line: Int
}

/// The segments that a delta update skips (EXT-X-SKIP, bis section 4.4.5.2).
public struct SkippedSegments: Sendable, Hashable {
    public var count: UInt64
    /// Identifiers; nil where the update does not skip date ranges.
    public var recentlyRemovedDateRanges: [String]?
}
