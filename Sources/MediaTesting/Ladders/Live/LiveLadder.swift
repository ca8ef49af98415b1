public import Foundation
public import MediaEngine
import Synchronization

/// A ladder served as a live stream: it repeats endlessly, and its playlists grow with the origin's clock.
///
/// A segment is listed when it is complete, and so is a part. Playlists support blocking reloads, skips and preload hints according to bis
/// section 6.2.5 and appendix B. Thread-safe.
///
///     let live = try LiveLadder(ladder, clock: clock) { $0.isLowLatency = true }
///     let origin = try Origin(live, clock: clock)
public final class LiveLadder: OriginContent {
    public struct Settings: Sendable {
        public enum Window: Sendable, Hashable {
            /// The number of segments; older ones are removed. A large number makes a DVR window.
            case sliding(Int)
            /// EXT-X-PLAYLIST-TYPE:EVENT: no segment is removed.
            case event
        }

        public var window = Window.sliding(6)
        /// Seconds of the stream before the clock's time at creation.
        public var secondsBefore = 24.0
        /// The playlist ends after segment number `endsAfter` - 1.
        public var endsAfter: Int?
        /// Parts, preload hints, rendition reports, blocking reload.
        public var isLowLatency = false
        public var canBlockReload = false
        /// Delta updates, for segments more than six target durations from the end.
        public var canSkip = false
        public var canSkipDateRanges = false
        /// The date of segment 0's first frame; nil: now minus `secondsBefore`.
        public var date: Date?
        /// The age in seconds of plain playlist responses, as from a cache; set in the Age header.
        public var cacheAge = 0.0
        public init() {}
    }

    public let ladder: Ladder
    public let settings: Settings
    /// The date of segment 0's first frame.
    public let date: Date
    /// The live time of segment 0's first frame, in nanoseconds of the clock; may be negative.
    private let start: Int64
    private let clock: any HostClock
    private let faults = Mutex<[Armed]>([])

    struct Armed: Sendable {
        var fault: LiveFault
        var match: OriginFault.Match
        var since: Int64
        var seen = 0
    }

    /// - Throws: `StreamMakerError` where the ladder cannot be repeated or served live.
    public init(
        _ ladder: Ladder, clock: any HostClock = SystemHostClock(), _ change: (inout Settings) -> Void = { _ in }
    ) throws {
        var settings = Settings()
        change(&settings)
        if settings.isLowLatency { settings.canBlockReload = true }
        if settings.canSkipDateRanges { settings.canSkip = true }
        let recipe = ladder.recipe
        if recipe.seconds % 8 != 0, !recipe.audio.isEmpty {
            throw StreamMakerError(
                message: "laps of \(recipe.seconds) s are not a whole number of AAC frames; use a multiple of 8")
        }
        if recipe.addressing == .byteRanges {
            throw StreamMakerError(message: "a live ladder requires addressing by files, not byte ranges")
        }
        if settings.isLowLatency, ladder.renditions.contains(where: { $0.form != .fragmented }) {
            throw StreamMakerError(message: "low latency requires fragmented MP4")
        }
        if case .sliding(let count) = settings.window, count < 1 || count > Self.maximumWindow {
            throw StreamMakerError(message: "a window has 1 to \(Self.maximumWindow) segments")
        }
        self.ladder = ladder
        self.clock = clock
        self.settings = settings
        start = clock.now - Int64(min(max(settings.secondsBefore, 0), 1e8) * 1e9)
        date = settings.date ?? Date(timeIntervalSinceNow: -settings.secondsBefore)
    }

    /// A day of two-second segments.
    public static let maximumWindow = 43_200

    /// Applies a fault to all later responses whose paths match; faults accumulate.
    public func inject(_ fault: LiveFault, for match: OriginFault.Match = .every) {
        let now = clock.now
        faults.withLock { $0.append(Armed(fault: fault, match: match, since: now)) }
    }

    public func clearFaults() { faults.withLock { $0.removeAll() } }

