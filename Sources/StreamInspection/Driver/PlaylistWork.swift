import CoreMedia
import Foundation
import HLS
import MediaEngine
import StreamRules
import Synchronization

/// Loads and measures the segments of one playlist, and watches it while it is live. Thread-safe.
final class PlaylistWork: Sendable {
    private let source: StreamInspector.Source
    private let inspector: StreamInspector
    private let journal: InspectionJournal?
    private let meter: SegmentMeter
    private let state: Mutex<State>

    private struct State {
        var playlist: MediaPlaylist
        /// By position in `playlist`.
        var segments: [SegmentFacts?]
        var reloads: [ReloadFacts] = []
        var parts: [PartFacts] = []
        /// The parts that were loaded, by URL and range.
        var knownParts: Set<String> = []
        var limits: [String] = []
        /// Requests that failed one after the other.
        var failures = 0
        var timeouts = 0
        /// Equal tables are stored once.
        var tables: Set<[TrackFacts]> = []
        var responses: Set<ResponseFacts> = []
        var summary: SegmentDecoder.Summary?
        var probes: [ReloadProbe] = []
        /// Segments that have left the playlist and were requested.
        var removalChecks = 0
        /// The ETag of each segment, by its number.
        var tags: [UInt64: String] = [:]
        /// The numbers of the segments that were loaded twice while the playlist was watched, and their bytes.
        var compared: Set<UInt64> = []
        var comparedBytes = 0
        var lateResources: [String] = []
    }

    /// The positions of the segments to measure.
    let units: [Int]
    var isLive: Bool { !source.playlist.hasEnded }
    /// Used by the one thread that measures this playlist while it decodes.
    private let decoder: Mutex<DecoderBox>

    /// Confined to the thread that holds the lock around it.
    private struct DecoderBox: ~Copyable {
        var decoder: SegmentDecoder?
    }

    init(_ source: StreamInspector.Source, _ inspector: StreamInspector, _ journal: InspectionJournal?) {
        self.source = source
        self.inspector = inspector
        self.journal = journal
        meter = SegmentMeter(source.expectation)
        let all = source.playlist.segments.count
        let count = min(all, inspector.options.segmentLimit ?? InspectionOptions.mostSegments)
        units = Array(0..<count)
        var state = State(playlist: source.playlist, segments: Array(repeating: nil, count: all))
        if count < all {
            state.limits.append("\(source.url.absoluteString): the first \(count) of \(all) segments were looked at.")
        }
        self.state = Mutex(state)
        let decodes = inspector.options.decodes && source.expectation == .media
        decoder = Mutex(DecoderBox(decoder: decodes ? SegmentDecoder() : nil))
    }

    var limits: [String] { state.withLock { $0.limits } }

    /// Copies the results.
    func fill(_ facts: inout PlaylistFacts) {
        state.withLock { state in
            facts.playlist = state.playlist
            facts.segments = state.segments
            facts.reloads = state.reloads
            facts.parts = state.parts
            facts.probes = state.probes
            facts.lateResources = state.lateResources
            guard let summary = state.summary else { return }
            facts.loudness = summary.loudness?.integrated
            facts.loudnessRange = summary.loudness?.range
            facts.truePeak = summary.loudness?.truePeak
            facts.decoded = DecodedFacts(summary)
        }
    }

    func finishDecoding() {
        let summary = decoder.withLock { $0.decoder?.finish() }
        state.withLock { $0.summary = summary }
    }

    // MARK: - Segments

