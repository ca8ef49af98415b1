public import Foundation
public import HLS

/// The interstitials of a stream, on the presentation timeline.
public struct StreamInterstitials: Sendable, Hashable {
    public var schedule: InterstitialSchedule
    /// Resources to preload, with dates.
    public var preloads: [InterstitialPreload]
    /// The base of relative URLs.
    public var baseURL: URL?
    /// Identifies this playback, like the header X-PLAYBACK-SESSION-ID.
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

/// A server's response to X-ASSET-LIST, with absolute URLs.
public struct LoadedAssetList: Sendable, Hashable {
    public struct Asset: Sendable, Hashable {
        public var url: URL
        /// Seconds, as declared by the server.
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
