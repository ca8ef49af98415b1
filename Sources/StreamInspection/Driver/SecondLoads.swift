import CoreMedia
import Foundation
import HLS
import MediaEngine
import StreamRules

/// Loads segments, keys and initialization sections again, and compares them with the first load: their bytes must stay the same.
/// Confined to one thread.
struct SecondLoads {
    private let source: StreamInspector.Source
    private let inspector: StreamInspector
    private let table: SegmentTable
    private let loader: SegmentLoader
    /// The numbers of the segments that were loaded twice while the playlist was watched, and their bytes.
    private var compared: Set<UInt64> = []
    private var comparedBytes = 0

    /// Segments of a watched playlist that are loaded twice at most, and their bytes.
    private static let mostComparisons = 20
    private static let mostComparedBytes = 24 << 20
    private static let lastComparisons = 3
    /// The number of oldest segments that leave the playlist next.
    private static let leavingCount = 3

    init(
        _ source: StreamInspector.Source, _ inspector: StreamInspector, _ table: SegmentTable, _ loader: SegmentLoader
    ) {
        self.source = source
        self.inspector = inspector
        self.table = table
        self.loader = loader
    }

    // MARK: - Segments

    /// Loads a segment again, and stores what differs.
    /// - Returns: the bytes that were loaded.
    func compareAgain(_ position: Int) -> Int {
        let entry = table.entry(at: position)
        let segment = entry.segment
        guard let known = entry.facts, let digest = known.digest, known.failure == nil, known.response?.isHTTP == true,
            let url = entry.playlist.url(for: segment.uri), let response = try? loader.fetch(segment, url)
        else { return 0 }
        if SegmentMeter.digest(of: response.bytes) != digest {
            table.update(position) { $0.changedByteCount = response.bytes.count }
        } else if let tag = response.fields["etag"], let before = loader.tag(of: segment), before != tag {
            table.update(position) { $0.hasOtherTag = true }
        }
        return response.bytes.count
    }

    /// Whether the options ask for more than one reload of live playlists.
    private var isWatched: Bool { inspector.options.watchSeconds ?? 0 > 0 }

    /// Loads the oldest listed segment again before it leaves the playlist.
    mutating func compareOldest(_ playlist: MediaPlaylist, _ target: Double) {
        guard isWatched, source.expectation == .media else { return }
        // Nothing leaves an event.
        let count = playlist.kind == .event ? playlist.segments.count - 1 : Self.leavingCount
        compare(playlist.segments.prefix(max(0, count)).map(\.sequenceNumber), target, most: 1)
    }

    /// Loads some of the segments again that are still listed at the end of the watched time.
    mutating func compareListed(_ last: MediaPlaylist) {
        guard isWatched, source.expectation == .media else { return }
        let numbers = last.segments.map(\.sequenceNumber)
        let places = Set([0, numbers.count / 2, numbers.count - 2].filter { numbers.indices.contains($0) })
        compare(places.sorted().map { numbers[$0] }, last.targetDuration?.seconds ?? 6, most: Self.lastComparisons)
    }

    /// Loads the first of these segments again that have not been loaded twice.
    private mutating func compare(_ numbers: [UInt64], _ target: Double, most: Int) {
        guard compared.count < Self.mostComparisons, comparedBytes < Self.mostComparedBytes else { return }
        var due: [Int] = []
        for number in numbers where due.count < most && !compared.contains(number) {
            guard let known = table.measured(number), known.facts.digest != nil, known.facts.loadSeconds < target / 4
            else { continue }
            compared.insert(number)
            due.append(known.position)
        }
        for position in due {
            let count = compareAgain(position)
            comparedBytes += count
            inspector.note(bytes: count, isSegment: false)
        }
    }

    // MARK: - Keys and initialization sections

    /// Loads the keys and initialization sections of the oldest and the newest listed segment again.
    /// - Returns: how they differ from the first load, a sentence each.
    func resourceProblems(_ last: MediaPlaylist) -> [String] {
        guard isWatched else { return [] }
        let listed = [last.segments.first, last.segments.last].compactMap { $0 }
        var found: [String] = []
        var seen: Set<String> = []
        for segment in listed {
            for uri in segment.keys.compactMap(\.uri) where seen.insert("key " + uri).inserted {
                guard let url = source.playlist.url(for: uri) else { continue }
                found += problem("The key", url, .key, nil)
            }
            if let section = segment.initialization,
                seen.insert("section \(section.uri) \(section.byteRange?.offset ?? 0)").inserted,
                let url = source.playlist.url(for: section.uri), source.expectation != .images
            {
                found += problem("The initialization section", url, .initialization, section.byteRange?.fileRange)
            }
        }
        return found
    }

    /// Returns how a resource differs from what it was at the first load.
    private func problem(
        _ name: String, _ url: URL, _ kind: StreamFetcher.Kind, _ range: Range<Int64>?
    ) -> [String] {
        guard case .success(let known) = inspector.cache.load(url, kind, range: range) else { return [] }
        do throws(MediaError) {
            let bytes = try inspector.fetcher.fetch(url, kind, range: range).bytes
            guard bytes != known else { return [] }
            return ["\(name) \(url.lastPathComponent.prefix(80)) has other bytes at the end of the watched time."]
        } catch {
            let failure = LoadFailure(error)
            guard failure.kind == .status else { return [] }
            return [
                "\(name) \(url.lastPathComponent.prefix(80)) cannot be loaded anymore, and listed segments need it: \(failure.message)"
            ]
        }
    }
}
