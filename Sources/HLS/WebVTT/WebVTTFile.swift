/// A WebVTT file, or one segment of WebVTT (W3C WebVTT section 6.1; bis section 3.1.4).
///
/// No fault is fatal: invalid cues are dropped, with an entry in `faults`. Style and region blocks are ignored.
public struct WebVTTFile: Sendable, Hashable {
    /// nil: the file has no map, which is the same as `TimestampMap.identity`.
    public var timestampMap: TimestampMap?
    /// In the file's order.
    public var cues: [WebVTTCue] = []
    public var faults: [PlaylistFault] = []

    public init() {}

    /// - Parameter headerIsElsewhere: whether an initialization section has the header, so that these bytes need none.
    public static func parse(
        _ bytes: [UInt8], headerIsElsewhere: Bool = false, limits: WebVTTLimits = .standard
    ) -> WebVTTFile {
        var parser = WebVTTParser(bytes, limits)
        return parser.run(headerIsElsewhere)
    }
}