    /// Loads and measures the segment at a position.
    func measure(_ position: Int) {
        let (segment, playlist, isGivenUp) = state.withLock { state in
            (
                state.playlist.segments[position], state.playlist,
                state.failures >= InspectionOptions.mostFailures || state.timeouts >= InspectionOptions.mostTimeouts
            )
        }
        guard !segment.isGap, !isGivenUp else { return inspector.note(bytes: 0, isSegment: true) }
        let range = segment.byteRange.map { "@\($0.offset)-\($0.length)" } ?? ""
        guard let url = playlist.url(for: segment.uri) else {
            var facts = SegmentFacts()
            facts.failure = LoadFailure(.badURL, "“\(segment.uri.prefix(200))” is not a valid URL.")
            return store(facts, position)
        }
        let key = "\(url.absoluteString)\(range)#\(segment.sequenceNumber)"
        if let known = journal?.facts(for: key) {
            store(known, position)
            return inspector.note(bytes: 0, isSegment: true)
        }
        let facts = load(segment, url, excerpt: excerpt(position))
        store(facts, position)
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

    /// Loads a segment again.
    /// - Returns: the bytes that were loaded.
    func compareAgain(_ position: Int) -> Int {
        let (segment, playlist, known) = state.withLock {
            ($0.playlist.segments[position], $0.playlist, $0.segments[position])
        }
        guard let known, let digest = known.digest, known.failure == nil, known.response?.isHTTP == true,
            let url = playlist.url(for: segment.uri),
            let response = try? inspector.fetcher.fetch(
                url, .segment, range: Self.range(of: segment), maximumBytes: sizeLimit(of: segment),
                seconds: segment.duration.seconds)
        else { return 0 }
        if SegmentMeter.digest(of: response.bytes) != digest {
            state.withLock { $0.segments[position]?.changedByteCount = response.bytes.count }
        } else if let tag = response.fields["etag"] {
            state.withLock { state in
                guard let before = state.tags[segment.sequenceNumber], before != tag else { return }
                state.segments[position]?.hasOtherTag = true
            }
        }
        return response.bytes.count
    }

    /// The bytes and the longest load of the segments; nil where requests have failed.
    var cost: (bytes: Int, seconds: Double)? {
        state.withLock { state in
            let measured = state.segments.compactMap { $0 }
            guard measured.allSatisfy({ $0.failure == nil }) else { return nil }
            return (measured.reduce(0) { $0 + $1.byteCount }, measured.map(\.loadSeconds).max() ?? 0)
        }
    }

    private static func range(of segment: MediaSegment) -> Range<Int64>? {
        segment.byteRange.flatMap { range in
            guard let from = Int64(exactly: range.offset), let to = Int64(exactly: range.end), from < to else {
                return nil
            }
            return from..<to
        }
    }

    private func load(
        _ segment: MediaSegment, _ url: URL, isPart: Bool = false, excerpt: SegmentProbe.Excerpt = .none
    ) -> SegmentFacts {
        var facts = SegmentFacts()
        let start = Date()
        let range = Self.range(of: segment)
        let response: StreamFetcher.Response
        do throws(MediaError) {
            response = try inspector.fetcher.fetch(
                url, .segment, range: range, maximumBytes: sizeLimit(of: segment), seconds: segment.duration.seconds)
        } catch {
            if error.code == .empty {
                facts.problems = [.empty]
            } else {
                facts.failure = LoadFailure(error)
            }
            facts.loadSeconds = Date().timeIntervalSince(start)
            return facts
        }
        let seconds = Date().timeIntervalSince(start)
        var initialization: [UInt8]?
        if let section = segment.initialization, source.expectation != .images {
            switch load(section) {
            case .success(let bytes): initialization = bytes
            case .failure(let failure):
                facts.problems = [.badInitialization(failure.message)]
                facts.byteCount = response.bytes.count
                facts.response = ResponseFacts(response, requested: url, hasRange: range != nil)
                return facts
            }
        }
        if let problem = keyProblem(segment.keys, url) ?? keyProblem(segment.initialization?.keys ?? [], url) {
            facts.problems = [problem]
            facts.byteCount = response.bytes.count
        } else {
            facts =
                isPart
                ? measure(response.bytes, segment, initialization, url, nil)
                : decoder.withLock { box in
                    // Without a decoder, the lock must not serialize the threads.
                    box.decoder.map { measure(response.bytes, segment, initialization, url, $0, excerpt) }
                } ?? measure(response.bytes, segment, initialization, url, nil, excerpt)
        }
        facts.response = ResponseFacts(response, requested: url, hasRange: range != nil)
        facts.loadSeconds = seconds
        if let first = response.record.firstByte, facts.response?.isHTTP == true {
            facts.firstByteSeconds = Double(first - response.record.start) / 1e9
        }
        if let tag = response.fields["etag"], !isPart {
            state.withLock { if $0.tags.count < Self.mostTags { $0.tags[segment.sequenceNumber] = tag } }
        }
        return facts
    }

    private func measure(
        _ bytes: [UInt8], _ segment: MediaSegment, _ initialization: [UInt8]?, _ url: URL, _ decoder: SegmentDecoder?,
        _ excerpt: SegmentProbe.Excerpt = .none
    ) -> SegmentFacts {
        meter.measure(
            bytes, segment, initialization: initialization, url: url, decoder: decoder, excerpt: excerpt,
            secret: { key in
                key.uri.flatMap { self.keyURL($0) }.flatMap { try? self.inspector.cache.load($0, .key).get() }
            })
    }

    private func keyURL(_ uri: String) -> URL? { source.playlist.url(for: uri) }

    private func load(_ section: InitializationSection) -> Result<[UInt8], LoadFailure> {
        guard let url = source.playlist.url(for: section.uri) else {
            return .failure(LoadFailure(.badURL, "“\(section.uri.prefix(200))” is not a valid URL."))
        }
        return inspector.cache.load(url, .initialization, range: Self.range(of: section))
    }

    private static func range(of section: InitializationSection) -> Range<Int64>? {
        section.byteRange.flatMap { range in
            guard let from = Int64(exactly: range.offset), let to = Int64(exactly: range.end), from < to else {
                return nil
            }
            return from..<to
        }
    }

    /// Returns why the key of a segment cannot be used; nil where it can, or where there is none.
    private func keyProblem(_ keys: [EncryptionKey], _ url: URL) -> SegmentFacts.Problem? {
        let key: EncryptionKey?
        do throws(MediaError) {
            key = try SegmentProbe.key(among: keys, url: url)
        } catch {
            return .protected(error.message)
        }
        guard let key else { return nil }
        guard let uri = key.uri, let address = keyURL(uri) else { return .keyMissing("EXT-X-KEY has no valid URI.") }
        switch inspector.cache.load(address, .key) {
        case .success(let bytes): return bytes.count == 16 ? nil : .keyLength(bytes.count)
        case .failure(let failure): return .keyMissing(failure.message)
        }
    }

    private func sizeLimit(of segment: MediaSegment) -> Int64 {
        if let range = segment.byteRange { return Int64(clamping: range.length) }
        let declared =
            Double(source.bitsPerSecond) * max(segment.duration.seconds, 1) / 8 * InspectionOptions.sizeFactor
        return min(InspectionOptions.largestLimit, max(InspectionOptions.smallestLimit, Int64(min(declared, 1e12))))
    }

    private func store(_ facts: SegmentFacts, _ position: Int) {
        state.withLock { state in
            var facts = facts
            facts.tracks = state.tables.insert(facts.tracks).memberAfterInsert
            if let response = facts.response { facts.response = state.responses.insert(response).memberAfterInsert }
            if state.segments.indices.contains(position) { state.segments[position] = facts }
            let isTimeout = facts.failure?.kind == .connection
            state.failures = facts.failure == nil ? 0 : state.failures + 1
            state.timeouts = isTimeout ? state.timeouts + 1 : 0
            guard
                state.failures == InspectionOptions.mostFailures
                    || isTimeout && state.timeouts == InspectionOptions.mostTimeouts
            else { return }
            state.limits.append(
                "\(source.url.absoluteString): after \(state.failures) failed requests in a row, the other segments were not "
                    + "requested.")
        }
    }

    // MARK: - Live

    /// Reloads the playlist for the time of the options, and measures its segments as they appear.
    func watch() {
        let target = max(0.5, source.playlist.targetDuration?.seconds ?? 6)
        let seconds = inspector.options.watchSeconds ?? min(20, 1.6 * target + 1)
        let start = inspector.options.clock.now
        state.withLock { state in
            var first = ReloadFacts(
                time: 0, firstSequence: source.playlist.mediaSequence, segmentCount: source.playlist.segments.count,
                partCount: source.playlist.parts.count, change: .unchanged)
            first.hasEnded = false
            first.windowSeconds = source.playlist.segments.duration.seconds
            first.datedCount = source.playlist.segments.count { $0.programDateTime != nil }
            state.reloads = [first]
        }
        var last = source.playlist
        var measured = 0
        measured = measureNew(from: measured, start, seconds)
        let interval = max(0.25, min(target / 2, 3))
        while elapsed(since: start) < seconds, !last.hasEnded {
            sleep(min(interval, seconds - elapsed(since: start)))
            let loaded = inspector.document(source.url, variables: source.variables, target: target)
            let time = elapsed(since: start)
            guard let now = loaded.playlist, case .media(let newer) = now else {
                var failed = ReloadFacts(
                    time: time, firstSequence: 0, segmentCount: 0, partCount: 0, change: .unchanged)
                failed.failure =
                    loaded.document.failure
                    ?? LoadFailure(
                        .other, loaded.document.faults.first { $0.level == .error }?.message ?? "It is no playlist.")
                state.withLock { $0.reloads.append(failed) }
                continue
            }
            note(newer, after: last, at: time, loaded)
            guard newer.skip == nil else { continue }
            let change = state.withLock { $0.reloads.last?.change }
            if change == .older { continue }
            if case .advanced? = change { checkRemoved(from: last, to: newer) }
            let isContinued = state.withLock { state in
                let isContinued = state.playlist.extend(with: newer)
                if !isContinued { state.segments = [] }
                while state.segments.count < state.playlist.segments.count { state.segments.append(nil) }
                return isContinued
            }
            if !isContinued { measured = 0 }
            last = newer
            measured = measureNew(from: measured, start, seconds)
            measureParts(of: newer)
            compareOldest(newer, target)
        }
        if last.hasEnded {
            confirmEnd(last, start, target, seconds)
        } else {
            compareListed(last)
            checkResources(last)
            probe()
        }
        finishDecoding()
    }

    /// Makes the requests of players of low latency, where the playlist offers them. I-frame playlists are not read at the live edge.
    private func probe() {
        let control = source.playlist.serverControl
        guard source.expectation != .iFrames,
            control?.canBlockReload == true || control?.canSkipUntil != nil
                || source.playlist.partTargetDuration != nil
        else { return }
        let target = source.playlist.targetDuration?.seconds ?? 6
        let probe = LowLatencyProbe(
            load: { query in
                self.inspector.document(
                    QueryText.adding(query, to: self.source.url), variables: self.source.variables, target: target)
            }, fetcher: inspector.fetcher,
            loadOther: { url, query in
                self.inspector.document(
                    QueryText.adding(query, to: url), variables: self.source.variables, target: target)
            })
        let found = probe.run()
        state.withLock { state in
            state.probes = found
            guard probe.isOverdue else { return }
            state.limits.append(
                "\(source.url.absoluteString): the server was too slow for all requests of players of low latency.")
        }
    }

    private func note(
        _ newer: MediaPlaylist, after last: MediaPlaylist, at time: Double, _ loaded: StreamInspector.LoadedDocument
    ) {
        var reload = ReloadFacts(
            time: time, firstSequence: newer.mediaSequence, segmentCount: newer.segments.count,
            partCount: newer.parts.count,
            change: PlaylistChange.from(last, to: newer))
        reload.faults = newer.faults(comparedWith: last)
        reload.movedDiscontinuity = Self.movedDiscontinuity(from: last, to: newer)
        reload.renumberedDiscontinuity = Self.renumberedDiscontinuity(from: last, to: newer)
        reload.windowSeconds = newer.segments.duration.seconds
        reload.responseSeconds = loaded.seconds
        reload.parserFaults = loaded.document.faults
        reload.hasEnded = newer.hasEnded
        reload.datedCount = newer.segments.count { $0.programDateTime != nil }
        reload.changedRanges = Self.changedRanges(from: last.dateRanges, to: newer.dateRanges)
        reload.changedControls = Self.changedControls(from: last.serverControl, to: newer.serverControl)
        reload.earlierFailure = loaded.document.response?.earlierFailure
        if reload.change != .older { reload.differences = ReloadDifferences(from: last, to: newer) }
        state.withLock { $0.reloads.append(reload) }
    }

    /// Returns the identifiers of date ranges that have another start, class, duration or end. Attributes may be added.
    private static func changedRanges(from last: [DateRange], to newer: [DateRange]) -> [String] {
        func differ<Value: Equatable>(_ old: Value?, _ new: Value?) -> Bool { old != nil && new != nil && old != new }
        let known = Dictionary(last.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return newer.filter { range in
            known[range.id].map { old in
                old.start != range.start || differ(old.category, range.category) || differ(old.duration, range.duration)
                    || differ(old.endDate, range.endDate)
            } ?? false
        }.map(\.id)
    }

    /// Loads a playlist that has ended once more, and again while it is to be watched: it must not continue.
    private func confirmEnd(_ last: MediaPlaylist, _ start: Int64, _ target: Double, _ seconds: Double) {
        let step = min(target, Self.longestConfirmation)
        for _ in 0..<Self.mostConfirmations {
            sleep(step)
            let loaded = inspector.document(source.url, variables: source.variables, target: target)
            if case .media(let newer)? = loaded.playlist,
                !newer.hasEnded || newer.nextSequenceNumber > last.nextSequenceNumber
            {
                return note(newer, after: last, at: elapsed(since: start), loaded)
            }
            guard elapsed(since: start) + step <= seconds else { return }
        }
    }

    /// In seconds.
    private static let longestConfirmation = 6.0
    private static let mostConfirmations = 5

    // MARK: - Time

    /// Returns the seconds since a time of the clock.
    private func elapsed(since start: Int64) -> Double { Double(inspector.options.clock.now - start) / 1e9 }

    private func sleep(_ seconds: Double) {
        let clock = inspector.options.clock
        let deadline = clock.now + Int64(max(0, seconds) * 1e9)
        let condition = Condition()
        while clock.now < deadline { condition.withLock { clock.wait(on: condition, until: deadline) } }
    }

    // MARK: - Segments over time

    private static let mostRemovalChecks = 3

    /// Requests the first byte of the segment that left the playlist last: it must remain available.
    private func checkRemoved(from last: MediaPlaylist, to newer: MediaPlaylist) {
        guard newer.mediaSequence > last.mediaSequence, newer.mediaSequence <= last.nextSequenceNumber else { return }
        let number = newer.mediaSequence - 1
        let isDue = state.withLock { state in
            guard state.removalChecks < Self.mostRemovalChecks,
                let known = state.playlist.segments.position(ofSequenceNumber: number),
                state.segments.indices.contains(known), let facts = state.segments[known], facts.failure == nil
            else { return false }
            state.removalChecks += 1
            return true
        }
        guard isDue, let position = last.segments.position(ofSequenceNumber: number) else { return }
        let segment = last.segments[position]
        guard segment.byteRange == nil, !segment.isGap, let url = last.url(for: segment.uri) else { return }
        do throws(MediaError) {
            _ = try inspector.fetcher.fetch(url, .segment, range: 0..<1, seconds: segment.duration.seconds)
        } catch {
            let failure = LoadFailure(error)
            guard failure.kind == .status, let status = failure.status, [403, 404, 410].contains(status) else { return }
            state.withLock { state in
                guard !state.reloads.isEmpty else { return }
                state.reloads[state.reloads.count - 1].removed = .init(number: number, failure: failure)
            }
        }
    }

    private static let mostTags = 20_000
    /// Segments of a watched playlist that are loaded twice at most, and their bytes.
    private static let mostComparisons = 20
    private static let mostComparedBytes = 24 << 20
    private static let lastComparisons = 3
    /// The number of oldest segments that leave the playlist next.
    private static let leavingCount = 3

    /// Loads the oldest listed segment again before it leaves the playlist.
    private func compareOldest(_ playlist: MediaPlaylist, _ target: Double) {
        guard inspector.options.watchSeconds ?? 0 > 0, source.expectation == .media else { return }
        // Nothing leaves an event.
        let count = playlist.kind == .event ? playlist.segments.count - 1 : Self.leavingCount
        compare(playlist.segments.prefix(max(0, count)).map(\.sequenceNumber), target, most: 1)
    }

    /// Loads some of the segments again that are still listed at the end of the watched time.
    private func compareListed(_ last: MediaPlaylist) {
        guard inspector.options.watchSeconds ?? 0 > 0, source.expectation == .media else { return }
        let numbers = last.segments.map(\.sequenceNumber)
        let places = Set([0, numbers.count / 2, numbers.count - 2].filter { numbers.indices.contains($0) })
        compare(
            places.sorted().map { numbers[$0] }, last.targetDuration?.seconds ?? 6, most: Self.lastComparisons)
    }

    /// Loads the first of these segments again that have not been loaded twice.
    private func compare(_ numbers: [UInt64], _ target: Double, most: Int) {
        let positions = state.withLock { state -> [Int] in
            guard state.compared.count < Self.mostComparisons, state.comparedBytes < Self.mostComparedBytes else {
                return []
            }
            var due: [Int] = []
            for number in numbers where due.count < most && !state.compared.contains(number) {
                guard let position = state.playlist.segments.position(ofSequenceNumber: number),
                    state.segments.indices.contains(position), let facts = state.segments[position],
                    facts.digest != nil, facts.loadSeconds < target / 4
                else { continue }
                state.compared.insert(number)
                due.append(position)
            }
            return due
        }
        for position in positions {
            let count = compareAgain(position)
            state.withLock { $0.comparedBytes += count }
            inspector.note(bytes: count, isSegment: false)
        }
    }

    /// Loads the keys and initialization sections of the oldest and the newest listed segment again.
    private func checkResources(_ last: MediaPlaylist) {
        guard inspector.options.watchSeconds ?? 0 > 0 else { return }
        let listed = [last.segments.first, last.segments.last].compactMap { $0 }
        var found: [String] = []
        var seen: Set<String> = []
        for segment in listed {
            for uri in segment.keys.compactMap(\.uri) where seen.insert("key " + uri).inserted {
                guard let url = keyURL(uri) else { continue }
                found += lateProblem("The key", url, .key, nil)
            }
            if let section = segment.initialization,
                seen.insert("section \(section.uri) \(section.byteRange?.offset ?? 0)").inserted,
                let url = source.playlist.url(for: section.uri), source.expectation != .images
            {
                found += lateProblem("The initialization section", url, .initialization, Self.range(of: section))
            }
        }
        state.withLock { $0.lateResources = found }
    }

    /// Returns how a resource differs from what it was at the first load.
    private func lateProblem(
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

    /// Returns the names of the attributes of EXT-X-SERVER-CONTROL that differ.
    private static func changedControls(from last: ServerControl?, to newer: ServerControl?) -> [String] {
        [
            ("CAN-SKIP-UNTIL", last?.canSkipUntil == newer?.canSkipUntil),
            ("CAN-SKIP-DATERANGES", last?.canSkipDateRanges == newer?.canSkipDateRanges),
            ("HOLD-BACK", last?.holdBack == newer?.holdBack),
            ("PART-HOLD-BACK", last?.partHoldBack == newer?.partHoldBack),
            ("CAN-BLOCK-RELOAD", last?.canBlockReload == newer?.canBlockReload),
        ].filter { !$0.1 }.map(\.0)
    }

    /// Returns the number of the first segment in both states of a playlist that has EXT-X-DISCONTINUITY in one of them only.
    private static func movedDiscontinuity(from last: MediaPlaylist, to newer: MediaPlaylist) -> UInt64? {
        guard newer.skip == nil else { return nil }
        var known: [UInt64: (uri: String, isDiscontinuity: Bool)] = [:]
        for segment in last.segments { known[segment.sequenceNumber] = (segment.uri, segment.isDiscontinuity) }
        // The tag before the first listed segment may be removed with the segment before it.
        return newer.segments.dropFirst().first { segment in
            known[segment.sequenceNumber].map { $0.uri == segment.uri && $0.isDiscontinuity != segment.isDiscontinuity }
                ?? false
        }?.sequenceNumber
    }

    /// Returns the number of the first segment in both states of a playlist that belongs to different discontinuities.
    private static func renumberedDiscontinuity(from last: MediaPlaylist, to newer: MediaPlaylist) -> UInt64? {
        guard newer.skip == nil else { return nil }
        var known: [UInt64: (uri: String, discontinuity: UInt64)] = [:]
        for segment in last.segments {
            known[segment.sequenceNumber] = (segment.uri, UInt64(segment.discontinuitySequence))
        }
        // A tag that was added or removed inside the window is reported as such.
        guard movedDiscontinuity(from: last, to: newer) == nil else { return nil }
        return newer.segments.first { segment in
            known[segment.sequenceNumber].map {
                $0.uri == segment.uri && $0.discontinuity != UInt64(segment.discontinuitySequence)
            } ?? false
        }?.sequenceNumber
    }

    private static let mostParts = 400

    /// Loads and measures the parts at the live edge that are new.
    private func measureParts(of playlist: MediaPlaylist) {
        guard playlist.partTargetDuration != nil, let last = playlist.segments.last else { return }
        var next = last
        next.sequenceNumber = playlist.nextSequenceNumber
        for (segment, parts) in [(last, last.parts), (next, playlist.parts)] {
            for (index, part) in parts.enumerated() where !part.isGap {
                let range = part.byteRange.map { "#\($0.offset)-\($0.length)" } ?? ""
                let isNew = state.withLock { state in
                    state.parts.count < Self.mostParts && state.knownParts.insert(part.uri + range).inserted
                }
                guard isNew, let url = playlist.url(for: part.uri) else { continue }
                var unit = segment
                (unit.uri, unit.byteRange, unit.duration) = (part.uri, part.byteRange, part.duration)
                (unit.keys, unit.initialization) = (part.keys, part.initialization)
                // A part in the middle of an encrypted segment cannot be decrypted by itself.
                guard unit.keys.isEmpty else { continue }
                let facts = load(unit, url, isPart: true)
                state.withLock { state in
                    state.parts.append(
                        PartFacts(
                            sequenceNumber: segment.sequenceNumber, index: index,
                            declaredDuration: part.duration.seconds, isIndependent: part.isIndependent, line: part.line,
                            facts: facts))
                }
            }
        }
    }

    /// Seconds beyond the watched time after which the segments that are left are not loaded.
    private static let graceSeconds = 20.0

    /// - Parameters:
    ///   - start: the time of the clock at which the playlist was first loaded.
    ///   - seconds: for how long it is watched.
    private func measureNew(from first: Int, _ start: Int64, _ seconds: Double) -> Int {
        let count = state.withLock { min($0.playlist.segments.count, InspectionOptions.mostSegments) }
        guard first < count else { return first }
        inspector.progress.withLock { $0.segmentCount += count - first }
        for position in first..<count {
            guard elapsed(since: start) < seconds + Self.graceSeconds else {
                state.withLock {
                    $0.limits.append(
                        "\(source.url.absoluteString): the server was too slow to load \(count - position) listed segments in the "
                            + "watched time.")
                }
                return count
            }
            measure(position)
        }
        return count
    }
}

extension DecodedFacts {
    init(_ summary: SegmentDecoder.Summary) {
        func stretch(_ stretch: UniformStretch?) -> Stretched? {
            stretch.map { Stretched(start: $0.start, seconds: $0.seconds) }
        }
        self.init()
        black = stretch(summary.black)
        frozen = stretch(summary.frozen)
        silence = stretch(summary.silence)
        frozenSeconds = summary.frozenSeconds
        videoSeconds = summary.videoSeconds
        silentChannels = summary.silentChannels
        correlation = summary.correlation
        offset = summary.offset
        levels = summary.levels
        crossings = summary.crossings
    }
}
