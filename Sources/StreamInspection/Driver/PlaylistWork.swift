import Foundation
import HLS
import MediaEngine
import StreamRules
import Synchronization

/// Measures the segments of one playlist, and watches it while it is live. Thread-safe.
final class PlaylistWork: Sendable {
    let source: StreamInspector.Source
    let inspector: StreamInspector
    let table: SegmentTable
    let loader: SegmentLoader
    private let journal: InspectionJournal?
    private let results = Mutex(Results())

    private struct Results {
        var watched = WatchedFacts()
        var summary: SegmentDecoder.Summary?
    }

    /// The positions of the segments to measure.
    let units: [Int]
    var isLive: Bool { !source.playlist.hasEnded }

    /// The second loads of this playlist's segments.
    var secondLoads: SecondLoads { SecondLoads(source, inspector, table, loader) }

    init(_ source: StreamInspector.Source, _ inspector: StreamInspector, _ journal: InspectionJournal?) {
        self.source = source
        self.inspector = inspector
        self.journal = journal
        table = SegmentTable(source.playlist, address: source.url.absoluteString)
        loader = SegmentLoader(source, inspector)
        let all = source.playlist.segments.count
        let count = min(all, inspector.options.segmentLimit ?? InspectionOptions.mostSegments)
        units = Array(0..<count)
        if count < all { table.addLimit("the first \(count) of \(all) segments were looked at.") }
    }

    // MARK: - Running

    /// Reloads the playlist for the time of the options, and measures its segments as they appear. Blocks.
    func watch() {
        var watch = PlaylistWatch(self)
        let found = watch.run()
        results.withLock { $0.watched = found }
        finishDecoding()
    }

    func finishDecoding() {
        let summary = loader.finishDecoding()
        results.withLock { $0.summary = summary }
    }

    /// Loads and measures the segment at a position.
    func measure(_ position: Int) {
        let entry = table.entry(at: position)
        let segment = entry.segment
        guard !segment.isGap, !table.isGivenUp else { return inspector.note(bytes: 0, isSegment: true) }
        let range = segment.byteRange.map { "@\($0.offset)-\($0.length)" } ?? ""
        guard let url = entry.playlist.url(for: segment.uri) else {
            var facts = SegmentFacts()
            facts.failure = LoadFailure(.badURL, "“\(segment.uri.prefix(200))” is not a valid URL.")
            return table.store(facts, position)
        }
        let key = "\(url.absoluteString)\(range)#\(segment.sequenceNumber)"
        if let known = journal?.facts(for: key) {
            table.store(known, position)
            return inspector.note(bytes: 0, isSegment: true)
        }
        let facts = loader.load(segment, url, excerpt: excerpt(position))
        table.store(facts, position)
        journal?.append(key, facts)
        inspector.note(bytes: facts.byteCount, isSegment: true)
    }

    /// The number of key frames of a variant that are decoded and compared with those of the others.
    private static let pictureCount = 12

    /// The number of these whose following frames are decoded, too, where there are two variants only.
    private static let sequenceCount = 6

    /// Returns what of a segment is decoded for the comparison with other variants.
    private func excerpt(_ position: Int) -> SegmentProbe.Excerpt {
        if case .rendition = source.role, position == 0, source.expectation == .media,
            source.playlist.segments[position].keys.contains(where: { $0.method == .sampleAES })
        {
            return .picture
        }
        // The first frame of an I-frame playlist states the colors.
        if source.expectation == .iFrames, position == 0 { return .keyFrame }
        guard case .variant = source.role, position % max(1, units.count / Self.pictureCount) == 0 else { return .none }
        // Decoding must not delay the reloads of live playlists.
        if isLive { return .keyFrame }
        return (source.isOneOfTwo || inspector.options.decodes)
            && position % max(1, units.count / Self.sequenceCount) == 0 ? .sequence : .picture
    }

    // MARK: - Results

    /// Copies the results.
    func fill(_ facts: inout PlaylistFacts) {
        let (watched, summary) = results.withLock { ($0.watched, $0.summary) }
        facts.playlist = table.playlist
        facts.segments = table.segments
        facts.reloads = watched.reloads
        facts.parts = watched.parts
        facts.probes = watched.probes
        facts.lateResources = watched.lateResources
        guard let summary else { return }
        facts.loudness = summary.loudness?.integrated
        facts.loudnessRange = summary.loudness?.range
        facts.truePeak = summary.loudness?.truePeak
        facts.decoded = DecodedFacts(summary)
    }
}
