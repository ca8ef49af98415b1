import CoreMedia
import Foundation
import HLS
import MediaEngine
import StreamRules
import Synchronization

/// Reloads a live playlist for the time of the options, and measures its segments as they appear. Confined to one thread, which it
/// blocks.
struct PlaylistWatch {
    private let work: PlaylistWork
    private let source: StreamInspector.Source
    private let inspector: StreamInspector
    private let table: SegmentTable
    private var secondLoads: SecondLoads
    private var parts: LiveParts
    private var found = WatchedFacts()
    /// The ETag of the last load, and a digest of its bytes.
    private var lastVersion: (tag: String, digest: UInt64)?
    /// Segments that have left the playlist and were requested.
    private var removalChecks = 0

    /// The time of the clock at which the watch began.
    private let start: Int64
    /// For how long the playlist is watched.
    private let seconds: Double
    private let target: Double

    /// In seconds.
    private static let longestConfirmation = 6.0
    private static let mostConfirmations = 5
    private static let mostRemovalChecks = 3
    /// Seconds beyond the watched time after which the segments that are left are not loaded.
    private static let graceSeconds = 20.0

    init(_ work: PlaylistWork) {
        self.work = work
        source = work.source
        inspector = work.inspector
        table = work.table
        secondLoads = work.secondLoads
        parts = LiveParts(work.loader)
        target = max(0.5, source.playlist.targetDuration?.seconds ?? 6)
        seconds = inspector.options.watchSeconds ?? min(20, 1.6 * target + 1)
        start = inspector.options.clock.now
    }

    mutating func run() -> WatchedFacts {
        found.reloads = [ReloadFacts(first: source.playlist)]
        var last = source.playlist
        var measured = measureNew(from: 0)
        let interval = max(0.25, min(target / 2, 3))
        while elapsed < seconds, !last.hasEnded {
            sleep(min(interval, seconds - elapsed))
            let loaded = load()
            let time = elapsed
            guard case .media(let newer)? = loaded.playlist else {
                found.reloads.append(ReloadFacts(failed: loaded.document, at: time))
                continue
            }
            let reload = reloadFacts(newer, after: last, at: time, loaded)
            found.reloads.append(reload)
            guard newer.skip == nil, reload.change != .older else { continue }
            if case .advanced = reload.change { checkRemoved(from: last, to: newer) }
            if !table.extend(with: newer) { measured = 0 }
            last = newer
            measured = measureNew(from: measured)
            parts.measure(newer)
            secondLoads.compareOldest(newer, target)
        }
        if last.hasEnded {
            confirmEnd(last)
        } else {
            secondLoads.compareListed(last)
            found.lateResources = secondLoads.resourceProblems(last)
            probe()
        }
        found.parts = parts.facts
        return found
    }

    private mutating func reloadFacts(
        _ newer: MediaPlaylist, after last: MediaPlaylist, at time: Double, _ loaded: StreamInspector.LoadedDocument
    ) -> ReloadFacts {
        var reload = ReloadFacts(newer, after: last, at: time, loaded)
        let version = loaded.tag.flatMap { tag in loaded.digest.map { (tag: tag, digest: $0) } }
        if let lastVersion, let version {
            reload.hasSameTag = lastVersion.tag == version.tag && lastVersion.digest != version.digest
        }
        lastVersion = version
        return reload
    }

    private func load() -> StreamInspector.LoadedDocument {
        inspector.document(source.url, variables: source.variables, target: target)
    }

    // MARK: - Segments

    /// Measures the listed segments from a position on.
    /// - Returns: the position of the first segment that is not yet listed.
    private func measureNew(from first: Int) -> Int {
        let count = min(table.count, InspectionOptions.mostSegments)
        guard first < count else { return first }
        inspector.progress.withLock { $0.segmentCount += count - first }
        for position in first..<count {
            guard elapsed < seconds + Self.graceSeconds else {
                table.addLimit(
                    "the server was too slow to load \(count - position) listed segments in the watched time.")
                return count
            }
            work.measure(position)
        }
        return count
    }

    /// Requests the first byte of the segment that left the playlist last: it must remain available.
    private mutating func checkRemoved(from last: MediaPlaylist, to newer: MediaPlaylist) {
        guard newer.mediaSequence > last.mediaSequence, newer.mediaSequence <= last.nextSequenceNumber else { return }
        let number = newer.mediaSequence - 1
        guard removalChecks < Self.mostRemovalChecks, let known = table.measured(number), known.facts.failure == nil
        else { return }
        removalChecks += 1
        guard let position = last.segments.position(ofSequenceNumber: number) else { return }
        let segment = last.segments[position]
        guard segment.byteRange == nil, !segment.isGap, let url = last.url(for: segment.uri) else { return }
        do throws(MediaError) {
            _ = try inspector.fetcher.fetch(url, .segment, range: 0..<1, seconds: segment.duration.seconds)
        } catch {
            let failure = LoadFailure(error)
            guard failure.kind == .status, let status = failure.status, [403, 404, 410].contains(status),
                !found.reloads.isEmpty
            else { return }
            found.reloads[found.reloads.count - 1].removed = .init(number: number, failure: failure)
        }
    }

    // MARK: - The end of the watched time

    /// Loads a playlist that has ended once more, and again while it is to be watched: it must not continue.
    private mutating func confirmEnd(_ last: MediaPlaylist) {
        let step = min(target, Self.longestConfirmation)
        for _ in 0..<Self.mostConfirmations {
            sleep(step)
            let loaded = load()
            if case .media(let newer)? = loaded.playlist,
                !newer.hasEnded || newer.nextSequenceNumber > last.nextSequenceNumber
            {
                found.reloads.append(reloadFacts(newer, after: last, at: elapsed, loaded))
                return
            }
            guard elapsed + step <= seconds else { return }
        }
    }

    /// Makes the requests of players of low latency, where the playlist offers them. I-frame playlists are not read at the live edge.
    private mutating func probe() {
        let control = source.playlist.serverControl
        guard source.expectation != .iFrames,
            control?.canBlockReload == true || control?.canSkipUntil != nil
                || source.playlist.partTargetDuration != nil
        else { return }
        let (inspector, source) = (inspector, source)
        let target = source.playlist.targetDuration?.seconds ?? 6
        func load(_ url: URL, _ query: [String: String]) -> StreamInspector.LoadedDocument {
            inspector.document(QueryText.adding(query, to: url), variables: source.variables, target: target)
        }
        let probe = LowLatencyProbe(
            load: { load(source.url, $0) }, fetcher: inspector.fetcher, loadOther: { load($0, $1) },
            clock: inspector.options.clock)
        found.probes = probe.run()
        if probe.isOverdue { table.addLimit("the server was too slow for all requests of players of low latency.") }
    }

    // MARK: - Time

    /// The seconds since the watch began.
    private var elapsed: Double { inspector.options.clock.seconds(since: start) }

    private func sleep(_ seconds: Double) { inspector.options.clock.sleep(seconds) }
}

extension HostClock {
    /// The seconds since a time of the clock.
    func seconds(since start: Int64) -> Double { Double(now &- start) / 1e9 }

    /// Blocks the thread.
    func sleep(_ seconds: Double) {
        let deadline = now &+ Int64(min(1e9, max(0, seconds)) * 1e9)
        let condition = Condition()
        while now < deadline { condition.withLock { wait(on: condition, until: deadline) } }
    }
}

/// What the watch of a live playlist found.
struct WatchedFacts: Sendable {
    var reloads: [ReloadFacts] = []
    var parts: [PartFacts] = []
    var probes: [ReloadProbe] = []
    var lateResources: [String] = []
}
