public import Foundation
import MediaEngine

/// A snapshot of the error log.
open class AVPlayerItemErrorLog: NSObject, @unchecked Sendable {
    open private(set) var events: [AVPlayerItemErrorLogEvent]

    init(events: [AVPlayerItemErrorLogEvent]) { self.events = events }

    /// An empty log, for subclasses that override `events` in tests.
    public override init() { events = [] }

    /// The log in the W3C Extended Log File Format.
    open func extendedLogData() -> Data? {
        let rows = events.map { event in
            [
                event.date.map(ExtendedLog.date) ?? "-", event.date.map(ExtendedLog.time) ?? "-",
                ExtendedLog.text(event.uri), ExtendedLog.text(event.serverAddress),
                ExtendedLog.text(event.playbackSessionID),
                String(event.errorStatusCode), ExtendedLog.text(event.errorDomain),
                ExtendedLog.text(event.errorComment),
            ]
        }
        return ExtendedLog.data(["date", "time", "uri", "s-ip", "cs-guid", "status", "domain", "comment"], rows)
    }

    open var extendedLogDataStringEncoding: UInt { String.Encoding.utf8.rawValue }
}

/// One error, fatal or not.
open class AVPlayerItemErrorLogEvent: NSObject, @unchecked Sendable {
    private let failure: PlaybackLog.Failure
    open private(set) var playbackSessionID: String?

    init(_ failure: PlaybackLog.Failure, playbackID: String) {
        self.failure = failure
        playbackSessionID = playbackID
    }

    /// An event without data, for subclasses that override properties in tests.
    public override init() {
        failure = PlaybackLog.Failure(date: .distantPast, error: MediaError(.unknown, "There was no error."))
    }

    open var date: Date? { failure.date == .distantPast ? nil : failure.date }
    open var uri: String? { failure.url?.absoluteString }
    open var serverAddress: String? { failure.error.serverAddress }
    /// The header fields of the response, where a server responded. Here: with names in lower case.
    open var allHTTPResponseHeaderFields: [String: String]? { failure.error.httpHeaders }
    /// The HTTP status where a server responded, otherwise the engine's own code.
    open var errorStatusCode: Int { failure.error.httpStatus ?? failure.error.code.rawValue }
    open var errorDomain: String { failure.error.httpStatus == nil ? "OpenAVKit.MediaError" : "HTTP" }
    open var errorComment: String? { failure.error.description }
    /// The item's `error` if this error had ended playback.
    package var error: any Error { failure.error.publicError }
}