    // MARK: - Live edge

    /// Seconds of the stream that are available now: the end of the newest part or segment, relative to `date`.
    public var publishedSeconds: Double {
        let edge = edge(at: clock.now)
        let parts = settings.isLowLatency ? Int64(edge.parts) * partLength : 0
        return Double(Int64(edge.segments) * segmentLength + parts) / 1e9
    }

    /// The PART-HOLD-BACK of the playlists, in seconds.
    public var partHoldBack: Double { 3 * LivePlaylist.partTarget(recipe) }

    var recipe: LadderRecipe { ladder.recipe }
    private var segmentLength: Int64 { Int64(recipe.segmentSeconds) * 1_000_000_000 }
    private var partLength: Int64 { segmentLength / Int64(recipe.partsPerSegment) }

    /// The end of the available media.
    struct Edge: Sendable, Equatable {
        /// The number of complete segments, which is the number of the incomplete one.
        var segments: Int
        /// The number of its complete parts.
        var parts: Int
        var isEnded: Bool
    }

    func edge(at now: Int64, lag: Int64 = 0) -> Edge {
        let time = max(0, now - start - lag)
        let segments = Int(time / segmentLength)
        if let end = settings.endsAfter, segments >= end { return Edge(segments: end, parts: 0, isEnded: true) }
        return Edge(segments: segments, parts: Int(time % segmentLength / partLength), isEnded: false)
    }

    /// Returns when a segment is complete.
    private func moment(ofSegment number: Int) -> Int64 { start + Int64(number + 1) * segmentLength }

    /// Returns when a part is complete.
    private func moment(ofPart part: Int, in number: Int) -> Int64 {
        start + Int64(number) * segmentLength + Int64(part + 1) * partLength
    }

    func firstSegment(at edge: Edge) -> Int {
        if case .sliding(let count) = settings.window { return max(0, edge.segments - count) }
        return 0
    }

    // MARK: - Replies

    public func reply(to request: OriginRequest, now: Int64) -> OriginReply {
        guard ladder.isAllowed(request) else { return .status(403) }
        let parts = ladder.withoutCopy(request.path.split(separator: "/").map(String.init))
        do {
            if parts.count == 2, ladder.isRendition(parts[0]) {
                if parts[1] == "index.m3u8" { return try playlist(parts[0], request, now) }
                if parts[1] == "iframes.m3u8" {
                    return try iFramePlaylist(parts[0], now).map { .resource(.playlist($0)) } ?? .status(404)
                }
                if let wait = wait(for: parts[1], now) { return wait }
            }
            return try ladder.reply(to: request, parts: parts, isLive: true) ?? .status(404)
        } catch {
            return .status(500, headers: ["X-Error": "\(error)".filter { $0.isASCII && !$0.isNewline }])
        }
    }

    /// Returns nil where the file exists or is not a live segment.
    private func wait(for file: String, _ now: Int64) -> OriginReply? {
        let words = file.split(separator: ".").map { Int($0) }
        guard words.count >= 2, let number = words[0] else { return nil }
        guard (0...Ladder.maximumNumber).contains(number) else { return .status(404) }
        let edge = edge(at: now)
        // A segment is deleted after it has been out of the playlist for the playlist's duration.
        if case .sliding(let count) = settings.window, number < firstSegment(at: edge) - count { return .status(404) }
        guard words.count == 3, let part = words[1] else { return number < edge.segments ? nil : .status(404) }
        guard settings.isLowLatency, (0..<recipe.partsPerSegment).contains(part) else { return .status(404) }
        let place = number * recipe.partsPerSegment + part
        let hinted = edge.segments * recipe.partsPerSegment + edge.parts
        if place < hinted { return nil }
        return place == hinted && !edge.isEnded ? .later(moment(ofPart: part, in: number)) : .status(404)
    }

