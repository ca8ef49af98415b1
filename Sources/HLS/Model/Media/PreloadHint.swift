/// A resource that will be needed soon (EXT-X-PRELOAD-HINT, bis section 4.4.5.3). There is at most one a kind.
public struct PreloadHint: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, Codable {
        case part = "PART"
        case map = "MAP"
    }

    public var kind: Kind
    public var uri: String
    public var byteRangeStart: UInt64
    /// nil: to the end of the resource, wherever that will be.
    public var byteRangeLength: UInt64?
    /// Whether the playlist says where the range begins; 0 is meant where it does not.
    public var statesStart: Bool
    public var line: Int

    /// The value of a Range request, nil where the whole resource is hinted. Open ends ask for the greatest offset, as caches need one.
    public var requestHeader: String? {
        guard statesStart || byteRangeLength != nil else { return nil }
        guard let byteRangeLength else { return "bytes=\(byteRangeStart)-9007199254740991" }
        return ByteRange(length: byteRangeLength, offset: byteRangeStart).requestHeader
    }
}

/// How far another rendition of the same presentation is (EXT-X-RENDITION-REPORT, bis section 4.4.5.4).
public struct RenditionReport: Sendable, Hashable {
    public var uri: String
    /// As written; nil means the same as in the playlist that reports.
    public var lastSequenceNumber: UInt64?
    public var lastPart: UInt64?
    public var line: Int
}

/// What a delta update leaves out (EXT-X-SKIP, bis section 4.4.5.2).
public struct SkippedSegments: Sendable, Hashable {
    public var count: UInt64
    /// Identifiers; nil where the update does not speak of date ranges.
    public var recentlyRemovedDateRanges: [String]?
}
