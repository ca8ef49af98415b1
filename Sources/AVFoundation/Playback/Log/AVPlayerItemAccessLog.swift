public import Foundation
import MediaEngine

/// A snapshot of the access log.
open class AVPlayerItemAccessLog: NSObject, @unchecked Sendable {
    open private(set) var events: [AVPlayerItemAccessLogEvent]

    init(events: [AVPlayerItemAccessLogEvent]) { self.events = events }

    /// An empty log, for subclasses that override `events` in tests.
    public override init() { events = [] }

    /// The log in the W3C Extended Log File Format.
    open func extendedLogData() -> Data? {
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

    open var extendedLogDataStringEncoding: UInt { String.Encoding.utf8.rawValue }
}

/// One uninterrupted period of playback in one variant. Unknown numbers are negative.
open class AVPlayerItemAccessLogEvent: NSObject, @unchecked Sendable {
    private let access: PlaybackLog.Access
    open private(set) var playbackSessionID: String?

    init(_ access: PlaybackLog.Access, playbackID: String) {
        self.access = access
        playbackSessionID = playbackID
    }

    /// An event without data, for subclasses that override properties in tests.
    public override init() {
        let none = SessionStatistics()
        access = PlaybackLog.Access(date: .distantPast, startOffset: 0, first: none, last: none, end: .distantPast)
    }

    private static let unknown = -1

    open var playbackStartDate: Date? { access.date == .distantPast ? nil : access.date }
    /// The URL of the variant's playlist, else of the media.
    open var uri: String? { (access.variant?.url ?? access.url)?.absoluteString }
    open var serverAddress: String? { access.transfers.serverAddress }
    /// "FILE" for files, "LIVE" for a live stream that has not ended, else "VOD".
    open var playbackType: String? {
        access.url.map { $0.isFileURL ? "FILE" : access.isLive ? "LIVE" : "VOD" }
    }

    /// The number of requests for segments and initialization sections, with each attempt counted.
    open var numberOfMediaRequests: Int {
        isStream ? access.transfers.mediaRequests : access.last.requests - access.first.requests
    }
    open var numberOfServerAddressChanges: Int { isStream ? access.transfers.addressChanges : Self.unknown }
    /// The item time in seconds at which the period began.
    open var playbackStartOffset: TimeInterval { access.startOffset }
    open var segmentsDownloadedDuration: TimeInterval {
        isStream ? access.transfers.mediaSeconds : Self.unknownNumber
    }
    /// Seconds of real time.
    open var durationWatched: TimeInterval { (access.end ?? Date()).timeIntervalSince(access.date) }
    open var numberOfStalls: Int { access.stalls }
    /// The number of body bytes received over the network, with those of playlists, keys and abandoned requests.
    open var numberOfBytesTransferred: Int64 {
        isStream ? access.transfers.byteCount : access.last.bytesRead - access.first.bytesRead
    }
    /// The seconds during which media was received; parallel transfers count once.
    open var transferDuration: TimeInterval { isStream ? access.transfers.transferSeconds : Self.unknownNumber }
    /// Bits per second of media over ``transferDuration``.
    open var observedBitrate: Double { access.transfers.observedRate ?? Self.unknownNumber }
    open var indicatedBitrate: Double { access.variant?.bandwidth ?? Self.unknownNumber }
    open var indicatedAverageBitrate: Double { access.variant?.averageBandwidth ?? Self.unknownNumber }
    /// Here: of the variant's own segments, which may contain audio as well.
    open var averageVideoBitrate: Double { access.transfers.averageRate(.video) ?? Self.unknownNumber }
    /// Of audio renditions with their own segments.
    open var averageAudioBitrate: Double { access.transfers.averageRate(.audio) ?? Self.unknownNumber }
    open var observedMaxBitrate: Double {
        access.transfers.rates.isEmpty ? Self.unknownNumber : access.transfers.rates.most
    }
    open var observedMinBitrate: Double {
        access.transfers.rates.isEmpty ? Self.unknownNumber : access.transfers.rates.least
    }
    open var observedBitrateStandardDeviation: Double {
        access.transfers.rates.standardDeviation ?? Self.unknownNumber
    }
    open var numberOfDroppedVideoFrames: Int { access.last.droppedFrames - access.first.droppedFrames }
    /// Seconds until the first frame.
    open var startupTime: TimeInterval { access.last.secondsToFirstFrame ?? Self.unknownNumber }
    /// The number of segments whose download took longer than their duration.
    open var downloadOverdue: Int { isStream ? access.transfers.overdue : Self.unknown }
    open var mediaRequestsWWAN: Int { Self.unknown }
    /// The estimated bandwidth, in bits per second, when the period's variant replaced another one.
    open var switchBitrate: Double {
        access.isSwitch ? access.variant?.estimate ?? Self.unknownNumber : Self.unknownNumber
    }

    /// The reason for the choice of the variant, in one line of English; nil where there are no variants. OpenAVKit's own.
    package var switchExplanation: String? { access.variant?.explanation }

    private static let unknownNumber = -1.0
    private var isStream: Bool { access.variant != nil || access.transfers.byteCount > 0 }
}
