/// A WebVTT file, or one segment of WebVTT (W3C WebVTT section 6.1; bis section 3.1.4).
///
/// No fault is fatal: cues with invalid timings are dropped, with an entry in `faults`.
public struct WebVTTFile: Sendable, Hashable {
    /// Whether the first line is WEBVTT. Without it the W3C's parser rejects the file.
    public internal(set) var hasSignature = false
    /// nil: the file has no map, which is the same as `TimestampMap.identity`.
    public var timestampMap: TimestampMap?
    /// The text of each STYLE block before the first cue.
    public var styles: [String] = []
    /// The REGION blocks before the first cue.
    public var regions: [WebVTTRegion] = []
    /// In the file's order. The end of a cue may be before its start; such a cue is never displayed.
    public var cues: [WebVTTCue] = []
    public var faults: [PlaylistFault] = []

    public init() {}

    /// - Parameter headerIsElsewhere: whether an initialization section has the header, so that these bytes need none.
    public static func parse(
        _ bytes: [UInt8], headerIsElsewhere: Bool = false, limits: WebVTTLimits = .standard
    ) -> WebVTTFile {
        var parser = WebVTTParser(headerIsElsewhere: headerIsElsewhere, limits: limits)
        bytes.withUnsafeBufferPointer { parser.append($0) }
        parser.finish()
        return parser.file
    }
}