    private func playlist(_ name: String, _ request: OriginRequest, _ now: Int64) throws -> OriginReply {
        let directives = DeliveryDirectives(request)
        let present = edge(at: now)
        if settings.canBlockReload, !present.isEnded {
            let hasParts = settings.isLowLatency && name.first != "s"
            if let reply = blocking(directives, present, hasParts: hasParts, now) { return reply }
        }
        let isPlain = directives.isPlain
        let age = isPlain ? Int64(min(max(settings.cacheAge, 0), 1e6) * 1e9) : 0
        var writer = LivePlaylist(live: self, name: name, edge: edge(at: now, lag: age))
        writer.authority = request.headers["host"]
        writer.skip = settings.canSkip ? directives.skip : nil
        for armed in active(for: request.path) { writer.apply(armed, now: now) }
        var resource = OriginResource.playlist(try writer.text())
        resource.headers["Cache-Control"] = isPlain ? "max-age=1" : "max-age=\(recipe.segmentSeconds * 6)"
        if age > 0 { resource.headers["Age"] = "\(age / 1_000_000_000)" }
        return .resource(resource)
    }

    private func blocking(
        _ directives: DeliveryDirectives, _ edge: Edge, hasParts: Bool, _ now: Int64
    ) -> OriginReply? {
        if directives.isBroken { return .status(400) }
        guard var number = directives.number else { return nil }
        var part = hasParts ? directives.part : nil
        if let index = part, index >= recipe.partsPerSegment {
            number += 1
            part = 0
        }
        guard number <= edge.segments + 1 else { return .status(400) }
        if let part {
            let ahead = (number - edge.segments) * recipe.partsPerSegment + part - edge.parts
            let seconds = Double(partLength) / 1e9
            guard ahead < max(3, Int((3 / seconds).rounded(.up))) else { return .status(400) }
            let moment = moment(ofPart: part, in: number)
            return moment > now ? .later(moment) : nil
        }
        let moment = moment(ofSegment: number)
        return moment > now ? .later(moment) : nil
    }

    private func active(for path: String) -> [Armed] {
        faults.withLock { faults in
            faults.indices.compactMap { index in
                guard faults[index].match.contains(path) else { return nil }
                faults[index].seen += 1
                return faults[index]
            }
        }
    }

    private func iFramePlaylist(_ name: String, _ now: Int64) throws -> PlaylistText? {
        guard let rendition = ladder.rendition(name), rendition.hasVideo else { return nil }
        let edge = edge(at: now)
        let first = firstSegment(at: edge)
        // Each key frame with a range of bytes is a segment of this playlist; in a transport stream, that is the first of a segment.
        var playlist = ladder.mediaHead(first: first * (try rendition.keyFrames(of: first).count))
        let joints = recipe.place(of: first).discontinuities
        if joints > 0 { playlist.tag("EXT-X-DISCONTINUITY-SEQUENCE", "\(joints)") }
        if settings.window == .event { playlist.tag("EXT-X-PLAYLIST-TYPE", "EVENT") }
        playlist.tag("EXT-X-I-FRAMES-ONLY")
        try ladder.putIFrames(first..<edge.segments, of: rendition, origin: date, in: &playlist)
        if edge.isEnded { playlist.tag("EXT-X-ENDLIST") }
        return playlist
    }
}

/// The `_HLS_` parameters of a playlist's request (bis section 6.2.5).
struct DeliveryDirectives {
    private(set) var number: Int?
    private(set) var part: Int?
    private(set) var skip: String?
    private(set) var isBroken = false

    init(_ request: OriginRequest) {
        func value(_ name: String) -> Int? {
            guard let text = request.parameter(name) else { return nil }
            // Limited so that sums cannot overflow.
            guard let value = Int(text), (0...Ladder.maximumNumber).contains(value) else {
                isBroken = true
                return nil
            }
            return value
        }
        number = value("_HLS_msn")
        part = value("_HLS_part")
        skip = request.parameter("_HLS_skip")
        if part != nil, number == nil { isBroken = true }
    }

    var isPlain: Bool { number == nil && part == nil && skip == nil }
}
