public import Foundation
import MediaEngine

/// One attempt to load a resource over the network, successful or not.
open class AVMetricMediaResourceRequestEvent: AVMetricEvent, @unchecked Sendable {
    // Sendable: constants only, as in the base class.
    /// The URL after redirects.
    open private(set) var url: URL?
    open private(set) var serverAddress: String?
    open private(set) var requestStartTime: Date
    /// Here: the same as ``requestStartTime``, because a request is sent in one packet.
    open private(set) var requestEndTime: Date
    /// The start of the request where no response arrived.
    open private(set) var responseStartTime: Date
    open private(set) var responseEndTime: Date
    /// The received byte range of the resource, after content decoding.
    open private(set) var byteRange: NSRange
    /// Here: always false, because there is no disk cache.
    open private(set) var wasReadFromCache: Bool
    /// nil where the resource was received completely. An abandoned request has an error event with a cancellation code.
    open private(set) var errorEvent: AVMetricErrorEvent?
    /// The number of body bytes received over the network, before content decoding. OpenAVKit's own.
    open private(set) var byteCount: Int64

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
open class AVMetricHLSMediaSegmentRequestEvent: AVMetricEvent, @unchecked Sendable {
    // Sendable: constants only, as in the base class.
    open private(set) var url: URL?
    open private(set) var mediaType: AVMediaType
    open private(set) var isMapSegment: Bool
    /// The seconds of media in the segment; 0 for an initialization segment.
    open private(set) var segmentDuration: TimeInterval
    open private(set) var byteRange: NSRange
    open private(set) var mediaResourceRequestEvent: AVMetricMediaResourceRequestEvent?

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
open class AVMetricHLSPlaylistRequestEvent: AVMetricEvent, @unchecked Sendable {
    // Sendable: constants only, as in the base class.
    open private(set) var url: URL?
    open private(set) var isMultivariantPlaylist: Bool
    open private(set) var mediaType: AVMediaType
    open private(set) var mediaResourceRequestEvent: AVMetricMediaResourceRequestEvent?

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
open class AVMetricContentKeyRequestEvent: AVMetricEvent, @unchecked Sendable {
    // Sendable: constants only, as in the base class.
    open private(set) var mediaType: AVMediaType
    /// Here: always false, because the player requests keys by itself.
    open private(set) var isClientInitiated: Bool
    open private(set) var mediaResourceRequestEvent: AVMetricMediaResourceRequestEvent?

    init(_ moment: Moment, mediaType: AVMediaType, _ request: AVMetricMediaResourceRequestEvent) {
        self.mediaType = mediaType
        isClientInitiated = false
        mediaResourceRequestEvent = request
        super.init(moment)
    }
}
