public import Foundation

/// Selects the pathway and schedules requests to the steering server (spec/hls.md section 10; bis section 7.1). Times are of any monotonic
/// clock; the owner of the state sends the requests.
public struct ContentSteeringState: Sendable, Hashable {
    public struct Request: Sendable, Hashable {
        public var url: URL
        /// The earliest time to send the request.
        public var earliest: Duration
    }

    /// How long a pathway is avoided after an error.
    public static let penalty = Duration.seconds(120)
    /// The minimum interval between requests to a server that responds with errors.
    public static let shortestRetry = Duration.seconds(10)

    /// The multivariant playlist with the clones of the latest manifest.
    public private(set) var playlist: MultivariantPlaylist
    /// The pathway to use now.
    public private(set) var pathway: String

    private let original: MultivariantPlaylist
    private var priority: [String]
    private var penalties: [String: Duration] = [:]
    private var server: URL?
    private var nextRequest: Duration
    private var timeToLive = SteeringManifest.defaultTimeToLive

    /// Starts on the playlist's PATHWAY-ID, or on the first variant's pathway where that one has no variants. Playback need not wait for a
    /// manifest.
    public init(_ playlist: MultivariantPlaylist, now: Duration) {
        self.playlist = playlist
        original = playlist
        let known = Self.pathways(playlist)
        let initial = playlist.contentSteering?.pathwayID
        pathway = initial.flatMap { known.contains($0) ? $0 : nil } ?? known.first ?? VariantStream.defaultPathway
        // Without steering, redundant streams are pathways in the order listed.
        priority = [pathway] + known.filter { [pathway] in $0 != pathway }
        server = playlist.contentSteering.flatMap { playlist.url(for: $0.serverURI) }
        nextRequest = now
    }

    /// Every pathway that has a variant, in the order of the playlist.
    public var pathways: [String] { Self.pathways(playlist) }

    /// Returns the next request to the steering server.
    /// - Parameter bitsPerSecond: the throughput of the current pathway, where known.
    /// - Returns: nil without a steering server, or after the server ended steering.
    public func request(bitsPerSecond: Double?) -> Request? {
        guard let server else { return nil }
        var parameters = ["_HLS_pathway": "\"\(pathway)\""]
        if let bitsPerSecond, bitsPerSecond.isFinite, bitsPerSecond > 0 {
            parameters["_HLS_throughput"] = String(Int64(min(bitsPerSecond, 1e15)))
        }
        return Request(url: QueryText.adding(parameters, to: server), earliest: nextRequest)
    }

    /// Processes a received manifest.
    /// - Parameter url: its URL after redirects.
    public mutating func received(_ manifest: SteeringManifest, from url: URL, now: Duration) {
        timeToLive = manifest.timeToLive
        nextRequest = now + .seconds(timeToLive)
        if let reload = manifest.reloadURI, let next = PlaylistURL.resolve(reload, against: url) { server = next }
        playlist = original.adding(manifest.clones)
        priority = manifest.pathwayPriority
        choose(now)
    }

    /// Processes a failed request.
    /// - Parameter status: the HTTP status; nil without a response.
    /// - Parameter retryAfter: the Retry-After header.
    public mutating func failed(status: Int?, retryAfter: Duration?, now: Duration) {
        switch status {
        case 410: server = nil
        case 429:
            let wait = min(retryAfter ?? .seconds(timeToLive), .seconds(SteeringManifest.longestTimeToLive))
            nextRequest = now + max(wait, Self.shortestRetry)
        default: nextRequest = now + max(.seconds(timeToLive), Self.shortestRetry)
        }
    }

    /// Records that playlists or segments of a pathway cannot be loaded, and switches to another pathway where there is one.
    public mutating func pathwayFailed(_ id: String, now: Duration) {
        penalties[id] = now + Self.penalty
        choose(now)
    }

    /// Ends penalties that have expired. To be called as time passes.
    public mutating func advance(to now: Duration) { choose(now) }

    private mutating func choose(_ now: Duration) {
        penalties = penalties.filter { $0.value > now }
        let known = Set(pathways)
        let usable = priority.filter(known.contains)
        if let best = usable.first(where: { penalties[$0] == nil }) {
            pathway = best
        } else if let leastPenalized = usable.min(by: { penalties[$0] ?? .zero < penalties[$1] ?? .zero }) {
            // All pathways have failed: use the one that failed longest ago.
            pathway = leastPenalized
        } else if !known.contains(pathway), let first = pathways.first {
            pathway = first
        }
    }

    private static func pathways(_ playlist: MultivariantPlaylist) -> [String] {
        var seen: Set<String> = []
        return playlist.variants.map(\.pathway).filter { seen.insert($0).inserted }
    }
}
