public import Foundation
import MediaEngine

/// One attempt to load a resource over the network, successful or not.
public final class AVMetricMediaResourceRequestEvent: AVMetricEvent, @unchecked Sendable {
    // Sendable: constants only, as in the base class.
    /// The URL after redirects.
    public let url: URL?
    public let serverAddress: String?
    public let requestStartTime: Date
    /// Here: the same as ``requestStartTime``, because a request is sent in one packet.
    public let requestEndTime: Date
    /// The start of the request where no response arrived.
    public let responseStartTime: Date
    public let responseEndTime: Date
    /// The received byte range of the resource, after content decoding.
    public let byteRange: NSRange
    /// Here: always false, because there is no disk cache.
    public let wasReadFromCache: Bool
    /// nil where the resource was received completely. An abandoned request has an error event with a cancellation code.
    public let errorEvent: AVMetricErrorEvent?
    /// The number of body bytes received over the network, before content decoding. OpenAVKit's own.
    public let byteCount: Int64

    init(_ moment: Moment, _ transfer: StreamTransfer, error: (MediaError) -> any Error) {
        let record = transfer.record
        // The event may be created later than the request ended: the events of opening a stream are reported once the stream is open.
        func date(_ time: Int64) -> Date { moment.date.addingTimeInterval(-Double(moment.hostTime &- time) / 1e9) }
        url = record.url
        serverAddress = record.serverAddress
        requestStartTime = date(record.start)
        requestEndTime = date(record.start)
        responseStartTime = date(record.firstByte ?? record.start)
        responseEndTime = date(record.end)
        byteRange = NSRange(location: Int(clamping: record.firstByteOffset), length: Int(clamping: record.byteCount))
        byteCount = record.wireByteCount
        wasReadFromCache = false
        switch transfer.outcome {
        case .whole: errorEvent = nil
        case .cancelled:
            errorEvent = AVMetricErrorEvent(
                moment, error(MediaError(.cancelled, "The request was cancelled.")), didRecover: true)
        case .failed(let failure): errorEvent = AVMetricErrorEvent(moment, error(failure), didRecover: true)
        }
        super.init(moment)
    }
}

/// A request for a segment, a partial segment or an initialization segment (EXT-X-MAP).
public final class AVMetricHLSMediaSegmentRequestEvent: AVMetricEvent, @unchecked Sendable {
    // Sendable: constants only, as in the base class.
    public let url: URL?
    public let mediaType: AVMediaType
    public let isMapSegment: Bool
    /// The seconds of media in the segment; 0 for an initialization segment.
    public let segmentDuration: TimeInterval
    public let byteRange: NSRange
    public let mediaResourceRequestEvent: AVMetricMediaResourceRequestEvent?

    init(
        _ moment: Moment, _ transfer: StreamTransfer, mediaType: AVMediaType,
        _ request: AVMetricMediaResourceRequestEvent
    ) {
        url = request.url
        self.mediaType = mediaType
        isMapSegment = transfer.content == .initSection
        segmentDuration = transfer.content == .initSection ? 0 : transfer.mediaSeconds ?? 0
        byteRange = request.byteRange
        mediaResourceRequestEvent = request
        super.init(moment)
    }
}

/// A request for a playlist.
public final class AVMetricHLSPlaylistRequestEvent: AVMetricEvent, @unchecked Sendable {
    // Sendable: constants only, as in the base class.
    public let url: URL?
    public let isMultivariantPlaylist: Bool
    public let mediaType: AVMediaType
    public let mediaResourceRequestEvent: AVMetricMediaResourceRequestEvent?

    init(
        _ moment: Moment, isMultivariant: Bool, mediaType: AVMediaType, _ request: AVMetricMediaResourceRequestEvent
    ) {
        url = request.url
        isMultivariantPlaylist = isMultivariant
        self.mediaType = mediaType
        mediaResourceRequestEvent = request
        super.init(moment)
    }
}

/// A request for a key.
public final class AVMetricContentKeyRequestEvent: AVMetricEvent, @unchecked Sendable {
    // Sendable: constants only, as in the base class.
    public let mediaType: AVMediaType
    /// Here: always false, because the player requests keys by itself.
    public let isClientInitiated: Bool
    public let mediaResourceRequestEvent: AVMetricMediaResourceRequestEvent?

    init(_ moment: Moment, mediaType: AVMediaType, _ request: AVMetricMediaResourceRequestEvent) {
        self.mediaType = mediaType
        isClientInitiated = false
        mediaResourceRequestEvent = request
        super.init(moment)
    }
}
