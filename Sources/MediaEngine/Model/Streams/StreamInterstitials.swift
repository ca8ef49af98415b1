public import Foundation
public import HLS

/// What a stream says of things to be played in between, on the session's time line.
public struct StreamInterstitials: Sendable, Hashable {
    public var schedule: InterstitialSchedule
    /// What is to be fetched ahead, by dates.
    public var preloads: [InterstitialPreload]
    /// What relative addresses count from.
    public var baseURL: URL?
    /// Names this playing of the stream, as the header X-PLAYBACK-SESSION-ID does.
    public var primaryID: String
    public var isLive: Bool

    public init(
        schedule: InterstitialSchedule, preloads: [InterstitialPreload] = [], baseURL: URL? = nil,
        primaryID: String = "", isLive: Bool = false
    ) {
        self.schedule = schedule
        self.preloads = preloads
        self.baseURL = baseURL
        self.primaryID = primaryID
        self.isLive = isLive
    }
}

/// What a server has answered for X-ASSET-LIST, with absolute addresses.
public struct LoadedAssetList: Sendable, Hashable {
    public struct Asset: Sendable, Hashable {
        public var url: URL
        /// Seconds, as the server says.
        public var duration: Double

        public init(url: URL, duration: Double) {
            self.url = url
            self.duration = duration
        }
    }

    public var assets: [Asset]
    public var skipControl: Interstitial.SkipControl?

    public init(assets: [Asset], skipControl: Interstitial.SkipControl? = nil) {
        self.assets = assets
        self.skipControl = skipControl
    }
}
