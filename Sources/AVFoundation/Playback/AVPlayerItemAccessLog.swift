public import Foundation
import MediaEngine

extension AVPlayerItem {
    /// How playing went so far, one event for each uninterrupted stretch; nil where nothing has been played.
    public nonisolated func accessLog() -> AVPlayerItemAccessLog? {
        core.refreshLog()
        let accesses = core.read { $0.log.accesses }
        guard !accesses.isEmpty else { return nil }
        let id = core.playbackID
        return AVPlayerItemAccessLog(events: accesses.map { AVPlayerItemAccessLogEvent($0, playbackID: id) })
    }

    /// What went wrong so far; nil where nothing did.
    public nonisolated func errorLog() -> AVPlayerItemErrorLog? {
        let failures = core.read { $0.log.failures }
        guard !failures.isEmpty else { return nil }
        let id = core.playbackID
        return AVPlayerItemErrorLog(events: failures.map { AVPlayerItemErrorLogEvent($0, playbackID: id) })
    }
}

/// How playing went: a snapshot.
public final class AVPlayerItemAccessLog: NSObject, Sendable {
    public let events: [AVPlayerItemAccessLogEvent]

    init(events: [AVPlayerItemAccessLogEvent]) { self.events = events }

    /// The log in the W3C Extended Log File Format.
    public func extendedLogData() -> Data? {
        let fields: [(String, (AVPlayerItemAccessLogEvent) -> String)] = [
            ("date", { $0.playbackStartDate.map(ExtendedLog.date) ?? "-" }),
            ("time", { $0.playbackStartDate.map(ExtendedLog.time) ?? "-" }),
            ("uri", { ExtendedLog.text($0.uri) }), ("cs-guid", { ExtendedLog.text($0.playbackSessionID) }),
            ("s-ip", { ExtendedLog.text($0.serverAddress) }),
            ("s-ip-changes", { ExtendedLog.number(Double($0.numberOfServerAddressChanges)) }),
            ("sc-count", { ExtendedLog.number(Double($0.numberOfMediaRequests)) }),
            ("c-duration-downloaded", { ExtendedLog.number($0.segmentsDownloadedDuration) }),
            ("c-start-time", { ExtendedLog.number($0.playbackStartOffset) }),
            ("c-duration-watched", { ExtendedLog.number($0.durationWatched) }),
            ("bytes", { ExtendedLog.number(Double($0.numberOfBytesTransferred)) }),
            ("c-observed-bitrate", { ExtendedLog.number($0.observedBitrate) }),
            ("sc-indicated-bitrate", { ExtendedLog.number($0.indicatedBitrate) }),
            ("c-stalls", { ExtendedLog.number(Double($0.numberOfStalls)) }),
            ("c-frames-dropped", { ExtendedLog.number(Double($0.numberOfDroppedVideoFrames)) }),
            ("c-startup-time", { ExtendedLog.number($0.startupTime) }),
        ]
        return ExtendedLog.data(fields.map(\.0), events.map { event in fields.map { $0.1(event) } })
    }

    public var extendedLogDataStringEncoding: UInt { String.Encoding.utf8.rawValue }
}

/// One uninterrupted stretch of playing. Numbers that are not known are negative.
public final class AVPlayerItemAccessLogEvent: NSObject, Sendable {
    private let access: PlaybackLog.Access
    public let playbackSessionID: String?

    init(_ access: PlaybackLog.Access, playbackID: String) {
        self.access = access
        playbackSessionID = playbackID
    }

    private static let unknown = -1

    public var playbackStartDate: Date? { access.date }
    public var uri: String? { access.url?.absoluteString }
    public var serverAddress: String? { nil }
    /// "FILE" for files, else "VOD".
    public var playbackType: String? { access.url.map { $0.isFileURL ? "FILE" : "VOD" } }

