public import Foundation
import MediaEngine

/// One attempt to get a resource over the network, whole or in vain.
public final class AVMetricMediaResourceRequestEvent: AVMetricEvent, @unchecked Sendable {
    // As its base class: constants alone.
    /// After redirects.
    public let url: URL?
    public let serverAddress: String?
    public let requestStartTime: Date
    /// Here: the same as ``requestStartTime``, as a request is one packet.
    public let requestEndTime: Date
    /// The start of the request where no answer came.
    public let responseStartTime: Date
    public let responseEndTime: Date
    /// What came of the resource: where it begins, and the bytes of its body, unpacked.
    public let byteRange: NSRange
    /// Here: always false, as nothing is answered from a cache on disk.
    public let wasReadFromCache: Bool
    /// nil where it came whole. What was given up has one as well, with the code of a cancellation.
    public let errorEvent: AVMetricErrorEvent?
    /// Bytes of the body as they came over the network. OpenAVKit's own.
    public let byteCount: Int64

    init(_ moment: Moment, _ transfer: StreamTransfer, error: (MediaError) -> any Error) {
        let record = transfer.record
        // The event may come later than the end of the request: events of opening are reported once the stream is open.
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
            errorEvent = AVMetricErrorEvent(moment, error(MediaError(.cancelled, "It was given up.")), didRecover: true)
        case .failed(let failure): errorEvent = AVMetricErrorEvent(moment, error(failure), didRecover: true)
        }
        super.init(moment)
    }
}

/// A request for a segment, a part of one, or what a decoder needs before it.
public final class AVMetricHLSMediaSegmentRequestEvent: AVMetricEvent, @unchecked Sendable {
    // As its base class: constants alone.
    public let url: URL?
    public let mediaType: AVMediaType
    public let isMapSegment: Bool
    /// Seconds of media that it brings; 0 for a map.
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
    // As its base class: constants alone.
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
    // As its base class: constants alone.
    public let mediaType: AVMediaType
    /// Here: always false, as the player asks for keys by itself.
    public let isClientInitiated: Bool
    public let mediaResourceRequestEvent: AVMetricMediaResourceRequestEvent?

    init(_ moment: Moment, mediaType: AVMediaType, _ request: AVMetricMediaResourceRequestEvent) {
        self.mediaType = mediaType
        isClientInitiated = false
        mediaResourceRequestEvent = request
        super.init(moment)
    }
}
