public import Foundation
import MediaEngine

extension AVPlayerItem {
    /// Returns the access log, with one event for each uninterrupted period of playback in one variant; nil if nothing
    /// has been played.
    public nonisolated func accessLog() -> AVPlayerItemAccessLog? {
        core.refreshLog()
        let accesses = core.read { $0.log.accesses }
        guard !accesses.isEmpty else { return nil }
        let id = core.playbackID
        return AVPlayerItemAccessLog(events: accesses.map { AVPlayerItemAccessLogEvent($0, playbackID: id) })
    }

    /// Returns the error log; nil where no error occurred.
    public nonisolated func errorLog() -> AVPlayerItemErrorLog? {
        let failures = core.read { $0.log.failures }
        guard !failures.isEmpty else { return nil }
        let id = core.playbackID
        return AVPlayerItemErrorLog(events: failures.map { AVPlayerItemErrorLogEvent($0, playbackID: id) })
    }
}

/// A snapshot of the access log.
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
            ("c-transfer-duration", { ExtendedLog.number($0.transferDuration) }),
            ("c-observed-bitrate", { ExtendedLog.number($0.observedBitrate) }),
            ("c-observed-bitrate-sd", { ExtendedLog.number($0.observedBitrateStandardDeviation) }),
            ("sc-indicated-bitrate", { ExtendedLog.number($0.indicatedBitrate) }),
            ("sc-indicated-avg-bitrate", { ExtendedLog.number($0.indicatedAverageBitrate) }),
            ("c-avg-video-bitrate", { ExtendedLog.number($0.averageVideoBitrate) }),
            ("c-avg-audio-bitrate", { ExtendedLog.number($0.averageAudioBitrate) }),
            ("c-switch-bitrate", { ExtendedLog.number($0.switchBitrate) }),
            ("c-stalls", { ExtendedLog.number(Double($0.numberOfStalls)) }),
            ("c-frames-dropped", { ExtendedLog.number(Double($0.numberOfDroppedVideoFrames)) }),
            ("c-startup-time", { ExtendedLog.number($0.startupTime) }),
            ("c-overdue", { ExtendedLog.number(Double($0.downloadOverdue)) }),
            ("x-switch-reason", { ExtendedLog.text($0.switchExplanation) }),
        ]
        return ExtendedLog.data(fields.map(\.0), events.map { event in fields.map { $0.1(event) } })
    }

    public var extendedLogDataStringEncoding: UInt { String.Encoding.utf8.rawValue }
}

/// One uninterrupted period of playback in one variant. Unknown numbers are negative.
public final class AVPlayerItemAccessLogEvent: NSObject, Sendable {
    private let access: PlaybackLog.Access
    public let playbackSessionID: String?

    init(_ access: PlaybackLog.Access, playbackID: String) {
        self.access = access
        playbackSessionID = playbackID
    }

    private static let unknown = -1

    public var playbackStartDate: Date? { access.date }
    /// The URL of the variant's playlist, else of the media.
    public var uri: String? { (access.variant?.url ?? access.url)?.absoluteString }
    public var serverAddress: String? { access.transfers.serverAddress }
    /// "FILE" for files, "LIVE" for a live stream that has not ended, else "VOD".
    public var playbackType: String? {
        access.url.map { $0.isFileURL ? "FILE" : access.isLive ? "LIVE" : "VOD" }
    }

    /// The number of requests for segments and initialization sections, with each attempt counted.
    public var numberOfMediaRequests: Int {
        isStream ? access.transfers.mediaRequests : access.last.requests - access.first.requests
    }
    public var numberOfServerAddressChanges: Int { isStream ? access.transfers.addressChanges : Self.unknown }
    /// The item time in seconds at which the period began.
    public var playbackStartOffset: TimeInterval { access.startOffset }
    public var segmentsDownloadedDuration: TimeInterval {
        isStream ? access.transfers.mediaSeconds : Self.unknownNumber
    }
    /// Seconds of real time.
    public var durationWatched: TimeInterval { (access.end ?? Date()).timeIntervalSince(access.date) }
    public var numberOfStalls: Int { access.stalls }
    /// The number of body bytes received over the network, with those of playlists, keys and abandoned requests.
    public var numberOfBytesTransferred: Int64 {
        isStream ? access.transfers.byteCount : access.last.bytesRead - access.first.bytesRead
    }
    /// The seconds during which media was received; parallel transfers count once.
    public var transferDuration: TimeInterval { isStream ? access.transfers.transferSeconds : Self.unknownNumber }
    /// Bits per second of media over ``transferDuration``.
    public var observedBitrate: Double { access.transfers.observedRate ?? Self.unknownNumber }
    public var indicatedBitrate: Double { access.variant?.bandwidth ?? Self.unknownNumber }
    public var indicatedAverageBitrate: Double { access.variant?.averageBandwidth ?? Self.unknownNumber }
    /// Here: of the variant's own segments, which may contain audio as well.
    public var averageVideoBitrate: Double { access.transfers.averageRate(.video) ?? Self.unknownNumber }
    /// Of audio renditions with their own segments.
    public var averageAudioBitrate: Double { access.transfers.averageRate(.audio) ?? Self.unknownNumber }
    public var observedMaxBitrate: Double {
        access.transfers.rates.isEmpty ? Self.unknownNumber : access.transfers.rates.most
    }
    public var observedMinBitrate: Double {
        access.transfers.rates.isEmpty ? Self.unknownNumber : access.transfers.rates.least
    }
    public var observedBitrateStandardDeviation: Double {
        access.transfers.rates.standardDeviation ?? Self.unknownNumber
    }
    public var numberOfDroppedVideoFrames: Int { access.last.droppedFrames - access.first.droppedFrames }
    /// Seconds until the first frame.
    public var startupTime: TimeInterval { access.last.secondsToFirstFrame ?? Self.unknownNumber }
    /// The number of segments whose download took longer than their duration.
    public var downloadOverdue: Int { isStream ? access.transfers.overdue : Self.unknown }
    public var mediaRequestsWWAN: Int { Self.unknown }
    /// The estimated bandwidth, in bits per second, when the period's variant replaced another one.
    public var switchBitrate: Double {
        access.isSwitch ? access.variant?.estimate ?? Self.unknownNumber : Self.unknownNumber
    }

    /// The reason for the choice of the variant, in one line of English; nil where there are no variants. OpenAVKit's own.
    public var switchExplanation: String? { access.variant?.explanation }

    private static let unknownNumber = -1.0
    private var isStream: Bool { access.variant != nil || access.transfers.byteCount > 0 }
}