    public var numberOfMediaRequests: Int { access.last.requests - access.first.requests }
    public var numberOfServerAddressChanges: Int { Self.unknown }
    /// Seconds of item time at which the stretch began.
    public var playbackStartOffset: TimeInterval { access.startOffset }
    public var segmentsDownloadedDuration: TimeInterval { TimeInterval(Self.unknown) }
    /// Seconds by the clock on the wall.
    public var durationWatched: TimeInterval { (access.end ?? Date()).timeIntervalSince(access.date) }
    public var numberOfStalls: Int { access.stalls }
    public var numberOfBytesTransferred: Int64 { access.last.bytesRead - access.first.bytesRead }
    public var transferDuration: TimeInterval { TimeInterval(Self.unknown) }
    public var observedBitrate: Double { Double(Self.unknown) }
    public var indicatedBitrate: Double { Double(Self.unknown) }
    public var indicatedAverageBitrate: Double { Double(Self.unknown) }
    public var averageVideoBitrate: Double { Double(Self.unknown) }
    public var averageAudioBitrate: Double { Double(Self.unknown) }
    public var observedMaxBitrate: Double { Double(Self.unknown) }
    public var observedMinBitrate: Double { Double(Self.unknown) }
    public var observedBitrateStandardDeviation: Double { Double(Self.unknown) }
    public var numberOfDroppedVideoFrames: Int { access.last.droppedFrames - access.first.droppedFrames }
    /// Seconds to the first picture.
    public var startupTime: TimeInterval { access.last.secondsToFirstPicture ?? TimeInterval(Self.unknown) }
    public var downloadOverdue: Int { Self.unknown }
    public var mediaRequestsWWAN: Int { Self.unknown }
    public var switchBitrate: Double { Double(Self.unknown) }
}

/// What went wrong: a snapshot.
public final class AVPlayerItemErrorLog: NSObject, Sendable {
    public let events: [AVPlayerItemErrorLogEvent]

    init(events: [AVPlayerItemErrorLogEvent]) { self.events = events }

    /// The log in the W3C Extended Log File Format.
    public func extendedLogData() -> Data? {
        let rows = events.map { event in
            [
                event.date.map(ExtendedLog.date) ?? "-", event.date.map(ExtendedLog.time) ?? "-",
                ExtendedLog.text(event.uri), ExtendedLog.text(event.playbackSessionID),
                String(event.errorStatusCode), ExtendedLog.text(event.errorDomain),
                ExtendedLog.text(event.errorComment),
            ]
        }
        return ExtendedLog.data(["date", "time", "uri", "cs-guid", "status", "domain", "comment"], rows)
    }

    public var extendedLogDataStringEncoding: UInt { String.Encoding.utf8.rawValue }
}

/// One error, fatal or not.
public final class AVPlayerItemErrorLogEvent: NSObject, Sendable {
    private let failure: PlaybackLog.Failure
    public let playbackSessionID: String?

    init(_ failure: PlaybackLog.Failure, playbackID: String) {
        self.failure = failure
        playbackSessionID = playbackID
    }

    public var date: Date? { failure.date }
    public var uri: String? { failure.url?.absoluteString }
    public var serverAddress: String? { nil }
    /// The HTTP status where a server answered, else the engine's own code.
    public var errorStatusCode: Int { failure.error.httpStatus ?? failure.error.code.rawValue }
    public var errorDomain: String { failure.error.httpStatus == nil ? "OpenAVKit.MediaError" : "HTTP" }
    public var errorComment: String? { failure.error.description }
}

/// The W3C Extended Log File Format.
private enum ExtendedLog {
    static func data(_ fields: [String], _ rows: [[String]]) -> Data {
        var lines = ["#Version: 1.0", "#Software: OpenAVKit", "#Fields: " + fields.joined(separator: " ")]
        lines += rows.map { $0.joined(separator: " ") }
        return Data((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// Fields end at blanks, so text with blanks stands in quotation marks.
    static func text(_ text: String?) -> String {
        guard let text, !text.isEmpty else { return "-" }
        guard text.contains(where: \.isWhitespace) || text.contains("\"") else { return text }
        let oneLine = text.map { $0.isNewline ? " " : String($0) }.joined()
        return "\"" + oneLine.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }

    static func number(_ number: Double) -> String {
        guard number >= 0, number.isFinite else { return "-" }
        return number == number.rounded() ? String(format: "%.0f", number) : String(format: "%.3f", number)
    }

    static func date(_ date: Date) -> String { String(iso(date).prefix(10)) }

    static func time(_ date: Date) -> String { String(iso(date).dropFirst(11).prefix(8)) }

    private static func iso(_ date: Date) -> String { date.formatted(.iso8601) }
}
